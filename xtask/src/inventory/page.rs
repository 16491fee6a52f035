//! The rows of docs/inventory.md, and the things that a cell of it names in backticks.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

/// The letters of the source documents, and how many systems each names.
const SYSTEMS: [(char, u32); 3] = [('R', 18), ('T', 45), ('P', 20)];

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) line: usize,
    /// The numbers of the systems that it is about, such as `P6`.
    pub(super) systems: Vec<String>,
    /// The places that it names: the last column.
    pub(super) place: String,
}

impl Row {
    pub(super) fn name(&self) -> String {
        self.systems.join(", ")
    }
}

/// Returns the rows whose first cell begins with the number of a system.
pub(super) fn rows(text: &str) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for (line, row) in (1..).zip(text.lines()) {
        let Some(cells) = row.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            continue;
        };
        let cells: Vec<&str> = cells.split(" | ").collect();
        let systems: Vec<String> = cells[0].split(", ").map(str::to_owned).collect();
        if !systems.iter().all(|system| is_number(system)) {
            continue;
        }
        ensure!(cells.len() == 3, "line {line}: {} cells, not 3", cells.len());
        rows.push(Row { line, systems, place: cells[2].to_owned() });
    }
    Ok(rows)
}

fn is_number(system: &str) -> bool {
    let mut letters = system.chars();
    let letter = letters.next().is_some_and(|first| SYSTEMS.iter().any(|(one, _)| *one == first));
    letter && letters.as_str().parse::<u32>().is_ok()
}

/// Systems without a row, with more than one, and numbers that no document has.
pub(super) fn missing_and_double(rows: &[Row]) -> Vec<String> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for system in rows.iter().flat_map(|row| &row.systems) {
        *counts.entry(system).or_default() += 1;
    }
    let mut faults = Vec::new();
    for (letter, last) in SYSTEMS {
        for system in (1..=last).map(|number| format!("{letter}{number}")) {
            match counts.remove(system.as_str()) {
                Some(1) => {}
                None => faults.push(format!("{system} has no row")),
                Some(count) => faults.push(format!("{system} has {count} rows")),
            }
        }
    }
    faults.extend(counts.keys().map(|system| format!("no document has a system {system}")));
    faults
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The crate that was named last before it, as `crate:`.
    pub(super) krate: Option<String>,
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// The kind of thing that it must be, by its form.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word in lower case with underscores: the name of a test.
    Test(String),
    /// With a slash or `.rs`: a file or a folder of the crate, or of its `src`.
    File(String),
    /// With a hyphen, or arguments after it: a verb of the crate.
    Verb(String),
    /// Begins with `cargo xtask`.
    Xtask(String),
    /// Comes after "fuzz target".
    FuzzTarget(String),
    /// Anything else: items of the crate, such as `Table::probe`.
    Item(Vec<String>),
}

/// Reads a cell. `crates` are the names that may come before a colon.
pub(super) fn mentions(cell: &str, crates: &[&String]) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut krate = None;
    for (at, part) in cell.split('`').enumerate() {
        if at % 2 == 0 {
            for clause in part.split_inclusive(['.', ';']) {
                krate = crate_in(clause, crates).or(krate);
            }
        } else {
            let before = cell.split('`').nth(at - 1).unwrap_or_default().trim_end();
            let kind = kind_of(part, before.ends_with("fuzz target"));
            found.push(Mention { krate: krate.clone(), text: part.to_owned(), kind });
        }
    }
    found
}

/// Returns the crate that a text names last, with a colon behind it.
fn crate_in(text: &str, crates: &[&String]) -> Option<String> {
    let before = text.rsplit_once(':')?.0;
    let word = before.rsplit([' ', '(', '.']).next()?;
    crates.iter().find(|name| name.as_str() == word).map(|name| (*name).clone())
}

fn kind_of(text: &str, fuzz_target: bool) -> Kind {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if text.starts_with("cargo xtask ") {
        Kind::Xtask(text.to_owned())
    } else if fuzz_target {
        Kind::FuzzTarget(text.to_owned())
    } else if text.contains('/') || text.ends_with(".rs") {
        Kind::File(text.to_owned())
    } else if text.contains('_') && text.chars().all(lower) {
        Kind::Test(text.to_owned())
    } else if text.contains([' ', '-']) {
        Kind::Verb(text.split(' ').next().unwrap_or_default().to_owned())
    } else {
        let names = text.split(|c| !is_word(c)).filter(|name| !name.is_empty());
        Kind::Item(names.map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Inventory

| # | what it asks for | where it stands |
|---|---|---|
| R1 | a key | movegen: `keys.rs` |
| P6, P17 | kings | planned |
| not a row | of the | inventory |
";

    #[test]
    fn a_row_has_its_systems_and_its_place() {
        let found = rows(PAGE).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[0].place.as_str()), (5, "movegen: `keys.rs`"));
        assert_eq!(found[1].name(), "P6, P17");
        assert!(rows("| R1 | two cells |\n").is_err());
    }

    #[test]
    fn each_system_has_one_row() {
        let whole: String = SYSTEMS
            .iter()
            .flat_map(|&(letter, last)| (1..=last).map(move |number| (letter, number)))
            .map(|(letter, number)| format!("| {letter}{number} | a | b |\n"))
            .collect();
        assert!(missing_and_double(&rows(&whole).unwrap()).is_empty());
        let planted = whole.replace("| T9 ", "| T8 ") + "| R99 | a | b |\n";
        assert_eq!(
            missing_and_double(&rows(&planted).unwrap()),
            ["T8 has 2 rows", "T9 has no row", "no document has a system R99"]
        );
    }

    fn kinds(cell: &str) -> Vec<(Option<String>, Kind)> {
        let crates = ["movegen", "lab", "tt-core"].map(str::to_owned);
        let mentions = mentions(cell, &crates.iter().collect::<Vec<_>>());
        mentions.into_iter().map(|mention| (mention.krate, mention.kind)).collect()
    }

    #[test]
    fn each_form_is_told_from_the_others() {
        let of_core = |kind| (Some("tt-core".to_owned()), kind);
        let cell = "tt-core: `tests/a.rs`, `it_holds_for_all` (`Table::probe`), `index.rs`";
        assert_eq!(
            kinds(cell),
            [
                of_core(Kind::File("tests/a.rs".into())),
                of_core(Kind::Test("it_holds_for_all".into())),
                of_core(Kind::Item(vec!["Table".into(), "probe".into()])),
                of_core(Kind::File("index.rs".into())),
            ]
        );
    }
}
