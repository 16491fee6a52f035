//! `check mutants`: small changes of a crate's code that its tests should find.
//!
//! All changes of a sample are built at once, each behind its number, in a copy of the checkout
//! below the target folder; the environment then chooses one. So a change costs the tests that
//! reach it and no build (mutant schemata; Untch, Offutt and Harrold, 1993). The shares that were
//! measured are in docs/mutants.md.

mod changes;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use self::changes::Change;
use crate::output::{self, Outcome, step};
use crate::process::{capture_within, cargo};
use crate::source::{self, Source};
use crate::workspace::{Member, Workspace, copy_to};

/// The variable with the number of the chosen change.
const CHOICE: &str = "PALIMPSEST_MUTANT";

/// The variable with the folder in which each change that is reached leaves a file.
const REACHED: &str = "PALIMPSEST_MUTANTS_REACHED";

/// The time limit of a program of tests without a change.
const LONGEST: Duration = Duration::from_secs(1800);

/// The changes to try: a sample of all of a package, at equal distances.
#[derive(Args)]
pub(crate) struct Mutants {
    /// The packages that are changed, one after the other
    #[arg(required = true)]
    packages: Vec<String>,
    /// How many changes, about
    #[arg(long, default_value_t = 150)]
    sample: usize,
    /// Which of the samples, counted from 0
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Only in files whose path contains this
    #[arg(long, default_value = "")]
    files: String,
    /// The tests of this package, too
    #[arg(long = "tests-of")]
    others: Vec<String>,
    /// Percent of the changes that the tests shall find
    #[arg(long, default_value_t = 90)]
    goal: usize,
}

/// Builds each changed package and counts the changes that the tests find.
pub(super) fn run(sample: &Mutants) -> Result<()> {
    sample
        .packages
        .iter()
        .try_for_each(|package| step(&format!("mutants of {package}"), || measure(package, sample)))
}

/// A program of tests, and the folder that it starts in.
struct Program {
    path: PathBuf,
    folder: PathBuf,
    /// Those that pass without a change: in a copy without git a few do not.
    tests: Vec<Test>,
}

struct Test {
    name: String,
    reaches: BTreeSet<usize>,
    duration: Duration,
}

/// Tests beyond one of these durations are tried after all shorter ones.
const SLOW: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

fn measure(package: &String, sample: &Mutants) -> Result<Outcome> {
    let workspace = Workspace::load()?;
    let member = workspace.member(package)?;
    let folder = workspace.target.join("mutants");
    let tree = folder.join("tree");
    copy_to(&tree)?;
    let sources = source::files(&tree, &format!("{}/src", member.folder()), ".rs")?;
    let sources = sources.iter().filter(|path| !is_of_tests(path));
    let sources = sources.map(|path| Source::read(&tree, path)).collect::<Result<Vec<_>>>()?;
    let meant = sources.iter().filter(|source| source.path.contains(&sample.files));
    let all: Vec<Change> = meant.flat_map(changes::of).collect();
    let drawn = draw(&all, sample.sample, sample.first);
    let tests = [package].into_iter().chain(&sample.others);
    let tests = tests.map(|name| workspace.member(name)).collect::<Result<Vec<_>>>()?;
    let mut left: BTreeSet<usize> = (0..drawn.len()).collect();
    let built = loop {
        for source in &sources {
            fs::write(tree.join(&source.path), changed(source, &drawn, &left))?;
        }
        output::status(format_args!("        {} changes are built", left.len()));
        match build(&tree, &folder, &tests)? {
            Ok(programs) => break programs,
            Err(places) => {
                let blamed = blamed(&drawn, &left, &places);
                ensure!(!blamed.is_empty(), "the copy in {tree:?} does not compile: {places:?}");
                left.retain(|number| !blamed.contains(number));
            }
        }
    };
    let programs = built.into_iter().map(try_unchanged).collect::<Result<Vec<_>>>()?;
    let mut found = 0;
    let mut report = String::new();
    for (done, &number) in left.iter().enumerate() {
        output::status(format_args!("        {found} of {done} found, of {}", left.len()));
        let how = match finds(&programs, number) {
            None => "unreached",
            Some(true) => "found    ",
            Some(false) => "missed   ",
        };
        found += usize::from(how.starts_with("found"));
        let line = format!("{how} {number:3} {}", drawn[number].name());
        if !how.starts_with("found") {
            output::line(&line);
        }
        writeln!(report, "{line}")?;
        fs::write(folder.join(format!("{}.txt", member.name)), &report)?;
    }
    let (tried, refused) = (left.len(), drawn.len() - left.len());
    let said = format!("{found} of {tried} found, {refused} do not compile, of {}", all.len());
    ensure!(tried > 0 && 100 * found >= sample.goal * tried, "{said}: goal {} %", sample.goal);
    Ok(Outcome::Passed(said))
}

