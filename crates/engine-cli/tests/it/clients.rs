//! Programs that people use engines with, where they are installed.

use std::process::Command;

use crate::engine::{BINARY, skipped};

/// The number of games, the largest number of plies of each, and the seconds on each clock; `cargo
/// xtask check clients` asks for more.
const SHORT: [&str; 3] = ["1", "30", "1"];

#[test]
fn python_chess_hears_nothing_that_it_cannot_read() {
    let import = Command::new("python3").args(["-c", "import chess.engine"]).output();
    if !import.is_ok_and(|import| import.status.success()) {
        return skipped("python-chess", "not installed (python3 -m pip install chess)");
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/python_chess.py");
    let output = Command::new("python3").args([script, BINARY]).args(SHORT).output();
    let output = output.expect("python starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let figures = String::from_utf8_lossy(&output.stdout);
    assert!(figures.starts_with("1 games, 22 moves"), "{figures}");
}
