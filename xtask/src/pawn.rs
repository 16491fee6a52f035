//! The verbs of pawn-hash: its measurements, made by lab, and its shared table under loom.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo, show};
use crate::step::Outcome;

/// Runs `lab bench-pawn` with these arguments; its lines go to the terminal.
///
/// # Errors
/// If lab does not build or does not succeed.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    let run = ["run", "--quiet", "--release", "--package", "lab", "--", "bench-pawn"];
    show(cargo(run).args(arguments))
}

/// Explores the interleavings of the shared table. The build has a folder of its own, because its flags
/// would make every other build start anew.
///
/// # Errors
/// If an interleaving breaks the contract, or no test ran.
pub(crate) fn loom() -> Result<Outcome> {
    let test = ["test", "--quiet", "--release", "--package", "pawn-hash", "--test", "loom"];
    let folder = ["--target-dir", "target/loom"];
    let printed = capture(cargo(test).args(folder).env("RUSTFLAGS", "--cfg loom"))?;
    ensure!(!printed.contains("running 0 tests"), "no test ran under loom");
    Ok(Outcome::passed())
}
