//! The verbs of movegen: its speed beside another generator's, and its tests on every back end.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::flags::{NATIVE, rustflags};
use crate::output;
use crate::process::{capture, cargo, show};
use crate::step::Outcome;

/// What `ci` forces, because this machine's best back ends hide them: all but those.
const FORCED: [&[(&str, &str)]; 2] =
    [&[("movegen_lanes", "256")], &[("movegen_lanes", "none"), ("movegen_sliders", "magic")]];

/// Runs movegen's bench against cozy-chess, built for this machine and for two older levels of the
/// instruction set, so that its back ends without AVX-512 and without AVX2 are measured too.
///
/// # Errors
/// If a bench does not build or does not succeed.
pub(crate) fn bench(levels: &[String], arguments: &[String]) -> Result<()> {
    for level in levels {
        output::line(format_args!("built for {level}"));
        let mut command = cargo(["bench", "--quiet", "--package", "movegen", "--bench", "versus"]);
        command.args(["--target-dir", &format!("target/levels/{level}")]);
        command.env("RUSTFLAGS", rustflags(level, &[]));
        command.arg("--").args(arguments);
        if level != NATIVE {
            command.args(["--label", &level.replace("x86-64-", "")]);
        }
        show(&mut command)?;
    }
    Ok(())
}

/// The step of `ci`: the laws of movegen on the back ends that this machine's best ones hide.
///
/// # Errors
/// If a test fails, or none runs.
pub(crate) fn back_ends() -> Result<Outcome> {
    let mut passed = Vec::new();
    for forced in FORCED {
        let lanes = forced[0].1;
        if lanes == "256" && !has_avx2() {
            output::line("SKIPPED lanes of 256 bits: this processor does not have AVX2");
            continue;
        }
        let printed = capture(&mut laws(forced))?;
        ensure!(!printed.contains("running 0 tests"), "no law ran with {forced:?}");
        passed.push(format!("lanes {lanes}"));
    }
    Ok(Outcome::Passed(passed.join(", ")))
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

/// The tests that hold the fast paths to plain code. In a folder of its own: other flags would
/// make every other build start anew.
fn laws(forced: &[(&str, &str)]) -> Command {
    let mut command = cargo(["test", "--quiet", "--profile", "ci", "--package", "movegen"]);
    command.args(["--lib", "--test", "fast", "--test", "legality", "--test", "perft"]);
    command.args(["--target-dir", "target/back-ends"]);
    command.env("RUSTFLAGS", rustflags(NATIVE, forced));
    command
}
