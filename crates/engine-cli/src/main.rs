//! `palimpsest`: the chess engine, as a UCI program and as a command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before anything else: a processor that lacks an instruction would end the process at it.
    if engine_cli::is_refused() {
        return ExitCode::FAILURE;
    }
    engine_cli::run()
}
