//! The rows of docs/inventory.md.

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
}
