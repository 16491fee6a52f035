//! A test file of a crate, run in a build or at a length of its own.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo};
use crate::step::Outcome;

/// A test file to run, and the way to run it.
#[derive(Clone, Copy, Default)]
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
    /// Variables of the environment that set how long the test goes on.
    pub(super) variables: &'a [(&'a str, u64)],
    /// A part of the line of the test's output that is shown; empty for none.
    pub(super) note: &'a str,
}

impl Trial<'_> {
    /// Runs the tests one at a time.
    ///
    /// # Errors
    /// If one fails, or there is none.
    pub(super) fn run(self) -> Result<Outcome> {
        let profile = self.profile.unwrap_or("ci");
        let mut command = cargo(["test", "--quiet", "--profile", profile]);
        command.args(["--package", self.package, "--test", self.file, "--features", self.features]);
        command.args([self.only, "--", "--nocapture", "--test-threads=1"]);
        if let Some(flags) = self.flags {
            command.env("RUSTFLAGS", flags);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value.to_string())));
        let printed = capture(&mut command)?;
        ensure!(!printed.contains("running 0 tests"), "no test ran");
        Ok(Outcome::Passed(note(&printed, self.note)))
    }
}

/// Returns the first line that contains `mark`, without the dots that the test runner prints before
/// it.
pub(super) fn note(printed: &str, mark: &str) -> String {
    let found = printed.lines().find(|line| !mark.is_empty() && line.contains(mark));
    found.unwrap_or_default().trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn the_note_is_the_line_that_the_test_printed() {
        let printed = "running 1 test\n.7 operations: no foreign record\ntest result: ok\n";
        assert_eq!(note(printed, " operations: "), "7 operations: no foreign record");
        assert_eq!(note(printed, "kills"), "");
        assert_eq!(note(printed, ""), "");
    }
}
