//! `palimpsest`: the chess engine, as a UCI program and as a command line.

mod analyse;
mod bench;
mod board;
mod cli;
mod driver;
mod engine;
mod game;
mod input;
mod output;
mod perft;
mod session;
mod style;
mod uci;

use std::process::ExitCode;

/// The engine's name.
const NAME: &str = "Palimpsest";

fn main() -> ExitCode {
    cli::run()
}
