//! `check loom`, `hammer`, `tsan`: the values that threads may see in a shared table. Each needs
//! its own.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use super::lengths::{MUTANT, Trial, note};
use crate::output::{self, Outcome, step_unless};
use crate::process::{self, NATIVE, capture, rustflags};
use crate::workspace::{TT_CORE, Workspace};

const OPERATIONS: &str = " operations: ";

/// Checks models of the two shared tables with loom, and that the model without the mask fails.
pub(super) fn loom() -> Result<()> {
    for (name, package, flags) in [
        ("loom, tt-core", TT_CORE, "--cfg loom"),
        ("loom, tt-core without the mask", TT_CORE, "--cfg loom --cfg tt_core_mutant"),
        ("loom, pawn-hash", "pawn-hash", "--cfg loom"),
    ] {
        Trial { flags: Some(flags), ..Trial::of(package, "loom", "") }.step(name)?;
    }
    Ok(())
}

/// Lets threads race on 64 keys, on every back end of this machine or those of a list, and without
/// the mask.
pub(super) fn hammer(operations: u64, only: &[String]) -> Result<()> {
    let wanted = |line: &&str| only.is_empty() || only.iter().any(|name| name == line);
    let lines: Vec<_> = back_ends().into_iter().filter(wanted).collect();
    ensure!(!lines.is_empty(), "{} names no back end of this machine", only.join(","));
    for line in lines {
        let flags = rustflags(NATIVE, &[("tt_core_line", line)]);
        for (name, flags) in [
            (format!("hammer {line}"), flags.clone()),
            (format!("hammer {line}, no mask"), format!("{flags} {MUTANT}")),
        ] {
            let hammer = Trial::of(TT_CORE, "hammer", "").with("TT_HAMMER_OPERATIONS", &operations);
            let flags = Some(&*flags);
            Trial { features: "laws", flags, note: OPERATIONS, ..hammer }.step(&name)?;
        }
    }
    Ok(())
}

/// Returns the widths of the table's line loads that this machine can run.
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

/// The flags of the tests for ThreadSanitizer: it does not see into `asm!`, so the line is read
/// word by word. The standard library is the toolchain's own, without the sanitizer.
const SANITIZED: &str = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer \
     --cfg tt_core_line=\"scalar\" --cfg tt_core_race";

const SUPPRESSIONS: &str = "crates/tt-core/tests/tsan.supp";

/// The start of ThreadSanitizer's report of a race, and the function of ours that has one.
const REPORT: &str = "WARNING: ThreadSanitizer: data race";
const PLANTED: &str = "race::race";

/// Runs the hammer under ThreadSanitizer, where a nightly toolchain is installed, and a planted
/// race.
pub(super) fn tsan() -> Result<()> {
    let nightly = capture(Command::new("rustup").args(["run", "nightly", "rustc", "--version"]));
    let missing = nightly.err().map(|_| "no nightly toolchain is installed".to_owned());
    step_unless(missing.clone(), "tsan", || {
        let printed = capture(&mut sanitized("hammer")?)?;
        Ok(Outcome::Passed(note(&printed, OPERATIONS)))
    })?;
    step_unless(missing, "tsan, planted race", || match capture(&mut sanitized("race")?) {
        Ok(_) => bail!("ThreadSanitizer did not find the race"),
        Err(error) => {
            let text = error.to_string();
            ensure!(text.contains(REPORT) && text.contains(PLANTED), "no report:\n{text}");
            Ok(Outcome::passed())
        }
    })
}

/// Returns the command that runs one test file of tt-core under ThreadSanitizer.
fn sanitized(test: &str) -> Result<Command> {
    let target = Workspace::load()?.target.join("tsan");
    let triple = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let suppressions = process::root().join(SUPPRESSIONS);
    let test = ["test", "--quiet", "--profile", "ci", "--features", "laws", "--test", test];
    let mut command = process::in_root("rustup", ["run", "nightly", "cargo"]);
    command.args(test).args(["--package", TT_CORE, "--target", &triple, "--target-dir"]);
    command.arg(target).args(["--", "--nocapture", "--test-threads=1"]).env("RUSTFLAGS", SANITIZED);
    command.env("TSAN_OPTIONS", format!("suppressions={}", suppressions.display()));
    Ok(command)
}
