//! Child processes: how cargo, git and the engine are started, how a failure is shown, and how many
//! tests ran.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::output;

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Returns a cargo command in the workspace's root, run by the same cargo that runs this program.
pub(crate) fn cargo<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    in_root(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), args)
}

pub(crate) fn git<A: AsRef<OsStr>>(args: impl IntoIterator<Item = A>) -> Command {
    in_root("git", args)
}

/// Returns the command of a program in the workspace's root.
pub(crate) fn in_root<A: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    args: impl IntoIterator<Item = A>,
) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Runs `command` to its end and returns its standard output. What it says that it has skipped is
/// passed on.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    capture_with(command, Stdio::null())
}

/// Runs `command` as [`capture`] does, with that standard input.
pub(crate) fn capture_with(command: &mut Command, input: Stdio) -> Result<String> {
    let shown = format!("{command:?}");
    let result = command
        .stdin(input)
        .output()
        .with_context(|| format!("cannot start this command: {shown}"))?;
    let stdout = String::from_utf8_lossy(&result.stdout);
    let stderr = String::from_utf8_lossy(&result.stderr);
    judge(result.status, &stdout, &stderr, &shown, |line| output::line(line))
}

/// Returns the standard output of a command that succeeded, and passes on what it has skipped.
fn judge(
    status: ExitStatus,
    stdout: &str,
    stderr: &str,
    shown: &str,
    say: impl FnMut(&str),
) -> Result<String> {
    stderr.lines().filter(|line| line.starts_with("SKIPPED ")).for_each(say);
    if !status.success() {
        let both = if stdout == stderr { "" } else { stderr };
        bail!("{stdout}{both}\nthis command failed ({status}): {shown}");
    }
    Ok(stdout.to_owned())
}

/// Runs `command` as [`capture`] does, but ends it after `limit`: the error then shows what it has
/// printed. Both its outputs are returned, as they came.
pub(crate) fn capture_within(command: &mut Command, limit: Duration) -> Result<String> {
    let shown = format!("{command:?}");
    let mut file = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file.try_clone()?);
    let child = command.spawn();
    let mut child = child.with_context(|| format!("cannot start this command: {shown}"))?;
    let end = Instant::now() + limit;
    let status = loop {
        match child.try_wait()? {
            None if Instant::now() < end => thread::sleep(Duration::from_millis(10)),
            status => break status,
        }
    };
    let mut printed = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut printed)?;
    let printed = String::from_utf8_lossy(&printed);
    let Some(status) = status else {
        child.kill()?;
        child.wait()?;
        let minutes = limit.as_secs_f64() / 60.0;
        bail!("{printed}\nthis command ran longer than {minutes:.1} min: {shown}");
    };
    judge(status, &printed, &printed, &shown, |line| output::line(line))
}

/// Returns whether this machine has a program that says its version.
pub(crate) fn is_installed(program: &str) -> bool {
    capture(Command::new(program).arg("--version")).is_ok()
}

/// Returns that a program is missing, if it is. `install` follows its name.
pub(crate) fn lacks(program: &str, install: &str) -> Option<String> {
    (!is_installed(program)).then(|| format!("there is no {program}{install}"))
}

pub(crate) fn has_standard_library(target: &str) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    capture(&mut in_root(rustc, ["--print", "target-libdir", "--target", target]))
        .is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

pub(crate) fn show(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot start: {shown}"))?;
    if !status.success() {
        bail!("this command failed ({status}): {shown}");
    }
    Ok(())
}

/// The `target-cpu` that a checkout builds for: the machine that it is on.
pub(crate) const NATIVE: &str = "native";

/// Levels of vector instructions: of this machine, of 256 bits, of 128 bits.
pub(crate) const LEVELS: [&str; 3] = [NATIVE, "x86-64-v3", "x86-64-v2"];

/// Returns the value of `RUSTFLAGS` for a `target-cpu` and forced back ends, each a `--cfg` flag
/// and its value (see docs/architecture.md, "Back ends"). The variable replaces the flags of
/// `.cargo/config.toml`, so it always names the target.
pub(crate) fn rustflags(cpu: &str, forced: &[(&str, &str)]) -> String {
    let target = format!("-C target-cpu={cpu}");
    forced.iter().fold(target, |flags, (name, value)| format!("{flags} --cfg {name}=\"{value}\""))
}

/// Counts of tests, summed over the test programs of a run.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Sums the lines `test result: ok. 5 passed; 0 failed; 1 ignored; …` of `printed`.
    pub(crate) fn of(printed: &str) -> Self {
        let mut tally = Self::default();
        for line in printed.lines().filter(|line| line.starts_with("test result:")) {
            let words: Vec<&str> = line.split([' ', ';']).filter(|word| !word.is_empty()).collect();
            let count = |what| {
                let place = words.iter().position(|&word| word == what)?;
                words.get(place.checked_sub(1)?)?.parse::<u64>().ok()
            };
            tally.passed += count("passed").unwrap_or(0);
            tally.failed += count("failed").unwrap_or(0);
            tally.ignored += count("ignored").unwrap_or(0);
        }
        tally
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.ignored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_command_that_hangs_is_ended_and_shows_its_output() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo before; sleep 100; echo after"]);
        let start = Instant::now();
        let error = capture_within(&mut command, Duration::from_millis(300)).unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(60));
        let error = error.to_string();
        assert!(error.starts_with("before\n"), "{error}");
        assert!(error.contains("longer than"), "{error}");
    }

    #[test]
    fn skips_of_a_command_are_passed_on_and_nothing_else() {
        let mut said = Vec::new();
        let say = |line: &str| said.push(line.to_owned());
        let stderr = "SKIPPED a: b\nother\n SKIPPED c\n";
        let status = ExitStatus::default();
        assert_eq!(judge(status, "done\n", stderr, "sh", say).unwrap(), "done\n");
        assert_eq!(said, ["SKIPPED a: b"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_command_that_fails_is_an_error_with_both_outputs() {
        let mut command = Command::new("sh");
        let error = capture(command.args(["-c", "echo out; echo err >&2; exit 3"])).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("out\nerr\n") && error.contains("exit status: 3"), "{error}");
        assert!(
            show(&mut Command::new("false")).is_err() && show(&mut Command::new("true")).is_ok()
        );
    }

    #[test]
    fn the_lines_of_every_test_program_are_summed() {
        let printed = "running 3 tests\n...\ntest result: ok. 3 passed; 0 failed; 1 ignored; \
                       0 measured; 0 filtered out; finished in 0.00s\n\n\
                       test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; \
                       0 filtered out; finished in 1.20s\n";
        assert_eq!(Tally::of(printed).to_string(), "7 passed, 2 failed, 1 skipped");
    }
}
