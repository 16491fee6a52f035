//! `snapshot`: the reviewed outputs that tests compare with (insta's `.snap` files).
//!
//! A test whose output differs leaves the new text beside the old one, as `NAME.snap.new`. These
//! verbs find such files, show the difference and move or remove them. Snapshots inside of source
//! files are not used in this workspace.

use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Subcommand;

use crate::output;
use crate::process::{self, capture, cargo, git};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// An action on the snapshots.
#[derive(Clone, Copy, Subcommand)]
pub(crate) enum Action {
    /// Fail if a test's output differs from its snapshot, or if a new snapshot awaits review
    Check,
    /// Run the tests, show each difference and ask what to do with it
    Review,
    /// Accept every new snapshot that is there; look at them first
    Accept,
}

/// Carries out one of the verbs.
///
/// # Errors
/// If a test fails for another reason than its snapshot, or if a file cannot be moved.
pub(crate) fn run(action: Action) -> Result<()> {
    match action {
        Action::Check => step("snapshots", check),
        Action::Review => review(),
        Action::Accept => accept_all(),
    }
}

fn check() -> Result<Outcome> {
    let mut tests = tests()?;
    capture(tests.env("INSTA_UPDATE", "no"))?;
    let pending = pending()?;
    ensure!(pending.is_empty(), "new snapshots await review: {}", names(&pending));
    Ok(Outcome::passed())
}

fn review() -> Result<()> {
    // `force pass` lets a test go on past its first difference, so that one run finds them all.
    let mut tests = tests()?;
    output::status("running the tests that have snapshots");
    capture(tests.env("INSTA_UPDATE", "new").env("INSTA_FORCE_PASS", "1"))?;
    let pending = pending()?;
    if pending.is_empty() {
        output::line("every output is as its snapshot says");
    }
    let mut answers = io::stdin().lock().lines();
    for new in &pending {
        output::line(difference(new)?);
        output::prompt(format_args!("{}: (a)ccept, (r)eject, (s)kip?", new.display()));
        let answer = answers.next().transpose()?.unwrap_or_default();
        match answer.trim() {
            "a" | "accept" => accept(new)?,
            "r" | "reject" => fs::remove_file(new).with_context(|| format!("{new:?}"))?,
            _ => output::line("left for later"),
        }
    }
    Ok(())
}

fn accept_all() -> Result<()> {
    let pending = pending()?;
    for new in &pending {
        accept(new)?;
        output::line(format_args!("accepted {}", new.display()));
    }
    output::line(format_args!("{} accepted", pending.len()));
    Ok(())
}

/// Returns the command that runs the tests of the crates with snapshots.
fn tests() -> Result<std::process::Command> {
    let workspace = Workspace::load()?;
    let mut command = cargo(["test", "--quiet", "--profile", "ci", "--tests"]);
    for member in workspace.members.iter().filter(|member| member.depends_on("insta")) {
        command.args(["--package", &member.package]);
    }
    Ok(command)
}

/// Returns every new snapshot of the workspace, in the order of the paths.
fn pending() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    find(&process::root().join("crates"), &mut found)?;
    found.sort();
    Ok(found)
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {folder:?}"))? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            find(&path, found)?;
        } else if path.to_string_lossy().ends_with(".snap.new") {
            found.push(path);
        }
    }
    Ok(())
}

fn names(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

/// Moves a new snapshot over the old one, without the line that says where the assertion stood:
/// that number changes with every edit above it.
fn accept(new: &Path) -> Result<()> {
    let text = fs::read_to_string(new).with_context(|| format!("cannot read {new:?}"))?;
    let old = new.with_extension("");
    fs::write(&old, without_line_number(&text)).with_context(|| format!("cannot write {old:?}"))?;
    fs::remove_file(new).with_context(|| format!("cannot remove {new:?}"))
}

/// Returns the text of a snapshot without `assertion_line` in its header, which is between two
/// `---`.
fn without_line_number(text: &str) -> String {
    let mut fences = 0;
    text.split_inclusive('\n')
        .filter(|line| {
            fences += u32::from(line.trim_end() == "---");
            fences != 1 || !line.starts_with("assertion_line:")
        })
        .collect()
}

/// Returns git's difference between the old snapshot and the new one; for a first snapshot, its
/// text.
fn difference(new: &Path) -> Result<String> {
    let old = new.with_extension("");
    if !old.exists() {
        return fs::read_to_string(new).with_context(|| format!("cannot read {new:?}"));
    }
    let mut diff = git(["diff", "--no-index", "--color=auto", "--"]);
    let result = diff.args([&old, new]).output().context("cannot start git diff")?;
    Ok(String::from_utf8_lossy(&result.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEW: &str = "---\nsource: a.rs\nassertion_line: 7\nexpression: x\n---\ntext\n";

    #[test]
    fn accepting_moves_the_file_and_drops_the_line_number() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("a.snap.new");
        fs::write(&new, NEW).unwrap();
        accept(&new).unwrap();
        let old = fs::read_to_string(folder.path().join("a.snap")).unwrap();
        assert_eq!(old, "---\nsource: a.rs\nexpression: x\n---\ntext\n");
        assert!(!new.exists());
    }

    #[test]
    fn the_text_of_a_snapshot_is_kept_whole() {
        let text = "---\nsource: a.rs\n---\nassertion_line: 1\n---\nassertion_line: 2\n";
        assert_eq!(without_line_number(text), text);
    }

    #[test]
    fn new_snapshots_are_found_in_folders() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("snapshots");
        fs::create_dir(&inner).unwrap();
        fs::write(inner.join("a.snap.new"), NEW).unwrap();
        fs::write(inner.join("b.snap"), NEW).unwrap();
        let mut found = Vec::new();
        find(folder.path(), &mut found).unwrap();
        assert_eq!(found, [inner.join("a.snap.new")]);
    }

    #[test]
    fn a_difference_shows_both_sides() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("a.snap.new");
        fs::write(&new, NEW).unwrap();
        assert_eq!(difference(&new).unwrap(), NEW);
        fs::write(folder.path().join("a.snap"), NEW.replace("text", "older")).unwrap();
        let shown = difference(&new).unwrap();
        assert!(shown.contains("-older") && shown.contains("+text"), "{shown}");
    }
}
