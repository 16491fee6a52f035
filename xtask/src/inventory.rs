//! `inventory`: docs/inventory.md points at what exists.
//!
//! The page has a row for each system that the source documents name. Its last column names tests,
//! files, verbs and items in backticks, each after the crate that holds it (`crate: ...`).
//!
//! Every page, manifest and source is searched for commands of `cargo xtask`, too: they must exist.
//! So must the packages, programs, examples, tests and features that other commands of cargo name.

mod commands;
mod crates;
mod page;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use self::crates::Contents;
use self::page::{Kind, Mention, Row};
use crate::output::Outcome;
use crate::process;
use crate::source::{self, Source};
use crate::workspace::{Member, Workspace};

const PAGE: &str = "docs/inventory.md";

/// The verbs of ours that no step of `ci` runs: they give figures, not checks.
const FIGURES: [&str; 3] = ["lab", "bench", "tune"];

/// The crates that are programs with verbs of their own, and the verb of ours that runs each.
const LAB: &str = "lab";
const TUNER: &str = "tuner";

pub(crate) fn run() -> Result<Outcome> {
    let root = process::root();
    let text = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let sources = source::all(root)?;
    let workspace = Workspace::load()?;
    let rows = page::rows(&text)?;
    let texts = texts()?.into_iter();
    let texts: Vec<(String, String)> = texts
        .map(|page| Ok((fs::read_to_string(root.join(&page)).with_context(|| page.clone())?, page)))
        .collect::<Result<_>>()?;
    let faults = faults(&rows, &texts, &workspace, &sources);
    Outcome::unless(&faults, format!("{} rows, {} texts", rows.len(), texts.len()))
}

/// Returns the faults of the rows and of the commands in texts, each text with its path behind it.
fn faults(
    rows: &[Row],
    texts: &[(String, String)],
    workspace: &Workspace,
    sources: &[Source],
) -> Vec<String> {
    let contents = |member: &Member| Contents::of(member.directory(), sources);
    let crates: BTreeMap<String, Contents> =
        workspace.members.iter().map(|member| (member.name.clone(), contents(member))).collect();
    let mut faults = page::missing_and_double(rows);
    for row in rows {
        let mentions = page::mentions(&row.place, &crates.keys().collect::<Vec<_>>());
        let found = mentions.iter().filter_map(|mention| fault(mention, &crates));
        let standing = (!proves(row, &mentions)).then(|| "no check that runs".to_owned());
        faults.extend(
            found
                .chain(standing)
                .map(|what| format!("{PAGE}:{}: {}: {what}", row.line, row.name())),
        );
    }
    for (text, page) in texts {
        for (line, command) in commands::in_text(text, &commands::BUILDS) {
            let what = commands::build_fault(&command, page, workspace);
            faults.extend(what.map(|what| format!("{page}:{line}: {what}")));
        }
        for (line, command) in commands::in_text(text, &[commands::START]) {
            let what = commands::fault(&command, &crates[LAB].verbs, &crates[TUNER].verbs);
            faults.extend(what.map(|what| format!("{page}:{line}: {what}")));
        }
    }
    faults
}

/// Returns the pages, manifests and sources that may name commands; those of xtask test wrong ones.
fn texts() -> Result<Vec<String>> {
    let root = process::root();
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "deny.toml", "fuzz/Cargo.toml"];
    let mut texts = pages.map(str::to_owned).to_vec();
    for folder in ["docs", "crates"] {
        for end in [".md", ".toml", ".rs"] {
            texts.extend(source::files(root, folder, end)?);
        }
    }
    Ok(texts)
}

/// Returns whether a row names something that fails when the thing breaks, and that runs by itself.
fn proves(row: &Row, mentions: &[Mention]) -> bool {
    row.place.contains("documentation test")
        || mentions.iter().any(|mention| match &mention.kind {
            Kind::Test(_) | Kind::FuzzTarget(_) => true,
            Kind::Xtask(command) => {
                command.split(' ').nth(2).is_some_and(|verb| !FIGURES.contains(&verb))
            }
            Kind::File(path) => path.starts_with("tests/") || path.starts_with("examples/"),
            Kind::Verb(_) | Kind::Item(_) => false,
        })
}

