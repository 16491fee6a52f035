//! `check mutants`: changes one operator or one function after the other, where cargo-mutants is
//! installed, and counts the changes that the crate's own tests find.
//!
//! .cargo/mutants.toml names the mutants that no test can find because they change nothing, each
//! with its reason. The shares that were measured are in docs/mutants.md.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::output;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
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

/// The mutants to try: about `size` of each package, at equal distances in its whole list, from
/// number `first` on.
pub(super) struct Sample {
    pub(super) size: u32,
    pub(super) first: u32,
    /// Seconds for the tests of one.
    pub(super) timeout: u32,
}

/// Tries a sample of the mutants of each of the packages, or of all if none is named.
pub(super) fn run(packages: &[String], sample: &Sample) -> Result<()> {
    if capture(&mut cargo(["mutants", "--version"])).is_err() {
        let why = "cargo-mutants is not installed (cargo install cargo-mutants --locked)";
        return step("mutants", || Ok(Outcome::Skipped(why.into())));
    }
    for package in packages {
        ensure!(CRATES.iter().any(|(name, _)| name == package), "{package}: no goal is set");
    }
    let meant = |name: &str| packages.is_empty() || packages.iter().any(|one| one == name);
    for (package, goal) in CRATES.into_iter().filter(|&(name, _)| meant(name)) {
        step(&format!("mutants of {package}"), || measure(package, goal, sample))?;
    }
    Ok(())
}

fn measure(package: &str, goal: u32, sample: &Sample) -> Result<Outcome> {
    let listed = capture(&mut cargo(["mutants", "--list", "--package", package]))?;
    let listed = listed.lines().count() as u32;
    let parts = shards(listed, sample.size);
    let folder = Workspace::load()?.target.join("mutants").join(package);
    fs::create_dir_all(&folder)?;
    let mut command = cargo(["mutants", "--package", package, "--all-features"]);
    command.args([
        "--sharding",
        "round-robin",
        "--shard",
        &format!("{}/{parts}", sample.first % parts),
    ]);
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
