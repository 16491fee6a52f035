//! `palimpsest analyse --epd FILE` and `--pgn FILE`: files of positions and of games, several of
//! them at once.
//!
//! A position of a suite, or a game, is searched by one thread with a table of its own, which is
//! emptied before it. So what is found depends on nothing but the position or the game and, with a
//! limit of depth or nodes, is the same with any number of threads.

mod annotate;
mod games;
mod judge;
mod ledger;
mod ordered;
mod place;
mod players;
mod progress;
mod record;
mod suite;
mod worker;

use search::Limits;
use serde::Serialize;

use crate::numbers::Numbers;
use crate::size::Size;
use crate::syzygy::Syzygy;

pub(crate) use games::games;
pub(crate) use place::{Input, Results};
pub(crate) use suite::suite;

/// How a file is analysed.
pub(crate) struct Batch {
    /// Where the search of each position ends.
    pub(crate) limits: Limits,
    /// The size of each thread's table.
    pub(crate) hash: Size,
    /// Positions or games at once.
    pub(crate) threads: u32,
    /// The numbers that the search and the evaluation go by.
    pub(crate) numbers: Numbers,
    /// Endgame tables, for all threads.
    pub(crate) tables: Syzygy,
    /// Write JSON, an object a line, instead of EPD or PGN.
    pub(crate) json: bool,
    /// How the file is read.
    pub(crate) reading: Reading,
}

/// How the positions and games of a file are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Refuse what would have to be mended or read around.
    pub(crate) strict: bool,
    /// The rights KQkq of EPD are those of Chess960.
    pub(crate) chess960: bool,
    /// Report each remark on a game, not only their number.
    pub(crate) verbose: bool,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    /// Lines or games that could not be read. Each was reported.
    pub(crate) faults: usize,
    /// Somebody stopped it before its end; what was done by then is written.
    pub(crate) interrupted: bool,
}

/// The last line of JSON: what all records together say.
#[derive(Serialize)]
struct Summary<'a, T> {
    summary: &'a T,
}

/// A number of things, by the word for one of them.
fn number_of(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A record as a line of JSON.
fn json(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("a record is text, numbers and lists of them")
}
