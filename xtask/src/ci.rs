//! `ci`: everything that must hold before a change lands.

use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{panic, thread};

use anyhow::{Result, ensure};

use crate::check::tools;
use crate::engine::{Build, Engine};
use crate::movegen::{self, PORTABLE, POSITIONS};
use crate::output::{self, Outcome, step};
use crate::perft::{self, Effort};
use crate::process::{Tally, capture, capture_within, cargo};
use crate::snapshot::REVIEW;
use crate::workspace::{Choice, Member, Workspace};
use crate::{bench, inventory, layers, notices, outside, tidy};

/// Arguments that every lint run ends with: a warning is an error.
const DENY_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];

/// The manifest of the fuzz targets, a workspace of their own; without the feature that needs C++.
const FUZZ: [&str; 3] = ["--manifest-path", "fuzz/Cargo.toml", "--no-default-features"];

/// The folder that the workspace's own builds fill, from its root: it has the crates that the fuzz
/// targets need already, as both have the same profiles and locked versions.
const SHARED: [&str; 2] = ["--target-dir", "target"];

/// The time after which a build and run of tests hangs: several times as long as any takes.
const TEST_LIMIT: Duration = Duration::from_secs(40 * 60);

struct Step {
    lane: Lane,
    /// The name in the table of CONTRIBUTING.md.
    name: &'static str,
    run: fn(&mut Tally) -> Result<Outcome>,
}

/// The time at which a step runs. Two lanes keep two cores busy where one alone would wait for a
/// linker or a long test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Before all others: quick, and likely to fail.
    First,
    /// The lints and the tests of the workspace.
    Workspace,
    /// Beside [`Lane::Workspace`]: builds into a folder of their own; then the tests of xtask and
    /// of the documentation, which are built while those of the workspace run.
    Apart,
}

/// The variables under which a crate's long tests are a sample, for a change of that crate; `ci`
/// and the weekly checks run them whole.
const SHORT: [(&str, &str); 6] = [
    ("SHORT_TESTS", "1"),
    ("SEARCH_LIAR_SEARCHES", "100"),
    ("TT_ALLOCATION_OPERATIONS", "100000"),
    ("TT_HAMMER_OPERATIONS", "1000000"),
    ("TT_KILL_SECONDS", "1"),
    ("PROPTEST_CASES", "64"),
];

/// The engine's package. It is tested with its default features, as its users get it, and with each
/// choice of features once a week, by [`one_crate`]; all others are tested with all features.
const ENGINE: &str = "engine-cli";

/// The checks of the whole workspace; each lane runs its own in this order.
const STEPS: [Step; 17] = [
    Step { lane: Lane::First, name: "format", run: |_| format() },
    Step { lane: Lane::First, name: "layers", run: |_| layers::run() },
    Step { lane: Lane::First, name: "tidy", run: |_| tidy::run() },
    Step { lane: Lane::First, name: "inventory", run: |_| inventory::run() },
    Step { lane: Lane::First, name: "licences", run: |_| tools::without_network() },
    Step { lane: Lane::First, name: "notices", run: |_| notices::check() },
    Step { lane: Lane::Workspace, name: "programs of the tests", run: |_| build_tests() },
    Step { lane: Lane::Workspace, name: "bench signature", run: |_| bench::check(&tested()?) },
    Step { lane: Lane::Workspace, name: "lints", run: |_| whole(lint) },
    Step { lane: Lane::Workspace, name: "perft", run: |_| perft::count(&tested()?, Effort::Quick) },
    Step { lane: Lane::Workspace, name: "tests", run: |tally| test_all("--tests", tally) },
    Step {
        lane: Lane::Apart,
        name: "portable movegen",
        run: |_| movegen::back_ends(&PORTABLE, POSITIONS),
    },
    Step { lane: Lane::Apart, name: "crates outside", run: |_| outside::run() },
    Step { lane: Lane::Apart, name: "docs", run: |_| whole(document) },
    Step {
        lane: Lane::Apart,
        name: "lints of fuzz",
        run: |_| lint(&[&FUZZ[..], &SHARED].concat()),
    },
    Step { lane: Lane::Apart, name: "tests of xtask", run: test_xtask },
    Step { lane: Lane::Apart, name: "documentation tests", run: |tally| test_all("--doc", tally) },
];

/// Checks the whole workspace, step by step in two lanes, up to the first failure; a step that runs
/// in the other lane ends first.
pub(crate) fn workspace() -> Result<()> {
    let mut tally = Tally::default();
    let failed = AtomicBool::new(false);
    run_lane(Lane::First, &failed, &mut tally)?;
    thread::scope(|scope| {
        let apart = scope.spawn(|| {
            let mut tally = Tally::default();
            run_lane(Lane::Apart, &failed, &mut tally).map(|()| tally)
        });
        let workspace = run_lane(Lane::Workspace, &failed, &mut tally);
        let apart = apart.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        workspace.and(apart).map(|apart| tally.add(&apart))
    })?;
    output::line(format_args!("tests: {tally}"));
    Ok(())
}

fn run_lane(lane: Lane, failed: &AtomicBool, tally: &mut Tally) -> Result<()> {
    for Step { name, run, .. } in STEPS.iter().filter(|step| step.lane == lane) {
        // The other lane says why.
        if failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        step(name, || run(tally)).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
    }
    Ok(())
}

