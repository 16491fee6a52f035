//! Palimpsest: a chess engine, and the crates it is made of.
//!
//! Each crate serves alone. The lower ones serve any game, the middle ones any chess program:
//!
//! | crate | what it is |
//! |---|---|
//! | [`zobrist_keys`](../zobrist_keys/index.html) | hash keys for any game, by XOR or addition |
//! | [`tunables`](../tunables/index.html) | numbers that a tuner may move, declared once |
//! | [`tt_core`] | the transposition table, for any game |
//! | [`tt_classics`](../tt_classics/index.html) | the tables of the literature, for tt-core |
//! | [`pawn_hash`](../pawn_hash/index.html) | pawn structure by set algebra, and its tables |
//! | [`pawn_classics`](../pawn_classics/index.html) | the literature on pawn structures |
//! | [`movegen`] | the rules of chess: positions, legal moves, keys, notation |
//! | [`evaluation`] | a judgement of a position at rest, each term of it shown |
//! | [`search`] | principal variation search over any table and evaluation |
//! | [`engine`] | the engine as a value: games, analyses, strength levels, tables in files |
//! | [`uci`] | UCI over the engine: a session for any program, its options and lines |
//! | `engine_cli`, this one | the program `palimpsest`: UCI and a command line |
//!
//! The crates below build on the ones above, and are of use in this workspace only:
//!
//! | crate | what it is |
//! |---|---|
//! | [`cluster`](../cluster/index.html) | searches on ranks that share no memory |
//! | [`self_play`](../self_play/index.html) | our search as a player, random openings |
//! | [`lab`](../lab/index.html) | experiments: keys, tables, pawn tables, searches |
//! | [`tuner`](../tuner/index.html) | games of its own, and the evaluation fitted to them |
//! | [`oracle`](../oracle/index.html) | movegen held against two other move generators |
//! | [`handbook`](../handbook/index.html) | the programs of the book and a test of its chapters |
//! | [`xtask`](../xtask/index.html) | the verbs of the workspace |
//!
//! Links to crates that this one does not import need the documentation of the whole workspace:
//! `cargo doc --workspace --no-deps --open`. How the crates fit together is on the page
//! `docs/architecture.md`.
//!
//! # This crate
//!
//! The implementation of the binary. Only the binary, the fuzz targets and the program of
//! [`cluster`](../cluster/index.html) import this crate: to build an engine of your own, use
//! [`engine`], or [`search`], [`movegen`] and [`tt_core`].

mod args;
mod build;
mod cli;
mod io;
mod notation;
mod processor;
pub mod ranks;
mod session;
mod speedtest;
mod threads;

use std::process::ExitCode;
use std::thread;

pub use processor::require as require_processor;

use session::driver::SEARCH_STACK;

/// Obeys the command line of this process.
#[inline(never)]
#[must_use]
pub fn run() -> ExitCode {
    let program = thread::Builder::new().stack_size(SEARCH_STACK).spawn(cli::run);
    program.expect("the system can start a thread").join().unwrap_or(ExitCode::FAILURE)
}
