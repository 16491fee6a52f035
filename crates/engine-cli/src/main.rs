//! `palimpsest`: the chess engine, as a UCI program and as a command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    engine_cli::run()
}
