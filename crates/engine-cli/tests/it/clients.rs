//! Programs that people use engines with, where they are installed.

#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "what is skipped and what was played is said aloud"
)]

use std::env;
use std::process::Command;

use crate::engine::BINARY;

/// Which Python to run: one that has python-chess.
const PYTHON: &str = "ENGINE_PYTHON";

/// How many games it plays, of at most how many plies, with so many seconds on each clock. Without
/// them the test plays the beginning of one.
const GAMES: &str = "ENGINE_GAMES";
const SHORT: [&str; 3] = ["1", "30", "1"];
const LONG: [&str; 2] = ["400", "2"];

#[test]
fn python_chess_hears_nothing_that_it_cannot_read() {
    let python = env::var_os(PYTHON).unwrap_or_else(|| "python3".into());
    let import = Command::new(&python).args(["-c", "import chess.engine"]).output();
    if !import.is_ok_and(|import| import.status.success()) {
        eprintln!("SKIPPED python-chess: not installed (python3 -m pip install chess)");
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/python_chess.py");
    let mut command = Command::new(python);
    command.args([script, BINARY]);
    match env::var(GAMES) {
        Ok(games) => command.arg(games).args(LONG),
        Err(_) => command.args(SHORT),
    };
    let output = command.output().expect("python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let figures = String::from_utf8_lossy(&output.stdout);
    assert!(figures.contains(" games, ") && !figures.contains(", 0 moves"), "{figures}");
    print!("{figures}");
}
