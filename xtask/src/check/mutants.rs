//! `check mutants`: changes one operator or one function after the other, where cargo-mutants is
//! installed, and counts the changes that the crate's own tests find.
//!
//! .cargo/mutants.toml names the mutants that no test can find because they change nothing, each
//! with its reason. The shares that were measured are in docs/mutants.md.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::output;
use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::{SYZYGY, TT_CORE, Workspace};

/// The crates, and the least share of their mutants to be found, in percent.
const CRATES: [(&str, u32); 12] = [
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
    ("cluster", 85),
];

/// Flags of the compiler, in place of those of .cargo/config.toml, which cargo-mutants does not
/// read.
const FLAGS: &str = "-C target-cpu=native";

/// The file that cargo-mutants leaves: how often each outcome was seen, and the mutants.
#[derive(Deserialize)]
struct Report {
    total_mutants: u32,
    missed: u32,
    caught: u32,
    timeout: u32,
    unviable: u32,
    outcomes: Vec<Tried>,
}

/// A mutant, or the build without one.
#[derive(Deserialize)]
struct Tried {
    scenario: Scenario,
    summary: String,
}

#[derive(Deserialize)]
enum Scenario {
    Baseline,
    Mutant { name: String },
}

impl Report {
    /// Mutants that compile.
    fn viable(&self) -> u32 {
        self.missed + self.caught + self.timeout
    }

    /// Returns the share of the viable ones that a test fails, or does not end for.
    fn percent(&self) -> f64 {
        100.0 * f64::from(self.caught + self.timeout) / f64::from(self.viable().max(1))
    }

    fn survivors(&self) -> impl Iterator<Item = &str> {
        let missed = self.outcomes.iter().filter(|tried| tried.summary == "MissedMutant");
        missed.filter_map(|tried| match &tried.scenario {
            Scenario::Mutant { name } => Some(name.as_str()),
            Scenario::Baseline => None,
        })
    }
}

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
    let report = read(&folder.join("mutants.out/outcomes.json"));
    let report =
        report.with_context(|| failure.map(|error| error.to_string()).unwrap_or_default())?;
    for survivor in report.survivors() {
        output::line(format_args!("missed  {survivor}"));
    }
    let percent = report.percent();
    let said = format!(
        "{percent:.1} % of {} found, {} do not compile, of {listed} listed",
        report.viable(),
        report.unviable
    );
    ensure!(report.viable() > 0, "no mutant was tried: {} listed", report.total_mutants);
    if percent < f64::from(goal) {
        bail!("{said}: the goal is {goal} %");
    }
    Ok(Outcome::Passed(said))
}

fn read(path: &Path) -> Result<Report> {
    let text = fs::read_to_string(path).context("no mutant was tried")?;
    Ok(serde_json::from_str(&text)?)
}

/// Returns the number of parts into which a list is cut so that one has about `sample` entries.
fn shards(listed: u32, sample: u32) -> u32 {
    ((listed + sample / 2) / sample.max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_that_of_the_mutants_that_compile() {
        let text = r#"{"total_mutants": 12, "missed": 1, "caught": 8, "timeout": 1, "unviable": 2,
            "outcomes": [
                {"scenario": "Baseline", "summary": "Success"},
                {"scenario": {"Mutant": {"name": "a.rs:1: replace f"}}, "summary": "CaughtMutant"},
                {"scenario": {"Mutant": {"name": "a.rs:2: replace g"}}, "summary": "MissedMutant"}
            ]}"#;
        let report: Report = serde_json::from_str(text).unwrap();
        assert_eq!((report.viable(), report.percent()), (10, 90.0));
        assert!(report.survivors().eq(["a.rs:2: replace g"]));
    }

    #[test]
    fn a_part_is_about_as_large_as_asked_for() {
        assert_eq!(
            [(2_981, 100), (273, 100), (40, 100), (525, 1_000)]
                .map(|(all, sample)| { shards(all, sample) }),
            [30, 3, 1, 1]
        );
    }
}