fn fault(mention: &Mention, crates: &BTreeMap<String, Contents>) -> Option<String> {
    let verbs = |name| crates.get(name).map(|contents| &contents.verbs);
    if let Kind::Xtask(command) = &mention.kind {
        return commands::fault(command, verbs(LAB)?, verbs(TUNER)?);
    }
    if let Kind::FuzzTarget(name) = &mention.kind {
        let file = process::root().join(format!("fuzz/fuzz_targets/{name}.rs"));
        return (!file.is_file()).then(|| format!("there is no fuzz target `{name}`"));
    }
    let Some(krate) = &mention.krate else {
        return Some(format!("`{}` is named before any crate", mention.text));
    };
    let contents = crates.get(krate)?;
    let exists = match &mention.kind {
        Kind::Test(name) => contents.tests.contains(name),
        Kind::File(path) => contents.has_file(path),
        Kind::Verb(name) => contents.verbs.contains(name),
        Kind::Item(names) => names.iter().all(|name| contents.identifiers.contains(name)),
        Kind::Xtask(_) | Kind::FuzzTarget(_) => true,
    };
    let what = match &mention.kind {
        Kind::Test(_) => "test",
        Kind::File(_) => "file",
        Kind::Verb(_) => "verb",
        _ => "item",
    };
    (!exists).then(|| format!("{krate} has no {what} `{}`", mention.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(system: &str, place: &str) -> Row {
        Row { line: 1, systems: vec![system.to_owned()], place: place.to_owned() }
    }

    fn proved(place: &str) -> bool {
        let crates = ["lab".to_owned(), "movegen".to_owned()];
        let row = row("R2", place);
        proves(&row, &page::mentions(&row.place, &crates.iter().collect::<Vec<_>>()))
    }

    #[test]
    fn a_row_needs_a_check_that_runs_by_itself() {
        for place in [
            "movegen: `it_holds_for_all`",
            "movegen: `tests/it/keys.rs`",
            "movegen: documentation test",
            "fuzz target `keys`",
            "`cargo xtask check hammer`",
        ] {
            assert!(proved(place), "{place}");
        }
        for place in [
            "movegen: `keys.rs`, `Position::is_legal`",
            "lab: `bench-pawn`",
            "`cargo xtask lab worth`",
            "[keys.md](keys.md)",
        ] {
            assert!(!proved(place), "{place}");
        }
    }

    /// Rows and a text of this test, and no sources.
    #[test]
    fn each_rule_of_the_page_is_asked() {
        let page = "| R1 | a | movegen: `it_held_once_upon_a_time` |\n\
                    | R2 | a | movegen: `keys.rs` |\n";
        let text = "```\ncargo test -p nothing\ncargo xtask louder\n```\n";
        let texts = [(text.to_owned(), "docs/a.md".to_owned())];
        let workspace = Workspace::load().unwrap();
        let found = faults(&page::rows(page).unwrap(), &texts, &workspace, &[]);
        for fault in [
            "R3 has no row",
            "docs/inventory.md:1: R1: movegen has no test `it_held_once_upon_a_time`",
            "docs/inventory.md:2: R2: no check that runs",
            "docs/a.md:2: there is no package `nothing`",
            "docs/a.md:3: there is no `cargo xtask louder`",
        ] {
            assert!(found.iter().any(|line| line.starts_with(fault)), "{fault}: {found:#?}");
        }
    }

    #[test]
    fn a_row_names_what_its_crate_has() {
        let source = "#[test] fn it_holds() {} fn helper() {}";
        let mut contents = Contents::default();
        contents.add(&Source::parse("a.rs", source).unwrap());
        let crates = BTreeMap::from([("movegen".to_owned(), contents)]);
        let faults = |place: &str| {
            let mentions = page::mentions(place, &crates.keys().collect::<Vec<_>>());
            mentions.iter().filter_map(|mention| fault(mention, &crates)).collect::<Vec<_>>()
        };
        assert!(faults("movegen: `it_holds`").is_empty());
        assert!(faults("movegen: `helper_that_is_gone`")[0].starts_with("movegen has no "));
        assert!(faults("movegen: `it_held_once_upon_a_time`")[0].starts_with("movegen has no "));
        assert_eq!(faults("`it_holds`").len(), 1, "of no crate");
    }
}
