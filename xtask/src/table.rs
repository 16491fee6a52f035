//! `loom`, `hammer`, `tsan`, `bench tt`: the checks of the table that need a build of their own, and its
//! speed.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::output;
use crate::process::{capture, cargo, show};
use crate::step::{Outcome, step};
use crate::workspace::{self, Workspace};

/// Takes the mask from the keys: what the checks must notice.
const MUTANT: &str = "--cfg tt_core_mutant";

/// Model checking of the table with loom, and that the model without the mask fails.
///
/// # Errors
/// If a model fails, or if one without the mask does not.
pub(crate) fn loom() -> Result<()> {
    for (name, flags) in
        [("loom", "--cfg loom"), ("loom, no mask", "--cfg loom --cfg tt_core_mutant")]
    {
        step(name, || test_of_table("loom", flags, "loom", None))?;
    }
    Ok(())
}

/// Racing threads on 64 keys, on every back end of this machine or those of a list, and without the mask.
///
/// # Errors
/// If the list names none that the machine has, if a thread sees a foreign record, or if none does without the mask.
pub(crate) fn hammer(operations: u64, only: &[String]) -> Result<()> {
    let wanted = |line: &&str| only.is_empty() || only.iter().any(|name| name == line);
    let lines: Vec<_> = back_ends().into_iter().filter(wanted).collect();
    ensure!(!lines.is_empty(), "{} names no back end of this machine", only.join(","));
    for line in lines {
        let flags = format!("-C target-cpu=native --cfg tt_core_line=\"{line}\"");
        for (name, flags) in [
            (format!("hammer {line}"), flags.clone()),
            (format!("hammer {line}, no mask"), format!("{flags} {MUTANT}")),
        ] {
            step(&name, || test_of_table("hammer", &flags, "hammer", Some(operations)))?;
        }
    }
    Ok(())
}

/// The widths of the table's line loads that this machine can run.
fn back_ends() -> Vec<&'static str> {
    let mut widths = vec!["scalar"];
    #[cfg(target_arch = "x86_64")]
    for (width, present) in [
        ("128", is_x86_feature_detected!("avx")),
        ("256", is_x86_feature_detected!("avx2")),
        ("512", is_x86_feature_detected!("avx512f")),
    ] {
        if present {
            widths.push(width);
        } else {
            output::line(format_args!("SKIPPED back end {width}: this processor does not have it"));
        }
    }
    widths
}

/// Runs one test file of tt-core in a build with those flags, in a target folder of its own.
fn test_of_table(
    test: &str,
    flags: &str,
    folder: &str,
    operations: Option<u64>,
) -> Result<Outcome> {
    let target = Workspace::load()?.target.join(folder);
    let mut command = cargo(["test", "--quiet", "--profile", "ci", "--package", "tt-core"]);
    command.args(["--test", test, "--target-dir"]).arg(target).env("RUSTFLAGS", flags);
    command.args(["--", "--nocapture", "--test-threads=1"]);
    if let Some(operations) = operations {
        command.env("TT_HAMMER_OPERATIONS", operations.to_string());
    }
    let printed = capture(&mut command)?;
    ensure!(printed.contains("test result: ok"), "no test ran");
    let note = printed.lines().find(|line| line.contains(" operations: "));
    Ok(Outcome::Passed(note.unwrap_or_default().to_owned()))
}

/// How the tests are built for ThreadSanitizer: it does not see into `asm!`, so the line is read word by word. The standard
/// library is the toolchain's own, without the sanitizer.
const SANITIZED: &str = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer \
     --cfg tt_core_line=\"scalar\" --cfg tt_core_race";

/// The false reports about that library.
const SUPPRESSIONS: &str = "crates/tt-core/tests/tsan.supp";

/// What ThreadSanitizer prints when it has found a race, and the function of ours that has one.
const REPORT: &str = "WARNING: ThreadSanitizer: data race";
const PLANTED: &str = "race::race";

/// The hammer under ThreadSanitizer, where a nightly toolchain is installed, and a planted race.
///
/// # Errors
/// If ThreadSanitizer reports a race in the hammer, or does not find the planted one.
pub(crate) fn tsan() -> Result<()> {
    let nightly = capture(Command::new("rustup").args(["run", "nightly", "rustc", "--version"]));
    let skipped = nightly.is_err().then_some("no nightly toolchain is installed");
    step("tsan", || {
        if let Some(why) = skipped {
            return Ok(Outcome::Skipped(why.into()));
        }
        let printed = capture(&mut sanitized("hammer")?)?;
        let note = printed.lines().find(|line| line.contains(" operations: "));
        Ok(Outcome::Passed(note.unwrap_or_default().to_owned()))
    })?;
    step("tsan, planted race", || {
        if let Some(why) = skipped {
            return Ok(Outcome::Skipped(why.into()));
        }
        match capture(&mut sanitized("race")?) {
            Ok(_) => bail!("ThreadSanitizer did not find the race"),
            Err(error) => {
                let text = error.to_string();
                ensure!(text.contains(REPORT) && text.contains(PLANTED), "no report:\n{text}");
                Ok(Outcome::passed())
            }
        }
    })
}

/// One test file of tt-core under ThreadSanitizer.
fn sanitized(test: &str) -> Result<Command> {
    let target = Workspace::load()?.target.join("tsan");
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let suppressions = workspace::root().join(SUPPRESSIONS);
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "test", "--quiet", "--profile", "ci"]);
    command.args(["--package", "tt-core", "--test", test, "--target", &triple, "--target-dir"]);
    command.arg(target).args(["--", "--nocapture", "--test-threads=1"]);
    command.env("RUSTFLAGS", SANITIZED);
    command.env("TSAN_OPTIONS", format!("suppressions={}", suppressions.display()));
    command.current_dir(workspace::root());
    Ok(command)
}

/// Solves Connect Four from the empty board, on this program's terminal.
///
/// # Errors
/// If the example does not build, or there is no gibibyte for its table.
pub(crate) fn connect_four() -> Result<()> {
    let example = ["run", "--quiet", "--release", "--package", "tt-core"];
    show(cargo(example).args(["--example", "connect_four", "--", "--empty"]))
}

/// Measures the table beside the limit of this machine, if asked with a narrower line load than its best; such a
/// build has a folder of its own.
///
/// # Errors
/// If lab does not build or does not succeed.
pub(crate) fn bench(line: Option<&str>, arguments: &[String]) -> Result<()> {
    let Some(line) = line else { return lab("bench-tt", arguments) };
    let mut command = cargo(["run", "--quiet", "--release", "--package", "lab"]);
    command.args(["--target-dir", &format!("target/line-{line}"), "--", "bench-tt"]);
    command.env("RUSTFLAGS", format!("-C target-cpu=native --cfg tt_core_line=\"{line}\""));
    show(command.args(arguments))
}

/// Runs a verb of a release build of lab, on this program's terminal.
///
/// # Errors
/// If lab does not build or does not succeed.
pub(crate) fn lab(verb: &str, arguments: &[String]) -> Result<()> {
    let run = ["run", "--quiet", "--release", "--package", "lab", "--", verb];
    show(cargo(run).args(arguments))
}
