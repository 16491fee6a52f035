//! `tidy`: the rules of the house that neither the compiler nor clippy knows.
//!
//! Most are absences: a word that a crate must not know, a construct that nobody may use. Each rule
//! looks at a source text without its comments and literals, so prose is free.

mod bans;
mod lexer;
mod shape;
mod source;
mod unsafe_list;
mod words;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use self::source::Source;
use crate::process;
use crate::step::Outcome;

/// Files that may be longer than the others: a path on each line, `#` starts a comment.
const LONG_FILES: &str = "xtask/data/long-files.txt";

/// Applies every rule to every source file.
///
/// # Errors
/// If a file cannot be read, or if a rule is broken; every breach is named with its place.
pub(crate) fn run() -> Result<Outcome> {
    let root = process::root();
    let sources = source::all(root)?;
    let listed = read(root, unsafe_list::PAGE)?;
    let long = read(root, LONG_FILES)?;
    let long = long.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut faults: Vec<String> = sources.iter().flat_map(faults_of).collect();
    faults.extend(shape::long_files(&sources, &long));
    faults.extend(unsafe_list::compare(&sources, &listed));
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(Outcome::Passed(format!("{} files", sources.len())))
}

fn read(root: &Path, path: &str) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))
}

/// The breaches of every rule that needs to see one file only.
fn faults_of(source: &Source) -> Vec<String> {
    [bans::words(source), bans::constructs(source), shape::name(source), shape::functions(source)]
        .concat()
}
