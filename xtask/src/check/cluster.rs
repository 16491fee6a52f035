//! `check cluster`: the crate cluster on ranks that are processes, by MPI.

mod hosts;
mod search;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::process::{capture, cargo, is_installed};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// The numbers of ranks that are tried.
const RANKS: [usize; 3] = [1, 2, 4];

/// Paths and distinct positions from the start position by the ply: OEIS A048987, A083276.
const LEVELS: [(u64, u64); 5] =
    [(20, 20), (400, 400), (8_902, 5_362), (197_281, 72_078), (4_865_609, 822_518)];

const CRATE: [&str; 6] = ["--profile", "ci", "--package", "cluster", "--features", "mpi"];

/// Arguments of mpirun: it may be root, and ranks may be more than processors.
const MPIRUN: [&str; 5] =
    ["--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"];

/// Lints, tests and runs it; and the program `palimpsest-cluster`. Installs nothing.
///
/// # Errors
/// If it does not build, or a count is wrong; those of the search.
pub(super) fn run() -> Result<()> {
    if let Err(why) = ready() {
        return step("cluster", || Ok(Outcome::Skipped(why)));
    }
    step("lints with MPI", || {
        let lints = ["clippy", "--quiet", "--all-targets"];
        capture(&mut cargo(lints.iter().chain(&CRATE).chain(&["--", "-D", "warnings"])))?;
        Ok(Outcome::passed())
    })?;
    step("build with MPI", || {
        capture(&mut cargo(["build", "--quiet", "--example", "tds"].iter().chain(&CRATE)))?;
        Ok(Outcome::passed())
    })?;
    search::run()?;
    let program = Workspace::load()?.target.join("ci").join("examples").join("tds");
    for ranks in RANKS {
        step(&format!("perft on {ranks} ranks"), || perft(&program, ranks))?;
    }
    Ok(())
}

/// Checks that MPI is installed; the error names the program that is missing.
fn ready() -> Result<(), String> {
    for program in ["mpirun", "mpicc"] {
        if !is_installed(program) {
            return Err(format!("there is no {program} (Debian: libopenmpi-dev openmpi-bin)"));
        }
    }
    Ok(())
}

/// Runs the program on `ranks` ranks, and returns its output as lines of words.
fn mpirun(program: &Path, ranks: usize, arguments: [&str; 2]) -> Result<Vec<Vec<String>>> {
    let mut command = Command::new("mpirun");
    command.args(MPIRUN).args(["-np", &ranks.to_string()]).arg(program).args(arguments);
    let lines = capture(&mut command)?;
    Ok(lines.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect())
}

/// Returns the number after a word of a line.
fn number(line: &[String], name: &str) -> Result<u64> {
    let at = line.iter().position(|word| word == name).with_context(|| format!("no {name}"))?;
    let word = line.get(at + 1).with_context(|| format!("nothing after {name}"))?;
    word.parse().with_context(|| format!("{name} {word}"))
}

fn perft(program: &Path, ranks: usize) -> Result<Outcome> {
    let lines = mpirun(program, ranks, ["perft", &LEVELS.len().to_string()])?;
    let mut counts = Vec::new();
    for line in &lines {
        counts.push((number(line, "paths")?, number(line, "distinct")?));
    }
    ensure!(counts == LEVELS, "counted {counts:?}, published are {LEVELS:?}");
    Ok(Outcome::Passed(format!("{} plies", counts.len())))
}
