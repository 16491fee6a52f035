//! `check advisories`: known advisories against the dependencies, and their licences.
//!
//! Not a step of `ci`, apart from what needs no network: the list of advisories comes from there,
//! and grows by itself.

use anyhow::Result;

use crate::process::{capture, cargo, show};
use crate::step::{Outcome, step};

/// Runs cargo-deny, where it is installed.
pub(super) fn run() -> Result<()> {
    step("cargo deny", || deny(&["check"]))
}

/// Checks, by the lock file alone, what needs no list from the network: the licences of the
/// dependencies, where they come from, and those that deny.toml bans. A step of `ci`.
pub(crate) fn without_network() -> Result<Outcome> {
    deny(&["--offline", "check", "licenses", "bans", "sources"])
}

/// Runs cargo-deny, where it is installed.
fn deny(arguments: &[&str]) -> Result<Outcome> {
    if capture(&mut cargo(["deny", "--version"])).is_err() {
        let why = "cargo-deny is not installed (cargo install cargo-deny --locked)";
        return Ok(Outcome::Skipped(why.into()));
    }
    show(&mut cargo(["deny", "--log-level", "error"].iter().chain(arguments)))?;
    Ok(Outcome::passed())
}
