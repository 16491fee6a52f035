//! AArch64 Linux, under an emulator: the numbers, the laws of tt-core and the engine's bench.

use std::path::Path;

use anyhow::{Result, ensure};

use super::compare;
use super::foreign::Foreign;
use crate::process::{capture, is_installed};
use crate::step::{Outcome, step};
use crate::tally::Tally;

/// The target, whose programs need no library of the system.
pub(super) const MUSL: &str = "aarch64-unknown-linux-musl";

/// The emulator of its programs.
const EMULATOR: &str = "qemu-aarch64";

/// The tests of tt-core that run: its unit tests and integration tests, with these features.
const FEATURES: &str = "laws,persist,shared";

/// Tests that start their own program again, which the system cannot run by itself; one that reads
/// in `/proc` which pages are huge, of which the emulator says nothing; and one that reads there
/// when the process started, of which the emulator tells each thread something else.
const LEFT_OUT: [&str; 4] = [
    "shared_processes",
    "shared_kill",
    "this_machine_tells_what_it_gave",
    "of_many_who_open_at_once_one_creates",
];

/// Runs the steps. `numbers` is the manifest of the program that prints `expected` on this machine.
///
/// # Errors
/// If something does not build, a number differs, or a test fails.
pub(super) fn run(has_target: bool, numbers: &Path, expected: &str, target: &Path) -> Result<()> {
    if let Some(why) = missing(has_target) {
        return step(MUSL, || Ok(Outcome::Skipped(why)));
    }
    let musl = Foreign { triple: MUSL, linker: "rust-lld", runner: EMULATOR, target };
    step(&format!("numbers of {MUSL}"), || {
        let mut run = musl.cargo(&["run", "--quiet"]);
        compare(&capture(run.arg("--manifest-path").arg(numbers))?, expected)
    })?;
    step(&format!("tests of tt-core, {MUSL}"), || {
        let words = ["test", "--quiet", "--package", "palimpsest-tt-core", "--lib", "--test", "it"];
        let mut test = musl.cargo(&words);
        test.args(["--features", FEATURES, "--"]);
        test.args(LEFT_OUT.iter().flat_map(|name| ["--skip", name]));
        let tally = Tally::of(&capture(&mut test)?);
        ensure!(tally.passed > 0, "no test ran");
        Ok(Outcome::Passed(tally.to_string()))
    })?;
    step(&format!("bench signature of {MUSL}"), || musl.bench())
}

/// Returns why nothing can be run, if so.
fn missing(has_target: bool) -> Option<String> {
    if !has_target {
        return Some(super::missing(MUSL));
    }
    let why = || format!("there is no {EMULATOR} (apt-get install qemu-user)");
    (!is_installed(EMULATOR)).then(why)
}
