//! `check cluster`: the crate cluster on ranks that are processes, by MPI.

use anyhow::Result;

use super::trial::Trial;
use crate::process::{capture, cargo, is_installed};
use crate::step::{Outcome, step};

const CRATE: [&str; 6] = ["--profile", "ci", "--package", "cluster", "--features", "mpi"];

/// Lints it, builds the engine and the example that its tests start, and runs those that need MPI.
/// Installs nothing.
pub(super) fn run() -> Result<()> {
    if let Some(program) = ["mpirun", "mpicc"].iter().find(|program| !is_installed(program)) {
        let why = format!("there is no {program} (Debian: libopenmpi-dev openmpi-bin)");
        return step("cluster", || Ok(Outcome::Skipped(why)));
    }
    step("lints with MPI", || {
        let lints = ["clippy", "--quiet", "--all-targets"];
        capture(&mut cargo(lints.iter().chain(&CRATE).chain(&["--", "-D", "warnings"])))?;
        Ok(Outcome::passed())
    })?;
    step("build with MPI", || {
        capture(&mut cargo(["build", "--quiet", "--example", "tds"].iter().chain(&CRATE)))?;
        capture(&mut cargo(["build", "--quiet", "--profile", "ci", "--package", "engine-cli"]))?;
        Ok(Outcome::passed())
    })?;
    Trial { features: "mpi", ..Trial::of("cluster", "mpi", "") }.step("tests on ranks")
}
