//! What the binary `palimpsest` does. Nobody but the binary and the fuzz targets imports this: an
//! engine of one's own is built from `search`, `movegen` and `tt-core`.

mod analyse;
mod batch;
mod bench;
mod board;
mod book;
mod build;
mod census;
mod cli;
mod driver;
mod engine;
pub mod fuzz;
mod game;
mod genfens;
mod hand_crafted;
mod input;
mod interrupt;
mod log;
mod numbers;
mod output;
mod perft;
mod processor;
mod schema;
mod screen;
mod session;
mod set_up;
mod size;
mod speed;
mod speedtest;
mod style;
mod table_file;
mod tt;
mod uci;

use std::process::ExitCode;
use std::thread;

pub use processor::require as require_processor;

use driver::SEARCH_STACK;

/// Obeys the command line of this process.
#[inline(never)]
#[must_use]
pub fn run() -> ExitCode {
    let program = thread::Builder::new().stack_size(SEARCH_STACK).spawn(cli::run);
    program.expect("the system can start a thread").join().unwrap_or(ExitCode::FAILURE)
}
