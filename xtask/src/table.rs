//! `loom`, `hammer`, `tsan`, `bench tt`: the checks of the table that need a build of their own, and its
//! speed.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

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

/// Racing threads on 64 keys, on every back end of this machine, and without the mask.
///
/// # Errors
/// If a thread sees a foreign record, or if none does without the mask.
pub(crate) fn hammer(operations: u64) -> Result<()> {
    for line in back_ends() {
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

/// The hammer under ThreadSanitizer, where a nightly toolchain with its sources is installed.
///
/// # Errors
/// If ThreadSanitizer reports a race.
pub(crate) fn tsan() -> Result<()> {
    step("tsan", || {
        let sysroot =
            capture(Command::new("rustup").args(["run", "nightly", "rustc", "--print", "sysroot"]));
        let Ok(sysroot) = sysroot else {
            return Ok(Outcome::Skipped("no nightly toolchain is installed".into()));
        };
        let library = PathBuf::from(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
        if !library.exists() {
            let why = "nightly has no rust-src (rustup component add rust-src --toolchain nightly)";
            return Ok(Outcome::Skipped(why.into()));
        }
        let target = Workspace::load()?.target.join("tsan");
        let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let mut command = Command::new("rustup");
        command.args([
            "run",
            "nightly",
            "cargo",
            "test",
            "--quiet",
            "-Zbuild-std",
            "--package",
            "tt-core",
        ]);
        command.args(["--test", "hammer", "--target", &triple, "--target-dir"]).arg(target);
        command.env("RUSTFLAGS", "-Zsanitizer=thread --cfg tt_core_line=\"scalar\"");
        command.current_dir(workspace::root());
        capture(&mut command)?;
        Ok(Outcome::passed())
    })
}

/// Solves Connect Four from the empty board, on this program's terminal.
///
/// # Errors
/// If the example does not build, or there is no gibibyte for its table.
pub(crate) fn connect_four() -> Result<()> {
    let example = ["run", "--quiet", "--release", "--package", "tt-core"];
    show(cargo(example).args(["--example", "connect_four", "--", "--empty"]))
}

/// Runs a verb of a release build of lab, on this program's terminal.
///
/// # Errors
/// If lab does not build or does not succeed.
pub(crate) fn lab(verb: &str, arguments: &[String]) -> Result<()> {
    let run = ["run", "--quiet", "--release", "--package", "lab", "--", verb];
    show(cargo(run).args(arguments))
}
