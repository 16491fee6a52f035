//! `palimpsest analyse --epd FILE` and `--pgn FILE`: files of positions and of games, several of
//! them at once.
//!
//! One thread searches each position of a suite, or each game, with a table of its own, which it
//! empties before. So the result depends only on the position or the game and, with a limit of
//! depth or nodes, is the same with any number of threads.

mod annotate;
mod games;
mod games_tally;
mod ledger;
mod ordered;
mod place;
mod players;
mod puzzles;
mod record;
mod report;
mod select;
mod suite;
mod worker;

use std::sync::Arc;

use engine::Numbers;
use engine::syzygy::Tablebases;
use search::Limits;
use serde::Serialize;

use uci::Size;

pub(crate) use games::{Outputs, games};
pub(crate) use place::Input;
pub(crate) use report::Report;
pub(crate) use select::Selection;
pub(crate) use suite::suite;

pub(crate) struct Batch {
    pub(crate) limits: Limits,
    /// The size of each thread's table.
    pub(crate) hash: Size,
    /// The number of positions or games at once.
    pub(crate) threads: u32,
    pub(crate) numbers: Numbers,
    pub(crate) tablebases: Arc<Tablebases>,
    /// Whether to write JSON, an object a line, instead of EPD or PGN.
    pub(crate) json: bool,
    pub(crate) reading: Reading,
    pub(crate) selection: Selection,
    /// The most puzzles to find in a game.
    pub(crate) puzzles: usize,
}

/// The rules for reading the positions and games of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Whether to refuse input that would have to be repaired.
    pub(crate) strict: bool,
    /// Whether the rights KQkq of EPD and of the FENs of games are those of Chess960.
    pub(crate) chess960: bool,
    /// Whether to report each remark on a game, not only their number.
    pub(crate) verbose: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    /// The number of lines or games that could not be read. Each was reported.
    pub(crate) faults: usize,
    /// Whether a user stopped it before its end; the finished part is written.
    pub(crate) interrupted: bool,
}

/// The last line of JSON: the sums over all records.
#[derive(Serialize)]
struct Summary<'a, T> {
    summary: &'a T,
}

/// Returns a number of things in words, given the word for one of them.
fn number_of(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("a record is text, numbers and lists of them")
}
