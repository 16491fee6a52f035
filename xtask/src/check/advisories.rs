//! `check advisories`: known advisories against the dependencies, and their licences.
//!
//! Not a step of `ci`, apart from what needs no network: the list of advisories comes from there,
//! and grows by itself.

use std::fs;

use anyhow::{Result, ensure};

use crate::process::{self, capture, cargo, show};
use crate::step::{Outcome, step};
use crate::workspace::TT_CORE;

/// The folder of the feature that may use bincode, and the file in it that does.
const PERSIST: &str = "crates/tt-core/src/persist";
const FORMAT: &str = "format.rs";

/// Runs cargo-deny, where it is installed, and checks that the dependency whose advisory deny.toml
/// ignores stays where its reason says.
///
/// # Errors
/// If an advisory or a licence is not accepted in deny.toml, or bincode has got elsewhere.
pub(super) fn run() -> Result<()> {
    step("bincode stays behind `persist`", bincode)?;
    step("cargo deny", || deny(&["check"]))
}

/// Checks, by the lock file alone, what needs no list from the network: the licences of the
/// dependencies, where they come from, and those that deny.toml bans. A step of `ci`.
///
/// # Errors
/// If one is not accepted in deny.toml.
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

/// Checks that tt-core does not depend on bincode unless it is asked for files, and that one module
/// names it.
fn bincode() -> Result<Outcome> {
    let tree = |features: &[&str]| {
        let tree = ["tree", "--package", TT_CORE, "--edges", "normal", "--prefix", "none"];
        capture(cargo(tree).args(features))
    };
    let names_it = |text: &str| text.lines().any(|line| line.starts_with("bincode "));
    ensure!(!names_it(&tree(&[])?), "tt-core depends on bincode without `persist`");
    ensure!(names_it(&tree(&["--features", "persist"])?), "`persist` does without bincode");
    let mut users = Vec::new();
    for entry in fs::read_dir(process::root().join(PERSIST))? {
        let path = entry?.path();
        if fs::read_to_string(&path)?.contains("bincode::") {
            users.extend(path.file_name().and_then(|name| name.to_str()).map(str::to_owned));
        }
    }
    ensure!(users == [FORMAT], "files of {PERSIST} that use bincode: {users:?}");
    Ok(Outcome::passed())
}
