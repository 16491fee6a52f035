//! The header, which cbindgen makes of the crate's exported items.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use super::FOLDER;
use crate::process::{capture, cargo, root};
use crate::step::Outcome;

/// The files of the crate of which the header is made: settings, and functions that are inline.
const SETTINGS: &str = "cbindgen.toml";
const INLINE: &str = "inline.h";

/// The most lines of the header for C++.
const CPP_LINES: usize = 150;

fn path() -> PathBuf {
    root().join(FOLDER).join("include/palimpsest.h")
}

/// Compares the committed header with the sources.
pub(super) fn check() -> Result<Outcome> {
    let made = make()?;
    let committed = fs::read_to_string(path()).context("include/palimpsest.h")?;
    let differs = made.lines().zip(committed.lines()).position(|(made, found)| made != found);
    ensure!(
        made == committed,
        "include/palimpsest.h is not that of the sources from line {} on: run `cargo xtask c \
         --header`",
        differs.unwrap_or_else(|| made.lines().count().min(committed.lines().count())) + 1
    );
    let cpp = fs::read_to_string(path().with_extension("hpp"))?.lines().count();
    ensure!(cpp <= CPP_LINES, "expected a header for C++ of {CPP_LINES} lines, found {cpp}");
    let lines = made.lines().count();
    Ok(Outcome::Passed(format!("{lines} lines, {cpp} for C++")))
}

pub(super) fn write() -> Result<()> {
    Ok(fs::write(path(), make()?)?)
}

fn make() -> Result<String> {
    let maker = ["--features", "header", "--bin", "xtask-header", "--"];
    let mut make = cargo([&["run", "--quiet", "--package", "xtask"], &maker[..]].concat());
    capture(make.args([FOLDER, SETTINGS, INLINE]))
}
