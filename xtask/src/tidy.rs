//! `tidy`: the rules of the house that neither the compiler nor clippy knows.
//!
//! Most are absences: a word that a crate must not know, state that no caller handed over. Each
//! rule looks at the tokens or the syntax of a file, so prose is free, except where a rule is about
//! lines or comments.

mod comments;
mod fences;
mod figures;
mod manifest;
mod readme;
mod shape;
mod state;
mod unsafe_list;
mod vocabulary;
mod workflows;

pub(crate) use self::manifest::LICENCES;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::output::Outcome;
use crate::source::{self, Source};
use crate::workspace::Workspace;
use crate::{outside, process};

pub(crate) fn run() -> Result<Outcome> {
    let root = process::root();
    let sources = source::all(root)?;
    let faults = faults_in(root, &sources, &Workspace::load()?)?;
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(Outcome::Passed(format!("{} files", sources.len())))
}

fn faults_in(root: &Path, sources: &[Source], workspace: &Workspace) -> Result<Vec<String>> {
    let listed = read(root, unsafe_list::PAGE)?;
    let mut faults: Vec<String> = sources.iter().flat_map(faults_of).collect();
    faults.extend(unsafe_list::compare(sources, &listed));
    for member in outside::published(workspace) {
        faults.extend(manifest::faults(&member.folder(), &member.shown));
        faults.extend(manifest::licences(root, &member.folder())?);
        faults.extend(readme::of_library(root, member, sources)?);
    }
    faults.extend(readme::of_others(root, workspace)?);
    faults.extend(workflows::faults(root)?);
    faults.extend(figures::faults(root)?);
    Ok(faults)
}

fn read(root: &Path, path: &str) -> Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))
}

/// Returns the breaches of every rule that needs to see one file only.
fn faults_of(source: &Source) -> Vec<String> {
    [
        vocabulary::faults(source),
        state::faults(source),
        comments::citations(source),
        comments::openings(source),
        shape::faults(source),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_of_a_file_is_asked() {
        for (planted, fault) in [
            ("fn pawn() {}", "`pawn` holds the word"),
            ("static mut A: u8 = 0;", "`static mut`"),
            ("// Row R12.", "cites row R12"),
            ("/// What it is.\npub fn f() {}", "opens with `What`"),
            (&format!("fn f() {{ {} }}", "a(); ".repeat(20)), "columns, the limit is 100"),
        ] {
            let source = Source::parse("crates/tt-core/src/a.rs", planted).unwrap();
            let found = faults_of(&source);
            assert!(found.len() == 1 && found[0].contains(fault), "{planted}: {found:?}");
        }
    }

    /// The workspace as it stands has no faults, but for a source that is planted beside those of
    /// one crate, whose library is left out.
    #[test]
    fn each_rule_of_the_workspace_is_asked() {
        let sources = [Source::parse("crates/tt-core/src/a.rs", "unsafe fn f() {}").unwrap()];
        let found = faults_in(process::root(), &sources, &Workspace::load().unwrap()).unwrap();
        for fault in [
            "crates/tt-core/src/a.rs: unsafe code that docs/unsafe.md does not list",
            "crates/tt-core/README.md: crates/tt-core/src/lib.rs does not include it",
            "tt-core: ",
        ] {
            assert!(found.iter().any(|line| line.starts_with(fault)), "{fault}: {found:#?}");
        }
    }
}
