//! Programs of the workspace to which a verb forwards its arguments: `lab`, `tuner` and `oracle`.

use anyhow::Result;

use crate::process::{cargo, show};

/// The lab's measurements that `bench` names.
pub(crate) const PAWN_BENCH: &str = "bench-pawn";
pub(crate) const TT_BENCH: &str = "bench-tt";
pub(crate) const TT_FILE_BENCH: &str = "bench-tt-file";

/// Builds a program of the workspace for release and runs it on this program's terminal. `flags`
/// are for the compiler, in place of those in .cargo/config.toml.
///
/// # Errors
/// If the program does not build or does not succeed.
pub(crate) fn run(package: &str, arguments: &[String], flags: Option<&str>) -> Result<()> {
    let mut command = cargo(["run", "--quiet", "--release", "--package", package, "--"]);
    if let Some(flags) = flags {
        command.env("RUSTFLAGS", flags);
    }
    show(command.args(arguments))
}

/// Runs one experiment of the lab.
///
/// # Errors
/// If the lab does not build or does not succeed.
pub(crate) fn lab(name: &str, arguments: &[String], flags: Option<&str>) -> Result<()> {
    run("lab", &[&[name.to_owned()], arguments].concat(), flags)
}
