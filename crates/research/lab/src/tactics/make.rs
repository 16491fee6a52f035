//! How the suites are made: positions of games, most after one more move at random, which another
//! engine searches deeply.

pub(crate) mod best_moves;
pub(crate) mod draws;
pub(crate) mod mates;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Args;
use movegen::{Color, Epd, Move, Position, SeeValues};
use self_play::{Random, UciAnswer, UciEngine, UciLine};

use crate::page::write;

#[derive(Args)]
pub(crate) struct MakeArguments {
    /// Positions of games, as `tuner rows` prints them: FEN | White's points | score
    #[arg(long, value_name = "FILE")]
    rows: PathBuf,
    /// The engine that searches them, a program that speaks UCI
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// Nodes of the deep searches
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
    /// Positions of the suite
    #[arg(long, value_name = "N")]
    positions: usize,
    /// Seed of the order of the rows and of the moves at random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The suite; written after each position that is found, so a run may be ended early
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// The table of the deep searches, in MiB.
const DEEP_HASH: &str = "256";

/// A row: a position and its score in centipawns from the side to move's view.
struct Candidate {
    position: Position,
    score: i32,
}

/// Rows in random order.
struct Candidates {
    rows: Vec<String>,
    next: usize,
    random: Random,
}

impl Candidates {
    fn read(path: &Path, seed: u64) -> Result<Self> {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut random = Random::new(seed);
        random.shuffle(&mut rows);
        Ok(Self { rows, next: 0, random })
    }

    fn draw(&mut self) -> Result<Candidate> {
        let row = self.rows.get(self.next).context("the rows are used up")?;
        self.next += 1;
        parse(row).with_context(|| row.clone())
    }

    /// Returns the position after a move at random that loses nothing in an exchange; nothing
    /// without one.
    fn disturb(&mut self, position: &Position) -> Option<Position> {
        let moves = position.legal_moves();
        let keeps = |mv: &&Move| position.see_ge(**mv, 0, &SeeValues::CLASSIC);
        let moves: Vec<&Move> = moves.iter().filter(keeps).collect();
        let next = (!moves.is_empty()).then(|| *moves[self.random.below(moves.len())])?;
        Some(position.make(next)).filter(|position| position.count_legal() > 0)
    }
}

fn parse(row: &str) -> Result<Candidate> {
    let fields: Vec<&str> = row.split('|').map(str::trim).collect();
    ensure!(fields.len() == 3, "not FEN | points | score");
    let position = Position::from_fen(fields[0])?;
    let white: i32 = fields[2].parse()?;
    let score = if position.side_to_move() == Color::White { white } else { -white };
    Ok(Candidate { position, score })
}

fn without_clocks(position: &Position) -> Result<Position> {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    Ok(Position::from_fen(&format!("{} 0 1", fields.join(" ")))?)
}

/// Forgets everything and searches a position with `nodes` nodes.
fn ask(engine: &mut UciEngine, position: &Position, nodes: u64) -> Result<UciAnswer> {
    engine.new_game()?;
    engine.search(position, &format!("nodes {nodes}"))
}

/// Returns the last exact line of a rank.
fn line(answer: &UciAnswer, rank: usize) -> Result<&UciLine> {
    answer.last(rank).with_context(|| format!("no line of rank {rank}"))
}

/// Writes the suite with its remarks.
fn save<'a>(
    path: &Path,
    remarks: &[String],
    lines: impl IntoIterator<Item = &'a Epd>,
) -> Result<()> {
    let remarks = remarks.iter().map(|remark| format!("# {remark}\n"));
    let lines = lines.into_iter().map(|epd| format!("{epd}\n"));
    write(path, &remarks.chain(lines).collect::<String>())
}

#[cfg(test)]
mod tests {
    use movegen::PieceType;

    use super::*;

    #[test]
    fn rows_are_drawn_once_each_and_seen_by_the_side_to_move() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.txt");
        let row = |n: u32| format!("4k3/8/8/8/8/8/8/4K2R b K - {n} 40 | 1 | 300\n");
        fs::write(&path, (0..9).map(row).collect::<String>() + "no row\n").unwrap();
        let draw = |seed| {
            let mut candidates = Candidates::read(&path, seed).unwrap();
            let drawn: Vec<_> = (0..10).map(|_| candidates.draw()).collect();
            assert!(candidates.draw().is_err());
            let rows = drawn.into_iter().flatten();
            rows.map(|row| (row.score, row.position.halfmove_clock())).collect::<Vec<_>>()
        };
        let mut drawn = draw(1);
        assert_eq!(drawn, draw(1));
        assert_ne!(drawn, draw(2));
        drawn.sort_unstable();
        assert_eq!(drawn, (0..9).map(|clock| (-300, clock)).collect::<Vec<_>>());
    }

    #[test]
    fn a_move_at_random_gives_nothing_away() {
        // The queen has many squares on which the pawns take her.
        let root = Position::from_fen("4k3/8/1p1p1p1p/8/3Q4/8/8/4K3 w - - 5 9").unwrap();
        let mut candidates = Candidates { rows: Vec::new(), next: 0, random: Random::new(1) };
        for _ in 0..100 {
            let child = candidates.disturb(&root).unwrap();
            let takes = |mv: &Move| child.captured(*mv) == Some(PieceType::Queen);
            assert!(!child.legal_moves().iter().any(takes), "{child:?}");
        }
        let bare = without_clocks(&root).unwrap();
        assert_eq!((bare.halfmove_clock(), bare.fullmove_number()), (0, 1));
        assert!(bare.same_position(&root));
    }
}
