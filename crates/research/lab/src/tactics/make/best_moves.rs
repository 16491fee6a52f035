//! Verb `make-tactics`: the suite of best moves.
//!
//! Candidates are positions of games that are not decided, after one move at random. It must have
//! been a mistake that is not seen at once: a short search promises more than the game's score, by
//! a move that a glance, a search of very few nodes, does not see. A deep search of the two best
//! lines must then prefer one move, which is not that of the glance, clearly to the second one, and
//! see no mate in either. A last search, with the nodes and the table of `bench-tactics`, finds the
//! easy positions, of which there are at most seven in ten.

use std::collections::HashSet;

use anyhow::Result;
use movegen::{Epd, EpdOperation, Move, Position};
use self_play::{UciEngine, UciScore};

use super::{Candidates, DEEP_HASH, MakeArguments, ask, line, save, without_clocks};
use crate::tactics::best_moves::{NODES, is_solved};
use crate::tactics::contest::OPTIONS;
use crate::tactics::suite::Best;

/// In the game nobody has more than this, in centipawns.
const DECIDED: i32 = 600;
const GLANCE: u64 = 1_000;
/// Nodes of the short search.
const LOOK: u64 = 30_000;
/// The least advantage of its score over that of the game, in centipawns.
const MISTAKE: i32 = 100;
/// The scores of a best line, in centipawns.
const WORTH: std::ops::RangeInclusive<i32> = -200..=900;
/// The least advantage of the best line over the second one, in centipawns.
const CLEARLY: i32 = 150;
const EASY: usize = 7;

struct Chosen {
    best: Best,
    /// The best line's score in centipawns.
    score: i32,
    is_easy: bool,
}

pub(crate) fn run(arguments: &MakeArguments, mut print: impl FnMut(String)) -> Result<()> {
    let mut candidates = Candidates::read(&arguments.rows, arguments.seed)?;
    let two = [("Hash", DEEP_HASH), OPTIONS[1], ("MultiPV", "2")];
    let mut deep = UciEngine::start(&arguments.engine, &two)?;
    let mut judge = UciEngine::start(&arguments.engine, &OPTIONS)?;
    let (mut suite, mut keys) = (Vec::<Chosen>::new(), HashSet::new());
    let remarks = [
        format!(
            "Best moves in games of ours, found by {} with {} nodes for two lines, the second \
             worse by {CLEARLY} or more.",
            deep.name(),
            arguments.nodes
        ),
        format!(
            "Made by `lab make-tactics --positions {} --nodes {} --seed {}`.",
            arguments.positions, arguments.nodes, arguments.seed
        ),
    ];
    while suite.len() < arguments.positions {
        let Some((position, expected)) = candidate(&mut candidates)? else { continue };
        if !keys.insert(position.key()) {
            continue;
        }
        let look = ask(&mut judge, &position, LOOK)?;
        match line(&look, 1)?.score {
            UciScore::Centipawns(score) if score >= expected + MISTAKE => {}
            _ => continue,
        }
        let glance = ask(&mut judge, &position, GLANCE)?.best;
        if look.best == glance {
            continue;
        }
        let Some((mv, score)) = clearly_best(&mut deep, &position, arguments.nodes)? else {
            continue;
        };
        if position.uci(mv) == glance {
            continue;
        }
        let best = Best { id: String::new(), position, moves: vec![mv] };
        let is_easy = is_solved(&best, &ask(&mut judge, &best.position, NODES)?);
        let easy = suite.iter().filter(|one| one.is_easy).count() + usize::from(is_easy);
        if is_easy && 10 * easy > EASY * arguments.positions {
            continue;
        }
        suite.push(Chosen { best, score, is_easy });
        print(format!("{} positions, {easy} easy; score {score}", suite.len()));
        save(&arguments.output, &remarks, &numbered(&suite))?;
    }
    Ok(())
}

/// Returns a position after a move at random, and the score that the game lets expect; nothing if
/// the row is decided or has no such move.
fn candidate(candidates: &mut Candidates) -> Result<Option<(Position, i32)>> {
    let row = candidates.draw()?;
    if row.score.abs() > DECIDED {
        return Ok(None);
    }
    let Some(position) = candidates.disturb(&row.position) else { return Ok(None) };
    Ok(Some((without_clocks(&position)?, -row.score)))
}

/// Returns the best move and its score, if it is clearly better than the second one.
fn clearly_best(
    deep: &mut UciEngine,
    position: &Position,
    nodes: u64,
) -> Result<Option<(Move, i32)>> {
    if position.count_legal() < 2 {
        return Ok(None);
    }
    let answer = ask(deep, position, nodes)?;
    let (first, second) = (line(&answer, 1)?, line(&answer, 2)?);
    let (UciScore::Centipawns(best), UciScore::Centipawns(next)) = (first.score, second.score)
    else {
        return Ok(None);
    };
    if best - next < CLEARLY || !WORTH.contains(&best) || first.moves.first() != Some(&answer.best)
    {
        return Ok(None);
    }
    Ok(Some((position.parse_uci(&answer.best)?, best)))
}

fn numbered(suite: &[Chosen]) -> Vec<Epd> {
    let line = |(number, Chosen { best, score, .. }): (usize, &Chosen)| {
        let mut epd = Epd::new(best.position.clone());
        epd.put(EpdOperation::moves("bm", &best.position, &best.moves));
        epd.put(EpdOperation::number("ce", i64::from(*score)));
        epd.put(EpdOperation::text("id", &format!("tactics.{number:03}")));
        epd
    };
    (1..).zip(suite).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_read_back() {
        let position = Position::startpos();
        let moves = vec![position.parse_san("Nf3").unwrap()];
        let best = Best { id: String::new(), position, moves };
        let lines = numbered(&[Chosen { best, score: 31, is_easy: true }]);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(lines[0].to_string(), format!("{start} bm Nf3; ce 31; id \"tactics.001\";"));
    }
}
