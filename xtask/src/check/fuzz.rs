//! `check fuzz`: runs each target of fuzz/ for a while, where the tools for it are installed. The
//! first inputs are in fuzz/seeds; inputs that are found on the way are kept in fuzz/corpus, which
//! git ignores.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::output;
use crate::process::{self, capture, show};
use crate::step::{Outcome, step};

/// Bytes of an input at most: a FEN has at most about 90, a game of 200 plies is long.
const LONGEST: &str = "-max_len=200";

/// The targets with longer inputs: whole sessions, and tables of which the seeds are whole.
const LONGER: [(&str, &str); 2] = [("uci", "-max_len=1000"), ("syzygy", "-max_len=4000")];

/// The targets of texts, and the words that mutations put into them.
const TEXTS: [&str; 5] = ["epd", "notation", "pasted", "pgn", "uci"];
const WORDS: &str = "-dict=fuzz/words.dict";

/// The length of a target's fuzzing.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    Seconds(u32),
    /// Inputs tried.
    Runs(u64),
}

impl Limit {
    /// Returns the value of cargo-fuzz's `--sanitizer`. A count of inputs is tried without the
    /// address sanitizer, which halves the speed.
    fn sanitizer(self) -> &'static str {
        match self {
            Self::Seconds(_) => "address",
            Self::Runs(_) => "none",
        }
    }

    /// Returns the limit as an argument of libFuzzer.
    fn argument(self) -> String {
        match self {
            Self::Seconds(seconds) => format!("-max_total_time={seconds}"),
            Self::Runs(runs) => format!("-runs={runs}"),
        }
    }
}

/// Fuzzes each target up to the limit.
pub(super) fn run(limit: Limit) -> Result<()> {
    let targets = match targets() {
        Ok(targets) => targets,
        Err(why) => {
            output::line(format_args!("SKIPPED fuzz: {why}"));
            return Ok(());
        }
    };
    for target in targets.lines() {
        step(target, || {
            let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
            fs::create_dir_all(process::root().join(&corpus)).context("no folder for inputs")?;
            let mut command = cargo_fuzz("run");
            command.args(["--sanitizer", limit.sanitizer(), target, &corpus]);
            if process::root().join(&seeds).exists() {
                command.arg(seeds);
            }
            let longest = LONGER.iter().find(|(longer, _)| *longer == target);
            let longest = longest.map_or(LONGEST, |(_, length)| length);
            command.args(["--", longest, &limit.argument()]);
            if TEXTS.contains(&target) {
                command.arg(WORDS);
            }
            show(&mut command)?;
            Ok(Outcome::passed())
        })?;
    }
    Ok(())
}

/// Returns the names of the targets, one a line; the error names the tool that is missing.
fn targets() -> Result<String, &'static str> {
    let nightly = ["run", "nightly", "cargo", "--version"];
    if capture(Command::new("rustup").args(nightly)).is_err() {
        return Err("no nightly toolchain is installed");
    }
    capture(&mut cargo_fuzz("list"))
        .map_err(|_| "cargo-fuzz is not installed (cargo install cargo-fuzz)")
}

/// Returns a command of cargo-fuzz under the nightly toolchain, which its instrumentation needs.
fn cargo_fuzz(verb: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "fuzz", verb]).current_dir(process::root());
    command
}
