//! The checks by tools that not every machine has: `check mutants`, `fuzz`, `cluster` and
//! `advisories`, each where its tools are installed.
//!
//! .cargo/mutants.toml names the mutants that no test can find because they change nothing, each
//! with its reason. The shares that were measured are in docs/mutants.md. The first inputs of the
//! fuzz targets are in fuzz/seeds; those found on the way are kept in fuzz/corpus, which git
//! ignores.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use super::lengths::Trial;
use crate::output::{self, Outcome, step};
use crate::process::{self, capture, cargo, is_installed, show};
use crate::workspace::{SYZYGY, TT_CORE, Workspace};

/// The crates, and the least share of their mutants to be found, in percent.
const CRATES: [(&str, u32); 11] = [
    ("zobrist-keys", 95),
    ("tunables", 95),
    (TT_CORE, 95),
    ("tt-classics", 95),
    ("pawn-hash", 95),
    ("pawn-classics", 95),
    ("movegen", 95),
    ("evaluation", 85),
    ("search", 85),
    (SYZYGY, 95),
    ("network", 85),
];

/// Flags of the compiler, in place of those of .cargo/config.toml, which cargo-mutants does not
/// read.
const FLAGS: &str = "-C target-cpu=native";

/// The mutants to try: a sample of the whole list of each package, at equal distances.
#[derive(Args)]
pub(crate) struct Mutants {
    /// Only these packages
    #[arg(long = "package")]
    packages: Vec<String>,
    /// How many of each package's mutants, about
    #[arg(long, default_value_t = 100)]
    sample: u32,
    /// Which of the samples, counted from 0
    #[arg(long, default_value_t = 0)]
    first: u32,
    /// Seconds after which the tests of a mutant count as endless; more beside other work
    #[arg(long, default_value_t = 120)]
    timeout: u32,
}

/// Changes one operator or one function after the other, and counts the changes that the crate's
/// own tests find.
pub(super) fn mutants(sample: &Mutants) -> Result<()> {
    if capture(&mut cargo(["mutants", "--version"])).is_err() {
        let why = "cargo-mutants is not installed (cargo install cargo-mutants --locked)";
        return step("mutants", || Ok(Outcome::Skipped(why.into())));
    }
    let packages = &sample.packages;
    for package in packages {
        ensure!(CRATES.iter().any(|(name, _)| name == package), "{package}: no goal is set");
    }
    let meant = |name: &str| packages.is_empty() || packages.iter().any(|one| one == name);
    for (package, goal) in CRATES.into_iter().filter(|&(name, _)| meant(name)) {
        step(&format!("mutants of {package}"), || measure(package, goal, sample))?;
    }
    Ok(())
}

fn measure(package: &str, goal: u32, sample: &Mutants) -> Result<Outcome> {
    let listed = capture(&mut cargo(["mutants", "--list", "--package", package]))?;
    let listed = listed.lines().count() as u32;
    let parts = shards(listed, sample.sample);
    let folder = Workspace::load()?.target.join("mutants").join(package);
    fs::create_dir_all(&folder)?;
    let mut command = cargo(["mutants", "--package", package, "--all-features"]);
    let shard = format!("{}/{parts}", sample.first % parts);
    command.args(["--sharding", "round-robin", "--shard", &shard]);
    let [tests, build] = [sample.timeout, sample.timeout + 30].map(|seconds| seconds.to_string());
    command.args(["--timeout", &tests, "--build-timeout", &build, "--cap-lints", "true"]);
    command.args(["--no-shuffle", "--cargo-arg", "--tests", "--output"]).arg(&folder);
    command.env("RUSTFLAGS", FLAGS).env("CARGO_PROFILE_DEV_DEBUG", "0");
    // It fails if one is missed.
    let failure = capture(&mut command).err();
    // One mutant a line.
    let list = |name: &str| fs::read_to_string(folder.join("mutants.out").join(name));
    let count = |name: &str| list(name).map_or(0, |text| text.lines().count() as u32);
    let missed =
        list("missed.txt").with_context(|| failure.map_or(String::new(), |e| e.to_string()))?;
    missed.lines().for_each(|one| output::line(format_args!("missed  {one}")));
    let found = count("caught.txt") + count("timeout.txt");
    let viable = found + count("missed.txt");
    ensure!(viable > 0, "no mutant was tried: {listed} listed");
    let (percent, unviable) = (100.0 * f64::from(found) / f64::from(viable), count("unviable.txt"));
    let said =
        format!("{percent:.1} % of {viable} found, {unviable} do not compile, of {listed} listed");
    ensure!(percent >= f64::from(goal), "{said}: the goal is {goal} %");
    Ok(Outcome::Passed(said))
}

/// Returns the number of parts into which a list is cut so that one has about `sample` entries.
fn shards(listed: u32, sample: u32) -> u32 {
    ((listed + sample / 2) / sample.max(1)).max(1)
}

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
