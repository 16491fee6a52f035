//! `palimpsest`: the chess engine, as a UCI program and as a command line.

use std::process::ExitCode;

/// The function that Linux calls before Rust's start-up, which may itself contain instructions that
/// this processor lacks.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = before_main;

#[cfg(target_os = "linux")]
extern "C" fn before_main() {
    engine_cli::require_processor();
}

fn main() -> ExitCode {
    if !cfg!(target_os = "linux") {
        engine_cli::require_processor();
    }
    engine_cli::run()
}
