//! `ci`: everything that must hold before a change lands.

use std::panic;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

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

/// A step of `ci`: when it runs, its name in the table of CONTRIBUTING.md, and what it does.
type Step = (Lane, &'static str, fn(&mut Tally) -> Result<Outcome>);

/// The time at which a step runs. Two lanes keep two cores busy where one alone would wait for a
/// linker or a long test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lane {
    /// Before all others, at one time: quick, and likely to fail.
    First,
    /// The lints and the tests of the workspace.
    Workspace,
    /// Beside [`Lane::Workspace`]: builds into a folder of their own; then the tests of xtask and
    /// of the documentation, which are built while those of the workspace run.
    Apart,
}

/// The variables under which long tests are a sample. The weekly checks run them whole.
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
    (Lane::First, "format", |_| format()),
    (Lane::First, "layers", |_| layers::run()),
    (Lane::First, "tidy", |_| tidy::run()),
    (Lane::First, "inventory", |_| inventory::run()),
    (Lane::First, "licences", |_| tools::without_network()),
    (Lane::First, "notices", |_| notices::check()),
    (Lane::Workspace, "programs of the tests", |_| run(&mut test_all(&["--tests", "--no-run"])?)),
    (Lane::Workspace, "bench signature", |_| bench::check(&tested()?)),
    (Lane::Workspace, "lints", |_| whole(lint)),
    (Lane::Workspace, "perft", |_| perft::count(&tested()?, Effort::Quick)),
    (Lane::Workspace, "tests", |tally| count(test_all(&["--tests"])?.envs(SHORT), tally)),
    (Lane::Apart, "portable movegen", |_| movegen::back_ends(&PORTABLE, POSITIONS)),
    (Lane::Apart, "crates outside", |_| outside::run()),
    (Lane::Apart, "docs", |_| whole(document)),
    (Lane::Apart, "lints of fuzz", |_| lint(&owned(&[&FUZZ[..], &SHARED].concat()))),
    (Lane::Apart, "tests of xtask", test_xtask),
    (Lane::Apart, "documentation tests", |tally| count(&mut test_all(&["--doc"])?, tally)),
];

/// Checks the whole workspace, step by step in two lanes, up to the first failure; a step that runs
/// in the other lane ends first.
pub(crate) fn workspace() -> Result<()> {
    run_first(&STEPS)?;
    output::line(format_args!("tests: {}", run_lanes(&STEPS)?));
    Ok(())
}

/// Runs the steps of the two lanes, and returns the tests of both.
fn run_lanes(steps: &[Step]) -> Result<Tally> {
    let failed = AtomicBool::new(false);
    let run = |lane| {
        let mut tally = Tally::default();
        run_lane(steps, lane, &failed, &mut tally).map(|()| tally)
    };
    thread::scope(|scope| {
        let apart = scope.spawn(|| run(Lane::Apart));
        let workspace = run(Lane::Workspace);
        let apart = apart.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
        let mut tally = workspace?;
        tally.add(&apart?);
        Ok(tally)
    })
}

/// Runs all steps of [`Lane::First`], those after a failure too; prints all faults but the first
/// step's, which are returned.
fn run_first(steps: &[Step]) -> Result<()> {
    let first = steps.iter().filter(|step| step.0 == Lane::First);
    let first: Vec<_> = first
        .map(|&(_, name, run)| thread::spawn(move || step(name, || run(&mut Tally::default()))))
        .collect();
    let ended = first.into_iter().map(JoinHandle::join).collect::<Vec<_>>().into_iter();
    let ended = ended.map(|one| one.unwrap_or_else(|panic| panic::resume_unwind(panic)));
    let mut faults = ended.filter_map(Result::err);
    let Some(fault) = faults.next() else { return Ok(()) };
    faults.for_each(|other| output::error(&other));
    Err(fault)
}

