//! What the tables of hash keys guarantee, by the quick form of `lab keys-cert`.

use anyhow::{Result, ensure};

use crate::process::{capture, cargo};
use crate::step::Outcome;

/// What the last line of the quick form must be: the distance of the chess keys.
const CERTIFICATE: &str = "certificate d >= 14";

/// Runs it in a build with checks.
///
/// # Errors
/// If it fails, or does not end in the certificate of the chess keys.
pub(super) fn check() -> Result<Outcome> {
    let lab =
        ["run", "--quiet", "--profile", "ci", "--package", "lab", "--", "keys-cert", "--quick"];
    let printed = capture(&mut cargo(lab))?;
    let last = printed.lines().last().unwrap_or_default();
    ensure!(last == CERTIFICATE, "keys-cert ends in `{last}`, not in `{CERTIFICATE}`:\n{printed}");
    let tables = printed.lines().filter(|line| line.starts_with("table ")).count();
    Ok(Outcome::Passed(format!("{tables} tables, {CERTIFICATE}")))
}