fn is_of_tests(path: &str) -> bool {
    path.split(['/', '.']).any(|part| part == "tests")
}

/// Returns about so many of the changes, none inside of another one.
fn draw(all: &[Change], sample: usize, first: usize) -> Vec<Change> {
    let parts = ((all.len() + sample / 2) / sample.max(1)).max(1);
    let mut drawn: Vec<Change> = Vec::new();
    for change in all.iter().skip(first % parts).step_by(parts) {
        let apart =
            |last: &Change| last.path != change.path || last.range.end <= change.range.start;
        if drawn.last().is_none_or(apart) {
            drawn.push(change.clone());
        }
    }
    drawn
}

/// Returns the text of a file with those of the changes that are `left`; the root of a crate has
/// the function that they ask, too.
fn changed(source: &Source, drawn: &[Change], left: &BTreeSet<usize>) -> String {
    let mut text = source.text.clone();
    for &number in left.iter().rev().filter(|&&number| drawn[number].path == source.path) {
        text.replace_range(drawn[number].range.clone(), &drawn[number].behind(number));
    }
    if source.path.ends_with("/src/lib.rs") || source.path.ends_with("/src/main.rs") {
        let asks = include_str!("mutants/chosen.rs.txt");
        let asks = asks.replace("COUNT", &drawn.len().max(1).to_string());
        text.push_str(&asks.replace("CHOICE_NAME", CHOICE).replace("REACHED_NAME", REACHED));
    }
    text
}

/// A file and the lines in it of which the compiler complains.
type Place = (String, RangeInclusive<usize>);

fn is_at(change: &Change, (path, lines): &Place) -> bool {
    let own = &change.lines;
    change.path == *path && lines.start() <= own.end() && own.start() <= lines.end()
}

/// Returns the changes at these places; where there is none, the last one before the first place:
/// a variable without a value is an error where it is used.
fn blamed(drawn: &[Change], left: &BTreeSet<usize>, places: &[Place]) -> BTreeSet<usize> {
    let at = |&&number: &&usize| places.iter().any(|place| is_at(&drawn[number], place));
    let at: BTreeSet<usize> = left.iter().filter(at).copied().collect();
    if !at.is_empty() {
        return at;
    }
    let Some((path, lines)) = places.first() else { return at };
    let before = |&&number: &&usize| {
        let change = &drawn[number];
        change.path == *path && change.lines.end() < lines.start()
    };
    left.iter().rfind(before).copied().into_iter().collect()
}

/// Builds the tests of the copy. The inner error is the places at which it does not compile.
fn build(
    tree: &Path,
    folder: &Path,
    tests: &[&Member],
) -> Result<Result<Vec<Program>, Vec<Place>>> {
    let arguments = ["test", "--no-run", "--profile", "ci", "--message-format", "json"];
    let mut command = cargo(arguments);
    for member in tests {
        let names = member.features_everywhere();
        let features = names.map(|name| format!("{}/{name}", member.package)).collect::<Vec<_>>();
        command.args(["--package", &member.package, "--features", &features.join(",")]);
    }
    command.current_dir(tree).env("CARGO_TARGET_DIR", folder.join("target"));
    let output = command.output().context("cannot start cargo")?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let messages: Vec<Value> =
        printed.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if output.status.success() {
        let tests = messages.iter().filter(|message| message["profile"]["test"] == true);
        let program = |message: &Value| {
            let manifest = Path::new(message["manifest_path"].as_str()?);
            Some(Program {
                path: message["executable"].as_str()?.into(),
                folder: manifest.parent()?.into(),
                tests: Vec::new(),
            })
        };
        return Ok(Ok(tests.filter_map(program).collect()));
    }
    let errors = messages.iter().map(|message| &message["message"]);
    let errors = errors.filter(|message| message["level"] == "error");
    let spans = errors.flat_map(|message| message["spans"].as_array().into_iter().flatten());
    let places: Vec<Place> = spans
        .filter(|span| span["is_primary"] == true)
        .filter_map(|span| {
            let path = span["file_name"].as_str()?.to_owned();
            let line = |name: &str| span[name].as_u64().map(|line| line as usize);
            Some((path, line("line_start")?..=line("line_end")?))
        })
        .collect();
    if places.is_empty() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(Err(places))
}