/// Checks one crate by itself: the quick gates, lints and tests with its default features, the
/// bench signature if the engine contains it, and the lints of its other choices of features, or
/// their tests too.
pub(crate) fn one_crate(name: &str, tests_every_choice: bool) -> Result<()> {
    let workspace = Workspace::load()?;
    let member = workspace.member(name)?;
    let package = ["--package", &member.package];
    let mut tally = Tally::default();
    run_lane(Lane::First, &AtomicBool::new(false), &mut tally)?;
    for (number, choice) in Choice::all_of(member).iter().enumerate() {
        let own = choice.arguments();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let arguments = [&package[..], &own].concat();
        step(&format!("lints, {}", choice.name()), || lint(&arguments))?;
        if number == 0 && is_in_engine(member, &workspace)? {
            step("bench signature", || bench::check(&Engine::build(Build::Checked)?))?;
        }
        if number == 0 || tests_every_choice {
            let mut tests = tests(&arguments);
            if !tests_every_choice {
                SHORT.iter().for_each(|(name, value)| _ = tests.env(name, value));
            }
            step(&format!("tests, {}", choice.name()), || count(&mut tests, &mut tally))?;
        }
    }
    let all = Choice::with(&member.features_everywhere().collect::<Vec<_>>()).arguments();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    step("docs", || document(&[&package[..], &all].concat()))?;
    output::line(format_args!("tests: {tally}"));
    Ok(())
}

fn is_in_engine(member: &Member, workspace: &Workspace) -> Result<bool> {
    let members: Vec<&Member> = workspace.libraries().collect();
    Ok(workspace.member(ENGINE)?.reaches(&member.name, &members))
}

fn format() -> Result<Outcome> {
    run(&["fmt", "--all", "--check"])?;
    run(&["fmt", "--check", FUZZ[0], FUZZ[1]])
}

/// Does `work` to the whole workspace with all features, except the one that wants MPI.
fn whole(work: fn(&[&str]) -> Result<Outcome>) -> Result<Outcome> {
    let features = Workspace::load()?.features_but_of(&[]);
    work(&[&["--workspace"][..], &features.each_ref().map(String::as_str)].concat())
}

/// Lints all targets; the examples as tests alone, as all but one are (it wants MPI).
fn lint(arguments: &[&str]) -> Result<Outcome> {
    let targets = ["--lib", "--bins", "--tests", "--benches"];
    run(&[&["clippy", "--quiet"][..], &targets, arguments, &DENY_WARNINGS].concat())
}

/// Returns the command of the unit, integration and documentation tests. A snapshot that differs is
/// a failure here.
fn tests(arguments: &[&str]) -> Command {
    let mut tests = cargo([&["test", "--quiet", "--profile", "ci"][..], arguments].concat());
    tests.env("INSTA_UPDATE", "no");
    tests
}

fn test(arguments: &[&str], tally: &mut Tally) -> Result<Outcome> {
    count(&mut tests(arguments), tally)
}

/// Runs the tests of all packages but xtask, or those in their documentation: with `--tests`, cargo
/// builds the examples that have tests once, not as programs too.
fn test_all(part: &str, tally: &mut Tally) -> Result<Outcome> {
    let packages = all_but_xtask()?;
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    test(&[&packages[..], &[part]].concat(), tally)
}

/// Builds the tests, so that the engine among them can be looked at before they run.
fn build_tests() -> Result<Outcome> {
    let packages = all_but_xtask()?;
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    let quietly = ["test", "--quiet", "--profile", "ci"];
    run(&[&quietly[..], &packages, &["--tests", "--no-run"]].concat())
}

/// Returns the arguments of all packages but xtask with their features, without those of the
/// engine's program, of which the options for tuning in `uci` are a part.
fn all_but_xtask() -> Result<Vec<String>> {
    let features = Workspace::load()?.features_but_of(&["xtask", ENGINE, "uci"]);
    let packages = ["--workspace", "--exclude", "xtask"].map(str::to_owned);
    Ok([&packages[..], &features].concat())
}

fn tested() -> Result<Engine> {
    Engine::last_built(Build::Checked)
}

/// Runs the tests of this program, built as it runs here.
fn test_xtask(tally: &mut Tally) -> Result<Outcome> {
    count(cargo(["test", "--quiet", "--package", "xtask"]).env("INSTA_UPDATE", "no"), tally)
}

fn count(command: &mut Command, tally: &mut Tally) -> Result<Outcome> {
    let printed = capture_within(command, TEST_LIMIT).map_err(|error| {
        let differs = error.to_string().contains("snapshot assertion for");
        if differs { error.context(format!("snapshots differ: run `{REVIEW}`")) } else { error }
    });
    let found = Tally::of(&printed?);
    ensure!(found.passed > 0, "no test ran");
    tally.add(&found);
    Ok(Outcome::Passed(found.to_string()))
}

fn document(arguments: &[&str]) -> Result<Outcome> {
    let arguments = [&["doc", "--quiet", "--no-deps"][..], arguments].concat();
    capture(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Outcome::passed())
}

fn run(arguments: &[&str]) -> Result<Outcome> {
    capture(&mut cargo(arguments))?;
    Ok(Outcome::passed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn contributing_lists_the_steps() {
        let page = std::fs::read_to_string(process::root().join("CONTRIBUTING.md")).unwrap();
        let (_, table) = page.split_once("| step of `ci` |").unwrap();
        let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
        let listed: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
        let steps: Vec<String> = STEPS.iter().map(|step| format!("| {}", step.name)).collect();
        assert_eq!(listed, steps);
    }
}
