//! Verb `bench-fine70`: nodes to the only winning move of a blocked pawn ending, with a table and
//! without one.
//!
//! Only the kings move for a long time, so that paths meet in few positions: a table answers most
//! of them (Reuben Fine, *Basic Chess Endings*, 1941, No. 70).

use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, value_parser};
use engine::HandCrafted;
use movegen::{Move, Position};
use search::{Info, Limits, NoTable, Pool, Reporter, Search, TranspositionTable};
use tt_core::{Bound, Table};

use super::HEAD;
use crate::page::{Page, put_section};

/// The position. White wins by Kb1 and no other move.
const FEN: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

const WINNING: &str = "a1b1";

const TABLE_BYTES: usize = 16 << 20;

#[derive(Args)]
pub(crate) struct Fine70Arguments {
    /// Nodes of each search
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20_000_000,
        value_parser = value_parser!(u64).range(1..)
    )]
    nodes: u64,
    /// Write the figures to their section of a page, by default of docs/records/bench/tactics.md
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "docs/records/bench/tactics.md"
    )]
    write: Option<PathBuf>,
}

/// When a search decided for a move that it then kept.
struct Watch {
    awaited: Move,
    /// Depth and nodes of the iteration since which it is the best one.
    since: Option<(u32, u64)>,
    score: i32,
}

impl Reporter for Watch {
    fn iteration(&mut self, info: &Info<'_>) {
        if info.score.bound != Bound::Exact {
            return;
        }
        self.score = info.score.value();
        match info.pv.first() == Some(&self.awaited) {
            true => {
                self.since.get_or_insert((info.depth, info.nodes));
            }
            false => self.since = None,
        }
    }
}

impl fmt::Display for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((depth, nodes)) = self.since else { return write!(f, "not found") };
        write!(f, "Kb1 at depth {depth} after {nodes} nodes, score {} in the end", self.score)
    }
}

/// Searches the position until `nodes` are spent.
fn watch<T: TranspositionTable>(table: &T, nodes: u64) -> Result<Watch> {
    let position = Position::from_fen(FEN)?;
    let awaited = position.parse_uci(WINNING)?;
    let mut watch = Watch { awaited, since: None, score: 0 };
    let outcome = Search::new(table)
        .position(position)
        .limits(Limits { nodes: Some(nodes), ..Limits::default() })
        .reporter(&mut watch)
        .run(&mut Pool::new(HandCrafted::default));
    // The last iteration may have been stopped half-way.
    if outcome.best != Some(awaited) {
        watch.since = None;
    }
    Ok(watch)
}

/// Searches with a table and without one and prints the nodes.
pub(crate) fn run(arguments: &Fine70Arguments, mut print: impl FnMut(String)) -> Result<()> {
    let table: Table = Table::new(TABLE_BYTES)?;
    let nodes = arguments.nodes;
    let with = watch(&table, nodes)?;
    let without = watch(&NoTable, nodes)?;
    let lines = [
        format!("with a table of {} MiB: {with}", TABLE_BYTES >> 20),
        format!("without a table: {without}"),
    ];
    lines.iter().for_each(|line| print(line.clone()));
    let Some(path) = &arguments.write else { return Ok(()) };
    let mut section = Page::empty();
    section.paragraph(&format!(
        "`{FEN}` (Reuben Fine, *Basic Chess Endings*, 1941, No. 70). White wins by Kb1 alone. \
         {nodes} nodes each; the nodes are those of the iteration since which Kb1 is the best move."
    ));
    section.list(lines);
    put_section(path, HEAD, "Fine's position 70", "cargo xtask bench fine70 --write", &section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_finds_the_winning_move_within_a_million_nodes() {
        let table: Table = Table::new(TABLE_BYTES).unwrap();
        let watch = watch(&table, 1_000_000).unwrap();
        let (_, nodes) = watch.since.expect("Kb1 is found");
        assert!(nodes <= 1_000_000, "{watch}");
    }

    #[test]
    fn a_move_that_is_given_up_again_is_not_found() {
        let position = Position::from_fen(FEN).unwrap();
        let [right, wrong] = ["a1b1", "a1b2"].map(|mv| position.parse_uci(mv).unwrap());
        let mut watch = Watch { awaited: right, since: None, score: 0 };
        for (nodes, mv) in [(1, right), (2, wrong), (3, right), (4, right)] {
            let line = [mv];
            let mut info = Info::new(search::RootScore::new(nodes, Bound::Exact), &line);
            info.nodes = nodes as u64;
            watch.iteration(&info);
        }
        assert_eq!((watch.since, watch.score), (Some((1, 3)), 4));
    }
}
