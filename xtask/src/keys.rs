//! `keys-cert`: what the tables of hash keys guarantee. `lab` does the work; this module names it.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo, show};
use crate::step::Outcome;

/// What the last line of the quick form must be: the distance of the chess keys.
const CERTIFICATE: &str = "certificate d >= 14";

/// Runs the verb of a release build of lab, on this program's terminal.
///
/// # Errors
///
/// If it fails.
pub(crate) fn certify(arguments: &[String]) -> Result<()> {
    let lab = ["run", "--quiet", "--release", "--package", "lab", "--", "keys-cert"];
    show(cargo(lab).args(arguments))
}

/// The step of `ci`: the quick form, by a build with checks.
///
/// # Errors
///
/// If it fails, or does not end in the certificate of the chess keys.
pub(crate) fn check() -> Result<Outcome> {
    let lab =
        ["run", "--quiet", "--profile", "ci", "--package", "lab", "--", "keys-cert", "--quick"];
    let printed = capture(&mut cargo(lab))?;
    let last = printed.lines().last().unwrap_or_default();
    ensure!(last == CERTIFICATE, "keys-cert ends in `{last}`, not in `{CERTIFICATE}`:\n{printed}");
    let tables = printed.lines().filter(|line| line.starts_with("table ")).count();
    Ok(Outcome::Passed(format!("{tables} tables, {CERTIFICATE}")))
}