/// Runs a program without a change, then each test that passes alone: which changes it reaches and
/// how long it takes.
fn try_unchanged(mut program: Program) -> Result<Program> {
    let name = program.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    output::status(format_args!("        {name} without a change"));
    let list = capture_within(program.command([]).args(["--list", "--format", "terse"]), LONGEST)?;
    let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
    let mut names: Vec<String> = names.map(String::from).collect();
    if let Err(error) = capture_within(&mut program.command([]), LONGEST) {
        let text = error.to_string();
        let failed: Vec<&str> = failed_tests(&text).collect();
        ensure!(!failed.is_empty(), "{name} fails without a change: {text}");
        for test in &failed {
            output::line(format_args!("SKIPPED {test}: it fails in {name} without a change"));
        }
        names.retain(|test| !failed.contains(&test.as_str()));
    }
    for test in names {
        let reached = tempfile::tempdir()?;
        let start = Instant::now();
        // The files disturb a test that counts files: it may fail here.
        drop(capture_within(program.command([&test]).env(REACHED, reached.path()), LONGEST));
        let duration = start.elapsed();
        let files = fs::read_dir(reached.path())?.collect::<Result<Vec<_>, _>>()?;
        let numbers = files.iter().filter_map(|file| file.file_name().to_str()?.parse().ok());
        program.tests.push(Test { name: test, reaches: numbers.collect(), duration });
    }
    Ok(program)
}

/// Returns the names of the tests that libtest calls failed.
fn failed_tests(printed: &str) -> impl Iterator<Item = &str> {
    printed.lines().filter_map(|line| {
        line.strip_prefix("test ")?
            .strip_suffix(" ... FAILED")
            .map(|name| name.split_once(" - ").map_or(name, |(name, _)| name))
    })
}

/// Returns whether a test that reaches the change fails or does not end; `None` if none reaches it.
fn finds(programs: &[Program], number: usize) -> Option<bool> {
    let goes = (0..=SLOW.len()).flat_map(|slowness| {
        programs.iter().map(move |program| (program, program.reaching(number, slowness)))
    });
    let mut goes = goes.filter(|(_, tests)| !tests.is_empty()).peekable();
    goes.peek()?;
    Some(goes.any(|(program, tests)| {
        let limit = 4 * tests.iter().map(|test| test.duration).sum::<Duration>();
        let mut command = program.command(tests.iter().map(|test| &test.name));
        command.env(CHOICE, number.to_string());
        capture_within(&mut command, Duration::from_secs(20) + limit).is_err()
    }))
}

impl Program {
    /// Returns the tests that reach a change and last longer than so many of [`SLOW`].
    fn reaching(&self, number: usize, slowness: usize) -> Vec<&Test> {
        let reaches = |test: &&Test| test.reaches.contains(&number);
        let tests = self.tests.iter().filter(reaches);
        let longer = |test: &Test| SLOW.iter().filter(|&&limit| test.duration > limit).count();
        tests.filter(|test| longer(test) == slowness).collect()
    }

