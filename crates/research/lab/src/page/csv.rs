//! Figures as comma-separated values (RFC 4180), one table a file.

use std::fmt::Display;

/// A table of figures for other programs to read.
#[derive(Clone, Debug)]
pub(crate) struct Csv {
    columns: usize,
    text: String,
}

impl Csv {
    pub(crate) fn new<const N: usize>(names: [&str; N]) -> Self {
        let mut csv = Self { columns: N, text: String::new() };
        csv.row(names);
        csv
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If there are not as many cells as columns.
    pub(crate) fn row<const N: usize>(&mut self, cells: [impl Display; N]) {
        assert_eq!(N, self.columns, "cells of a row");
        let cells = cells.map(|cell| quoted(&cell.to_string()));
        self.text += &cells.join(",");
        self.text.push('\n');
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Returns a cell, in quotes if it contains a comma, a quotation mark or a line break.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_hold_a_comma_stand_in_quotes() {
        let mut csv = Csv::new(["design", "nodes"]);
        csv.row(["a, \"b\"", "1"]);
        assert_eq!(csv.as_str(), "design,nodes\n\"a, \"\"b\"\"\",1\n");
    }
}
