//! The verbs of movegen: its speed beside another generator's, and its tests on every back end.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::output;
use crate::process::{capture, cargo, show};
use crate::step::Outcome;

/// What a checkout builds for: the machine it stands on.
const NATIVE: &str = "native";

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
        command.env("RUSTFLAGS", format!("-C target-cpu={level}"));
        command.arg("--").args(arguments);
        if level != NATIVE {
            command.args(["--label", &level.replace("x86-64-", "")]);
        }
        show(&mut command)?;
    }
    Ok(())
}

/// The step of `ci`: the laws of movegen on the back ends that this machine's best one hides.
///
/// # Errors
/// If a test fails, or none runs.
pub(crate) fn back_ends() -> Result<Outcome> {
    for lanes in ["256", "none"] {
        let printed = capture(&mut laws(lanes))?;
        ensure!(!printed.contains("running 0 tests"), "no law ran with lanes `{lanes}`");
    }
    Ok(Outcome::Passed("lanes of 256 bits where there is AVX2; none".into()))
}

/// The tests that hold the quick ways to the plain ones. In a folder of its own: the choice would
/// make every other build start anew.
fn laws(lanes: &str) -> Command {
    let mut command = cargo(["test", "--quiet", "--profile", "ci", "--package", "movegen"]);
    command.args(["--test", "lanes", "--test", "legality", "--test", "perft"]);
    command.args(["--target-dir", "target/back-ends"]).env("MOVEGEN_LANES", lanes);
    command
}
