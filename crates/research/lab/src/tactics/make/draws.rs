//! Verb `make-draws`: the suite of drawn endings.
//!
//! Candidates are positions of games with few pieces, in most of which one side has more. A short
//! and a deep search must both show hardly more than nothing; the engine should know endings well.

use std::collections::HashSet;

use anyhow::Result;
use movegen::{Epd, EpdOperation, Position};
use self_play::{UciEngine, UciScore};

use super::{Candidates, DEEP_HASH, MakeArguments, ask, line, save, without_clocks};
use crate::tactics::contest::OPTIONS;

const MOST_PIECES: u32 = 14;
/// Nodes of the short search.
const SHORT: u64 = 20_000;
/// The greatest scores of both searches for either side, in centipawns.
const LEVEL: [i32; 2] = [60, 15];
/// One position in so many may have as many pieces of each kind on both sides.
const EVEN: usize = 8;

pub(crate) fn run(arguments: &MakeArguments, mut print: impl FnMut(String)) -> Result<()> {
    let mut candidates = Candidates::read(&arguments.rows, arguments.seed)?;
    let mut engine = UciEngine::start(&arguments.engine, &[("Hash", DEEP_HASH), OPTIONS[1]])?;
    let (mut suite, mut even, mut keys) = (Vec::<Position>::new(), 0, HashSet::new());
    let remarks = [
        format!(
            "Drawn endings of games of ours: {} shows at most {} centipawns with {} nodes.",
            engine.name(),
            LEVEL[1],
            arguments.nodes
        ),
        format!(
            "Made by `lab make-draws --positions {} --nodes {} --seed {}`.",
            arguments.positions, arguments.nodes, arguments.seed
        ),
    ];
    while suite.len() < arguments.positions {
        let position = without_clocks(&candidates.draw()?.position)?;
        let is_even = is_even(&position);
        if position.occupied().count() > MOST_PIECES
            || (is_even && even * EVEN >= arguments.positions)
            || !keys.insert(position.key())
        {
            continue;
        }
        let searches = [SHORT, arguments.nodes].into_iter().zip(LEVEL);
        let mut is_drawn = true;
        for (nodes, most) in searches {
            let score = line(&ask(&mut engine, &position, nodes)?, 1)?.score;
            is_drawn &= matches!(score, UciScore::Centipawns(score) if score.abs() <= most);
            if !is_drawn {
                break;
            }
        }
        if is_drawn {
            even += usize::from(is_even);
            suite.push(position);
            print(format!("{} positions, {even} even", suite.len()));
            save(&arguments.output, &remarks, &numbered(&suite))?;
        }
    }
    Ok(())
}

fn is_even(position: &Position) -> bool {
    use movegen::{Color, PieceType};
    let of = |us| PieceType::ALL.map(|kind| position.colored(us, kind).count());
    of(Color::White) == of(Color::Black)
}

fn numbered(suite: &[Position]) -> Vec<Epd> {
    let line = |(number, position): (usize, &Position)| {
        let mut epd = Epd::new(position.clone());
        epd.put(EpdOperation::text("id", &format!("draw.{number:03}")));
        epd
    };
    (1..).zip(suite).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_even_with_the_same_pieces_on_both_sides() {
        let even = |fen| is_even(&Position::from_fen(fen).unwrap());
        assert!(even("8/3r1pk1/8/8/8/6P1/3R2K1/8 w - - 0 1"));
        assert!(!even("8/3r1pk1/8/8/8/5PP1/3R2K1/8 w - - 0 1"));
        assert!(!even("8/3b1pk1/8/8/8/6P1/3N2K1/8 w - - 0 1"));
        let lines = numbered(&[Position::startpos(), Position::startpos()]);
        assert!(lines[1].to_string().ends_with("KQkq - id \"draw.002\";"), "{}", lines[1]);
    }
}
