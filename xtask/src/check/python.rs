//! `check python-chess`: movegen beside python-chess, where that is installed.
//!
//! python-chess is under the GPL: it is run, and the project contains none of its code.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{self, capture, cargo};
use crate::step::{Outcome, step};

/// The folder of the files that both sides write.
const FOLDER: &str = "target/python-chess";

/// Plays `games` games, annotates them, and compares what movegen and python-chess make of them and
/// of random games.
///
/// # Errors
/// If anything differs, or a program does not build.
pub(super) fn run(games: u64) -> Result<()> {
    let folder = process::root().join(FOLDER);
    step("python-chess", || {
        if capture(Command::new("python3").args(["-c", "import chess.pgn"])).is_err() {
            let why = "python-chess is not installed (python3 -m pip install chess)";
            return Ok(Outcome::Skipped(why.into()));
        }
        fs::create_dir_all(&folder).with_context(|| format!("no folder {FOLDER}"))?;
        let mut play = cargo(["test", "--quiet", "--profile", "ci", "--package", "self-play"]);
        play.args(["--test", "round_trip"]);
        play.env("SELF_PLAY_GAMES", games.to_string());
        play.env("SELF_PLAY_PGN", folder.join("games.pgn"));
        capture(&mut play)?;
        let mut oracle = cargo(["run", "--quiet", "--profile", "ci", "--package", "oracle"]);
        let printed = capture(oracle.args(["--", "--python-chess"]).arg(&folder))?;
        Ok(Outcome::Passed(printed.trim_end().replace('\n', "; ")))
    })
}
