//! `check cluster`: the crate cluster on ranks that are processes, by MPI.

mod hosts;
mod search;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{self, capture, cargo, is_installed};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// The numbers of ranks that are tried.
const RANKS: [usize; 3] = [1, 2, 4];

/// Paths and distinct positions from the start position by the ply: OEIS A048987, A083276.
const LEVELS: [(u64, u64); 5] =
    [(20, 20), (400, 400), (8_902, 5_362), (197_281, 72_078), (4_865_609, 822_518)];

/// Instances of the 15-puzzle, the easiest first.
const INSTANCES: usize = 20;

/// Game trees that are searched by MTD(f).
const TREES: usize = 100;

/// The most boards that the ranks may expand for a hundred that the serial solver expands.
const EXPANSIONS: u64 = 105;

const CRATE: [&str; 6] = ["--profile", "ci", "--package", "cluster", "--features", "mpi"];

/// Arguments of mpirun: it may be root, and ranks may be more than processors.
const MPIRUN: [&str; 5] =
    ["--allow-run-as-root", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"];

/// Lints, tests and runs it; and the program `palimpsest-cluster`. Installs nothing.
///
/// # Errors
/// If it does not build, or a count, a length or the number of expansions is wrong; those of the
/// search.
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
        step(&format!("game trees on {ranks} ranks"), || trees(&program, ranks))?;
        step(&format!("15-puzzle on {ranks} ranks"), || puzzle(&program, ranks))?;
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

fn trees(program: &Path, ranks: usize) -> Result<Outcome> {
    let lines = mpirun(program, ranks, ["trees", &TREES.to_string()])?;
    ensure!(lines.len() == TREES, "{} trees were searched", lines.len());
    for line in &lines {
        let [_, _, _, score, _, serial] = &line[..] else { bail!("{line:?} is no tree") };
        ensure!(score == serial, "{line:?}");
    }
    Ok(Outcome::Passed(format!("{TREES} scores")))
}

fn puzzle(program: &Path, ranks: usize) -> Result<Outcome> {
    let data = process::root().join("crates/cluster/tests/data/korf.txt");
    let data = fs::read_to_string(&data).with_context(|| format!("cannot read {data:?}"))?;
    let lines = mpirun(program, ranks, ["puzzle", &INSTANCES.to_string()])?;
    ensure!(lines.len() == INSTANCES, "{} instances were solved", lines.len());
    let published = data.lines().filter(|line| !line.starts_with('#'));
    let (mut expanded, mut serial) = (0, 0);
    for (line, published) in lines.iter().zip(published) {
        let told: Vec<&str> = published.splitn(3, ' ').collect();
        let instance = told[0];
        ensure!(number(line, "instance")?.to_string() == instance, "{line:?} is not {instance}");
        for name in ["length", "serial"] {
            ensure!(number(line, name)?.to_string() == told[1], "instance {instance}: {line:?}");
        }
        let (own, of_one) = (number(line, "expanded")?, number(line, "of-one")?);
        ensure!(own * 100 <= of_one * EXPANSIONS, "instance {instance}: {own} of {of_one}");
        (expanded, serial) = (expanded + own, serial + of_one);
    }
    Ok(Outcome::Passed(format!("expanded {:.3} of the serial", expanded as f64 / serial as f64)))
}
