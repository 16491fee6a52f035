//! `snapshot`: the reviewed outputs that tests compare with (insta's `.snap` files), by
//! cargo-insta.
//!
//! A test whose output differs leaves the new text beside the old one, as `NAME.snap.new`.
//! Snapshots inside of source files are not used in this workspace.

use anyhow::{Result, bail, ensure};
use clap::Subcommand;

use crate::process::{capture, cargo, git, show};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// An action on the snapshots.
#[derive(Clone, Copy, Subcommand)]
pub(crate) enum Action {
    /// Fail if a test's output differs from its snapshot, or if a new snapshot awaits review
    Check,
    /// Run the tests, show each difference and ask for a decision (needs cargo-insta)
    Review,
    /// Run the tests and accept every new snapshot; look at them afterwards (needs cargo-insta)
    Accept,
}

/// Carries out one of the verbs.
///
/// # Errors
/// If a test fails for another reason than its snapshot, or if cargo-insta is missing.
pub(crate) fn run(action: Action) -> Result<()> {
    match action {
        Action::Check => step("snapshots", check),
        Action::Review => with_insta("--review"),
        Action::Accept => with_insta("--accept"),
    }
}

fn check() -> Result<Outcome> {
    let mut tests = cargo(["test", "--quiet", "--profile", "ci", "--tests"]);
    tests.args(packages()?).env("INSTA_UPDATE", "no");
    capture(&mut tests)?;
    let pending = capture(&mut git(["ls-files", "--others", "--", "*.snap.new"]))?;
    ensure!(pending.is_empty(), "new snapshots await review:\n{pending}");
    Ok(Outcome::passed())
}

fn with_insta(flag: &str) -> Result<()> {
    if capture(&mut cargo(["insta", "--version"])).is_err() {
        bail!("cargo-insta is not installed (cargo install cargo-insta --locked)");
    }
    // Without `--check` a test goes on past its first difference, so that one run finds them all.
    show(cargo(["insta", "test", flag, "--profile", "ci"]).args(packages()?))
}

/// Returns the arguments that name the crates with snapshots.
fn packages() -> Result<Vec<String>> {
    let workspace = Workspace::load()?;
    let members = workspace.members.iter().filter(|member| member.depends_on("insta"));
    Ok(members.flat_map(|member| ["--package".to_owned(), member.package.clone()]).collect())
}
