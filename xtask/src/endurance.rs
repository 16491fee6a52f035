//! `kill`, `allocations`: tests of the table that `ci` runs shortened, at full length.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo};
use crate::step::{Outcome, step};
use crate::workspace::Workspace;

/// Four processes on one shared table, one killed each second, and that a table without the mask of the keys
/// fails.
///
/// # Errors
/// If a process sees a record that nobody stored, or if none does without the mask.
pub(crate) fn kill(seconds: u64) -> Result<()> {
    let variable = ("TT_KILL_SECONDS", seconds);
    step("kill", || test("shared_kill", variable, "", "kills, "))?;
    let shorter = ("TT_KILL_SECONDS", seconds.min(10));
    step("kill, no mask", || test("shared_kill", shorter, "--cfg tt_core_mutant", "kills, "))
}

/// So many operations of the table under an allocator that counts.
///
/// # Errors
/// If one of them allocates.
pub(crate) fn allocations(operations: u64) -> Result<()> {
    let variable = ("TT_ALLOCATION_OPERATIONS", operations);
    step("allocations", || test("allocation", variable, "", " operations"))
}

/// Runs one test file of tt-core with a variable set. Other flags than none have a target folder of their
/// own, because they would make every other build start anew.
fn test(file: &str, variable: (&str, u64), flags: &str, note: &str) -> Result<Outcome> {
    let mut command = cargo(["test", "--quiet", "--profile", "ci", "--package", "tt-core"]);
    command.args(["--features", "shared", "--test", file]);
    if !flags.is_empty() {
        command.env("RUSTFLAGS", flags);
        command.arg("--target-dir").arg(Workspace::load()?.target.join("mutant"));
    }
    command.args(["--", "--nocapture", "--test-threads=1"]).env(variable.0, variable.1.to_string());
    let printed = capture(&mut command)?;
    ensure!(printed.contains("test result: ok"), "no test ran");
    let note = printed.lines().find(|line| line.contains(note));
    Ok(Outcome::Passed(note.unwrap_or_default().trim_start_matches('.').to_owned()))
}
