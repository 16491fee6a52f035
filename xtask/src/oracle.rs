//! `oracle`: movegen's perft files, derived anew. The crate of that name does the work; this module names it.

use anyhow::Result;

use crate::process::{cargo, show};

/// Compares the files with what the generators count, or writes them.
///
/// # Errors
/// If the generators or the files differ.
pub(crate) fn run(write: bool) -> Result<()> {
    let oracle = ["run", "--quiet", "--release", "--package", "oracle", "--"];
    show(cargo(oracle).args(write.then_some("--write")))
}
