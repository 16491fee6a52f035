//! `snapshot`: the reviewed outputs that tests compare with (insta's `.snap` files).
//!
//! A test whose output differs leaves the new text beside the old one, as `NAME.snap.new`.
//! Snapshots inside of source files are not used in this workspace.

use std::fs;
use std::io::{self, BufRead};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Subcommand;

use crate::output;
use crate::process::{capture, cargo, git, root};
use crate::workspace::Workspace;

pub(crate) const REVIEW: &str = "cargo xtask snapshot review";

/// The line of a new snapshot that says where the test is, which a reviewed one lacks.
const PLACE: &str = "assertion_line: ";

/// An action on the snapshots.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Run the tests, show each difference and ask for a decision
    Review {
        /// One crate alone
        #[arg(short, long, value_name = "CRATE")]
        package: Option<String>,
    },
    /// Run the tests and accept every new snapshot; look at them afterwards
    Accept {
        /// One crate alone
        #[arg(short, long, value_name = "CRATE")]
        package: Option<String>,
    },
}

pub(crate) fn run(action: Action) -> Result<()> {
    match action {
        Action::Review { package } => decide(package.as_deref(), || {
            output::line("accept? y: yes, n: no, anything else: later");
            let answer = io::stdin().lock().lines().next().transpose()?;
            Ok(answer.and_then(|line| match line.trim() {
                "y" => Some(true),
                "n" => Some(false),
                _ => None,
            }))
        }),
        Action::Accept { package } => decide(package.as_deref(), || Ok(Some(true))),
    }
}

/// Returns the command that runs the tests of the crates with snapshots, or of one of them.
fn tests(only: Option<&str>) -> Result<Command> {
    let mut tests = cargo(["test", "--quiet", "--profile", "ci", "--tests"]);
    let workspace = Workspace::load()?;
    let only = only.map(|name| workspace.member(name)).transpose()?;
    let with_snapshots = workspace.members.iter().filter(|member| member.depends_on("insta"));
    let members = with_snapshots.filter(|one| only.is_none_or(|it| it.package == one.package));
    tests.args(members.flat_map(|member| ["--package", &member.package]));
    ensure!(tests.get_args().any(|word| word == "--package"), "the crate has no snapshots");
    Ok(tests)
}

fn pending() -> Result<Vec<String>> {
    let files = capture(&mut git(["ls-files", "--others", "--", "*.snap.new"]))?;
    Ok(files.lines().map(str::to_owned).collect())
}

/// Runs the tests past their differences, and settles each.
fn decide(only: Option<&str>, ask: impl FnMut() -> Result<Option<bool>>) -> Result<()> {
    let mut tests = tests(only)?;
    tests.arg("--no-fail-fast").envs([("INSTA_UPDATE", "new"), ("INSTA_FORCE_PASS", "1")]);
    capture(&mut tests)?;
    settle(root(), &pending()?, ask)
}

/// Shows each new snapshot and accepts, drops or leaves it.
fn settle(
    folder: &Path,
    pending: &[String],
    mut ask: impl FnMut() -> Result<Option<bool>>,
) -> Result<()> {
    for file in pending {
        let new = folder.join(file);
        let old = folder.join(file.trim_end_matches(".new"));
        output::line(difference(&old, &new)?);
        match ask()? {
            Some(true) => accept(&new, &old)?,
            Some(false) => fs::remove_file(&new).with_context(|| file.clone())?,
            None => output::line(format_args!("left: {file}")),
        }
    }
    output::line(format_args!("{} new snapshots", pending.len()));
    Ok(())
}

/// Returns the lines that differ; git ends with an error if there are any.
fn difference(old: &Path, new: &Path) -> Result<String> {
    let known = if old.exists() { old } else { Path::new("/dev/null") };
    let mut diff = git(["diff", "--no-index", "--"]);
    let shown = diff.arg(known).arg(new).output()?;
    Ok(String::from_utf8_lossy(&shown.stdout).into_owned())
}

fn accept(new: &Path, old: &Path) -> Result<()> {
    let text = fs::read_to_string(new).with_context(|| new.display().to_string())?;
    let kept = text.split_inclusive('\n').filter(|line| !line.starts_with(PLACE));
    fs::write(old, kept.collect::<String>()).with_context(|| old.display().to_string())?;
    Ok(fs::remove_file(new)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accepted_snapshot_takes_the_place_of_the_old_one_without_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["a.snap", "a.snap.new"].map(|name| folder.path().join(name));
        fs::write(&new, "---\nsource: a.rs\nassertion_line: 7\n---\nfresh\n").unwrap();
        assert!(difference(&old, &new).unwrap().contains("+fresh"));
        fs::write(&old, "---\nsource: a.rs\n---\nstale\n").unwrap();
        let shown = difference(&old, &new).unwrap();
        assert!(shown.contains("-stale") && shown.contains("+fresh"), "{shown}");
        let fresh = "---\nsource: a.rs\n---\nfresh\n";
        for (answer, is_left, is_fresh) in
            [(None, true, false), (Some(true), false, true), (Some(false), false, true)]
        {
            settle(folder.path(), &["a.snap.new".to_owned()], || Ok(answer)).unwrap();
            let found = (new.exists(), fs::read_to_string(&old).unwrap() == fresh);
            assert_eq!(found, (is_left, is_fresh), "{answer:?}");
            if !is_left {
                fs::write(&new, "another").unwrap();
            }
        }
    }

    #[test]
    fn a_crate_without_snapshots_has_no_tests_to_run() {
        assert!(tests(Some("tunables")).is_err() && tests(None).is_ok());
    }
}
