//! A test file of a crate, run in a build or at a length of its own.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo};
use crate::step::{Outcome, step};

/// A test file to run, and the way to run it.
#[derive(Clone, Default)]
pub(super) struct Trial<'a> {
    pub(super) package: &'a str,
    pub(super) file: &'a str,
    /// A part of the names of the tests to run; empty for all.
    pub(super) only: &'a str,
    /// Features of the crate beside its default ones, separated by commas.
    pub(super) features: &'a str,
    /// The profile of the build; without one `ci`, which has debug assertions.
    pub(super) profile: Option<&'a str>,
    /// Flags of the compiler in place of those in .cargo/config.toml. Cargo keeps builds of
    /// different flags side by side.
    pub(super) flags: Option<&'a str>,
    /// A part of the line of the test's output that is shown; empty for none.
    pub(super) note: &'a str,
    pub(super) variables: Vec<(&'a str, String)>,
}

impl<'a> Trial<'a> {
    /// Returns a run of the tests in a file, or of those whose names contain `only`.
    pub(super) fn of(package: &'a str, file: &'a str, only: &'a str) -> Self {
        Self { package, file, only, ..Self::default() }
    }

    /// Sets a variable of the environment, such as how long the test goes on.
    pub(super) fn with(mut self, variable: &'a str, value: &impl ToString) -> Self {
        self.variables.push((variable, value.to_string()));
        self
    }

    /// Runs the tests one at a time, as a step.
    pub(super) fn step(&self, name: &str) -> Result<()> {
        step(name, || {
            let profile = self.profile.unwrap_or("ci");
            let mut command = cargo(["test", "--quiet", "--profile", profile, "--package"]);
            command.args([self.package, "--test", self.file, "--features", self.features]);
            command.args([self.only, "--", "--nocapture", "--test-threads=1"]);
            command.envs(self.flags.map(|flags| ("RUSTFLAGS", flags)));
            let printed = capture(command.envs(self.variables.clone()))?;
            ensure!(!printed.contains("running 0 tests"), "no test ran");
            Ok(Outcome::Passed(note(&printed, self.note)))
        })
    }
}

/// Returns the first line that contains `mark`, without the dots that the test runner prints before
/// it.
pub(super) fn note(printed: &str, mark: &str) -> String {
    let found = printed.lines().find(|line| !mark.is_empty() && line.contains(mark));
    found.unwrap_or_default().trim_start_matches('.').to_owned()
}
