//! The checks by tools that not every machine has: `check fuzz`, `cluster` and `advisories`, each
//! where its tools are installed.
//!
//! The first inputs of the fuzz targets are in fuzz/seeds; those found on the way are kept in
//! fuzz/corpus, which git ignores.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use super::lengths::Trial;
use crate::output::{self, Outcome, step};
use crate::process::{self, capture, cargo, is_installed, show};

/// Bytes of an input at most: a FEN has at most about 90, a game of 200 plies is long.
const LONGEST: &str = "-max_len=200";

/// The targets with longer inputs: whole sessions, and tables of which the seeds are whole.
const LONGER: [(&str, &str); 2] = [("uci", "-max_len=1000"), ("syzygy", "-max_len=4000")];

/// The targets of texts, and the words that mutations put into them.
const TEXTS: [&str; 5] = ["epd", "notation", "pasted", "pgn", "uci"];
const WORDS: &str = "-dict=fuzz/words.dict";

/// Fuzzes each target for some seconds, or for a number of inputs.
pub(super) fn fuzz(seconds: u32, runs: Option<u64>) -> Result<()> {
    let targets = match targets() {
        Ok(targets) => targets,
        Err(why) => {
            output::line(format_args!("SKIPPED fuzz: {why}"));
            return Ok(());
        }
    };
    step("tests of the laws", || {
        let tests = ["test", "--quiet", "--manifest-path", "fuzz/Cargo.toml"];
        show(cargo(tests).arg("--no-default-features")).map(|()| Outcome::passed())
    })?;
    // A count of inputs is tried without the address sanitizer, which halves the speed.
    let (sanitizer, limit) = match runs {
        Some(runs) => ("none", format!("-runs={runs}")),
        None => ("address", format!("-max_total_time={seconds}")),
    };
    for target in targets.lines() {
        step(target, || {
            let (corpus, seeds) = (format!("fuzz/corpus/{target}"), format!("fuzz/seeds/{target}"));
            fs::create_dir_all(process::root().join(&corpus)).context("no folder for inputs")?;
            let mut command = cargo_fuzz("run");
            command.args(["--sanitizer", sanitizer, target, &corpus]);
            if process::root().join(&seeds).exists() {
                command.arg(seeds);
            }
            let longest = LONGER.iter().find(|(longer, _)| *longer == target);
            let longest = longest.map_or(LONGEST, |(_, length)| length);
            command.args(["--", longest, &limit]);
            if TEXTS.contains(&target) {
                command.arg(WORDS);
            }
            show(&mut command).map(|()| Outcome::passed())
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
    process::in_root("rustup", ["run", "nightly", "cargo", "fuzz", verb])
}

/// No step of `ci`: the list of advisories comes from the network, and grows by itself.
pub(super) fn advisories() -> Result<()> {
    step("cargo deny", || deny(&["check"]))
}

/// Checks, by the lock file alone, what needs no list from the network: the licences of the
/// dependencies, where they come from, and those that deny.toml bans. A step of `ci`.
pub(crate) fn without_network() -> Result<Outcome> {
    deny(&["--offline", "check", "licenses", "bans", "sources"])
}

fn deny(arguments: &[&str]) -> Result<Outcome> {
    if capture(&mut cargo(["deny", "--version"])).is_err() {
        let why = "cargo-deny is not installed (cargo install cargo-deny --locked)";
        return Ok(Outcome::Skipped(why.into()));
    }
    let command = &mut cargo(["deny", "--log-level", "error"].iter().chain(arguments));
    show(command).map(|()| Outcome::passed())
}

const CRATE: [&str; 6] = ["--profile", "ci", "--package", "cluster", "--features", "mpi"];

/// Lints the crate cluster with MPI, builds the engine and the example that its tests start, and
/// runs those that need MPI. Installs nothing.
pub(super) fn cluster() -> Result<()> {
    if let Some(program) = ["mpirun", "mpicc"].iter().find(|program| !is_installed(program)) {
        let why = format!("there is no {program} (Debian: libopenmpi-dev openmpi-bin)");
        return step("cluster", || Ok(Outcome::Skipped(why)));
    }
    step("lints with MPI", || {
        let lints = ["clippy", "--quiet", "--all-targets"];
        capture(&mut cargo(lints.iter().chain(&CRATE).chain(&["--", "-D", "warnings"])))?;
        Ok(Outcome::passed())
    })?;
    step("build with MPI", || {
        capture(&mut cargo(["build", "--quiet", "--example", "tds"].iter().chain(&CRATE)))?;
        capture(&mut cargo(["build", "--quiet", "--profile", "ci", "--package", "engine-cli"]))?;
        Ok(Outcome::passed())
    })?;
    Trial { features: "mpi", ..Trial::of("cluster", "mpi", "") }.step("tests on ranks")
}