fn run_lane(steps: &[Step], lane: Lane, failed: &AtomicBool, tally: &mut Tally) -> Result<()> {
    for (_, name, run) in steps.iter().filter(|step| step.0 == lane) {
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
    let package = owned(&["--package", &member.package]);
    let mut tally = Tally::default();
    run_first(&STEPS)?;
    for (number, choice) in Choice::all_of(member).iter().enumerate() {
        let arguments = [&package[..], &choice.arguments()].concat();
        step(&format!("lints, {}", choice.name()), || lint(&arguments))?;
        if number == 0 && is_in_engine(member, &workspace)? {
            step("bench signature", || bench::check(&Engine::build(Build::Checked)?))?;
        }
        if number == 0 || tests_every_choice {
            let mut tests = tests(&arguments);
            if !tests_every_choice {
                tests.envs(SHORT);
            }
            step(&format!("tests, {}", choice.name()), || count(&mut tests, &mut tally))?;
        }
    }
    let all = Choice::with(&member.features_everywhere().collect::<Vec<_>>()).arguments();
    step("docs", || document(&[package, all].concat()))?;
    output::line(format_args!("tests: {tally}"));
    Ok(())
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn is_in_engine(member: &Member, workspace: &Workspace) -> Result<bool> {
    let members: Vec<&Member> = workspace.libraries().collect();
    Ok(workspace.member(ENGINE)?.reaches(&member.name, &members))
}

fn format() -> Result<Outcome> {
    run(&mut cargo(["fmt", "--all", "--check"]))?;
    run(&mut cargo(["fmt", "--check", FUZZ[0], FUZZ[1]]))
}

/// Does `work` to the whole workspace with all features, except the one that wants MPI.
fn whole(work: fn(&[String]) -> Result<Outcome>) -> Result<Outcome> {
    let features = Workspace::load()?.features_but_of(&[]);
    work(&[&owned(&["--workspace"])[..], &features].concat())
}

fn lint(arguments: &[String]) -> Result<Outcome> {
    run(&mut lints(arguments))
}

/// Returns the command of the lints of all targets; the examples are linted as tests alone, as all
/// but one are (it wants MPI).
fn lints(arguments: &[String]) -> Command {
    let mut lints = cargo(["clippy", "--quiet", "--lib", "--bins", "--tests", "--benches"]);
    lints.args(arguments).args(DENY_WARNINGS);
    lints
}

/// Returns the command of the unit, integration and documentation tests. A snapshot that differs is
/// a failure here.
fn tests(arguments: &[String]) -> Command {
    let mut tests = cargo(["test", "--quiet", "--profile", "ci"]);
    tests.args(arguments).env("INSTA_UPDATE", "no");
    tests
}

/// Returns the command of the tests of all packages but xtask, or of those in their documentation:
/// with `--tests`, cargo builds the examples that have tests once, not as programs too; with
/// `--no-run` it builds alone, so that the engine among the tests can be looked at before they run.
/// All features are on but those of the engine's program, of which the options for tuning in `uci`
/// are a part.
fn test_all(part: &[&str]) -> Result<Command> {
    let features = Workspace::load()?.features_but_of(&["xtask", ENGINE, "uci"]);
    let mut tests =
        tests(&[&owned(&["--workspace", "--exclude", "xtask"])[..], &features].concat());
    tests.args(part);
    Ok(tests)
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

fn document(arguments: &[String]) -> Result<Outcome> {
    let command = &mut cargo(["doc", "--quiet", "--no-deps"]);
    run(command.args(arguments).env("RUSTDOCFLAGS", "-D warnings"))
}

fn run(command: &mut Command) -> Result<Outcome> {
    capture(command).map(|_| Outcome::passed())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use anyhow::bail;

    use super::*;
    use crate::process;

    const PASSES: fn(&mut Tally) -> Result<Outcome> = |tally| {
        tally.passed += 1;
        Ok(Outcome::passed())
    };
    const FAILS: fn(&mut Tally) -> Result<Outcome> = |_| bail!("planted");

    #[test]
    fn a_failure_in_any_lane_is_one_of_all_and_no_step_of_its_lane_follows() {
        let [first, workspace, apart] = [Lane::First, Lane::Workspace, Lane::Apart];
        let good = [(first, "1", PASSES), (workspace, "2", PASSES), (apart, "3", PASSES)];
        assert_eq!(run_lanes(&good).unwrap().passed, 2);
        assert!(run_first(&good).is_ok());
        assert!(run_first(&[good[0], (first, "4", FAILS)]).is_err());
        for lane in [workspace, apart] {
            assert!(run_lanes(&[&good[..], &[(lane, "4", FAILS)]].concat()).is_err());
            let (failed, mut tally) = (AtomicBool::new(false), Tally::default());
            let steps = [(lane, "5", PASSES), (lane, "6", FAILS), (lane, "7", PASSES)];
            assert!(run_lane(&steps, lane, &failed, &mut tally).is_err());
            // As a lane of which the other one has failed ends.
            assert!(run_lane(&steps, lane, &failed, &mut tally).is_ok());
            assert_eq!((tally.passed, failed.into_inner()), (1, true));
        }
    }

    #[test]
    #[cfg(unix)]
    fn tests_are_counted_and_none_is_a_failure() {
        let mut tally = Tally::default();
        for (passed, sum) in [(3, 3), (0, 3), (4, 7)] {
            let result = format!("echo 'test result: ok. {passed} passed; 0 failed; 0 ignored'");
            let counted = count(Command::new("sh").args(["-c", &result]), &mut tally);
            assert_eq!((counted.is_ok(), tally.passed), (passed > 0, sum));
        }
        let is_reviewed = |(name, value): (&OsStr, Option<&OsStr>)| {
            name == "INSTA_UPDATE" && value.is_some_and(|value| value == "no")
        };
        assert!(tests(&[]).get_envs().any(is_reviewed), "a new snapshot is a failure");
        assert!(
            lints(&[]).get_args().skip_while(|&word| word != "--").eq(["--", "-D", "warnings"])
        );
    }

    #[test]
    fn contributing_lists_the_steps() {
        let page = std::fs::read_to_string(process::root().join("CONTRIBUTING.md")).unwrap();
        let (_, table) = page.split_once("| step of `ci` |").unwrap();
        let rows = table.lines().skip(2).take_while(|line| line.starts_with("| "));
        let listed: Vec<&str> = rows.filter_map(|row| row.split(" | ").next()).collect();
        let steps: Vec<String> = STEPS.iter().map(|step| format!("| {}", step.1)).collect();
        assert_eq!(listed, steps);
    }
}
