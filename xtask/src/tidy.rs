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

use anyhow::{Context, Result};

use crate::output::Outcome;
use crate::source::{self, Source};
use crate::workspace::Workspace;
use crate::{outside, process};

pub(crate) fn run() -> Result<Outcome> {
    let root = process::root();
    let sources = source::all(root)?;
    let faults = faults_in(root, &sources, &Workspace::load()?)?;
    Outcome::unless(&faults, format!("{} files", sources.len()))
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
    use crate::workspace::Shown;

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

    /// One crate of ours, whose manifest shows nothing, among files that are planted.
    #[test]
    fn each_rule_of_the_workspace_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = Workspace::load().unwrap();
        workspace.members.retain(|member| member.name == "tt-core");
        workspace.members[0].shown = Shown::default();
        for (path, text) in [
            (unsafe_list::PAGE, ""),
            ("LICENSE-MIT", "ours"),
            ("LICENSE-APACHE", "ours"),
            ("crates/tt-core/LICENSE-MIT", "another"),
            ("crates/tt-core/LICENSE-APACHE", "ours"),
            ("crates/tt-core/README.md", ""),
            ("README.md", "It takes [1.5 ns](docs/records/a.md).\n\n```\nf();\n```\n"),
            ("CONTRIBUTING.md", ""),
            ("docs/records/a.md", "1.4 ns"),
            (".github/workflows/ci.yml", "- uses: a/b@v4"),
        ] {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let sources = [Source::parse("crates/tt-core/src/a.rs", "unsafe fn f() {}").unwrap()];
        let found = faults_in(folder.path(), &sources, &workspace).unwrap();
        for fault in [
            "crates/tt-core/src/a.rs: unsafe code that docs/unsafe.md does not list",
            "crates/tt-core/Cargo.toml: has no `description`",
            "crates/tt-core/LICENSE-MIT: is no copy of LICENSE-MIT",
            "crates/tt-core/README.md: crates/tt-core/src/lib.rs does not include it",
            "tt-core: 0 examples run",
            "README.md:3: no test runs this",
            "README.md: cites 1.5, ",
            "ci.yml: a/b@v4: expected an action's commit",
        ] {
            assert!(found.iter().any(|line| line.contains(fault)), "{fault}: {found:#?}");
        }
        assert!(!found.iter().any(|line| line.contains("tt-core/LICENSE-APACHE")), "{found:#?}");
    }
}