    /// Returns the command that runs these tests, or all.
    fn command<'t>(&self, tests: impl IntoIterator<Item = &'t String>) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.folder).arg("--exact").args(tests);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "fn f() {\n    g(1 + 2);\n    h();\n}\n";

    fn numbers(drawn: &[Change]) -> BTreeSet<usize> {
        (0..drawn.len()).collect()
    }

    #[test]
    fn a_sample_has_its_size_and_no_change_inside_of_another() {
        let text = "fn f() { a(); b(); c(); d(); e(); f(); g(); h(); }";
        let all = changes::of(&Source::parse("a.rs", text).unwrap());
        let lines = |sample, first| draw(&all, sample, first).iter().map(Change::name).collect();
        let [whole, half, others]: [Vec<String>; 3] = [lines(100, 0), lines(4, 0), lines(4, 3)];
        assert_eq!((whole.len(), half.len(), draw(&all, 1, 0).len()), (8, 4, 1));
        assert_eq!([&half[..], &others[..]].concat().iter().collect::<BTreeSet<_>>().len(), 8);
        // The call, the sum in it, and both numbers of the sum.
        let nested = changes::of(&Source::parse("a.rs", TEXT).unwrap());
        assert_eq!((nested.len(), draw(&nested, 100, 0).len()), (5, 2));
    }

    #[test]
    fn an_error_behind_a_change_is_blamed_on_it() {
        let drawn = draw(&changes::of(&Source::parse("a.rs", TEXT).unwrap()), 100, 0);
        let blamed = |path: &str, line: usize| {
            blamed(&drawn, &numbers(&drawn), &[(path.into(), line..=line)]).into_iter().next()
        };
        assert_eq!([2, 3, 4].map(|line| blamed("a.rs", line)), [Some(0), Some(1), Some(1)]);
        assert_eq!([blamed("a.rs", 1), blamed("b.rs", 4)], [None, None]);
    }

    #[test]
    fn a_changed_file_has_those_that_are_left_and_a_root_their_choice() {
        let source = Source::parse("crates/a/src/b.rs", TEXT).unwrap();
        let drawn = draw(&changes::of(&source), 100, 0);
        let text = changed(&source, &drawn, &numbers(&drawn));
        assert_eq!(text.matches(changes::CHOSEN).count(), 2, "{text}");
        let text = changed(&source, &drawn, &BTreeSet::from([1]));
        assert_eq!(text, TEXT.replace("h();", "if !crate::__is_chosen(1) { h(); }"));
        let root = Source::parse("crates/a/src/lib.rs", TEXT).unwrap();
        let text = changed(&root, &drawn, &BTreeSet::new());
        assert!(text.contains("; 2]") && text.contains(CHOICE) && text.contains(REACHED), "{text}");
        syn::parse_file(&text).unwrap();
    }

    #[test]
    fn errors_at_the_lines_of_a_change_are_its_own() {
        let source = Source::parse("a.rs", TEXT).unwrap();
        let drawn = draw(&changes::of(&source), 100, 0);
        let hit = |path: &str, lines| is_at(&drawn[0], &(path.to_owned(), lines));
        assert!(hit("a.rs", 2..=2) && hit("a.rs", 1..=3));
        assert!(!hit("a.rs", 3..=4) && !hit("a.rs", 1..=1) && !hit("b.rs", 2..=2));
    }

    #[test]
    fn names_of_failed_tests_are_read() {
        let printed = "test a::b ... FAILED\ntest c - should panic ... FAILED\ntest d ... ok\n";
        assert_eq!(failed_tests(printed).collect::<Vec<_>>(), ["a::b", "c"]);
    }

    /// Of three tests, `one` reaches 3 and 5 and finds 3, `slow` reaches and finds 6, and `never`
    /// does not pass.
    #[test]
    #[cfg(unix)]
    fn a_change_is_found_by_a_test_that_reaches_it_and_fails() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tests");
        let text = format!(
            r#"#!/bin/sh
            reach() {{ for it; do test -z "${REACHED}" || touch "${REACHED}/$it"; done; }}
            case "$*" in
                *--list*) printf 'one: test\nslow: test\nnever: test\nspeed: benchmark\n' ;;
                --exact) echo 'test never ... FAILED'; exit 1 ;;
                *one*) reach 3 5; test "${CHOICE}" != 3 ;;
                *slow*) reach 6; test "${CHOICE}" != 6 ;;
                *) exit 1 ;;
            esac"#
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
        let program = Program { path, folder: folder.path().to_owned(), tests: Vec::new() };
        let mut program = try_unchanged(program).unwrap();
        let reached = program.tests.iter().map(|test| (&*test.name, test.reaches.clone()));
        let expected = [("one", BTreeSet::from([3, 5])), ("slow", BTreeSet::from([6]))];
        assert!(reached.eq(expected));
        program.tests[1].duration = 2 * SLOW[1];
        let programs = [program];
        let found = [3, 4, 5, 6].map(|number| finds(&programs, number));
        assert_eq!(found, [Some(true), None, Some(false), Some(true)]);
    }
}
