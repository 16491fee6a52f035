//! Tables: in Markdown for readers, as comma-separated values (RFC 4180) for other programs.

use std::fmt::{self, Display};

/// A table in Markdown: columns of text on the left, columns of numbers on the right.
#[derive(Clone, Debug)]
pub(crate) struct MarkdownTable {
    columns: usize,
    lines: Vec<String>,
}

impl MarkdownTable {
    /// Creates a table without rows; the first `text_columns` columns are aligned left, the others
    /// right.
    pub(crate) fn new(
        names: impl IntoIterator<Item = impl Into<String>>,
        text_columns: usize,
    ) -> Self {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        let columns = names.len();
        let rule: Vec<&str> =
            (0..columns).map(|i| if i < text_columns { "---" } else { "---:" }).collect();
        Self { columns, lines: vec![line(&names), format!("|{}|", rule.join("|"))] }
    }

    /// Adds a row and returns its line.
    ///
    /// # Panics
    /// If there are not as many cells as columns.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl Display>) -> &str {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
        assert_eq!(cells.len(), self.columns, "cells of a row");
        self.lines.push(line(&cells));
        &self.lines[self.lines.len() - 1]
    }

    /// Returns the lines so far, the names of the columns first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

fn line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
}

impl Display for MarkdownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().try_for_each(|line| writeln!(f, "{line}"))
    }
}

/// A table of figures for other programs to read.
#[derive(Clone, Debug)]
pub(crate) struct Csv {
    columns: usize,
    text: String,
}

impl Csv {
    pub(crate) fn new(names: &[&str]) -> Self {
        let mut csv = Self { columns: names.len(), text: String::new() };
        csv.row(&names.iter().map(|name| name as &dyn Display).collect::<Vec<_>>());
        csv
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If there are not as many cells as columns.
    pub(crate) fn row(&mut self, cells: &[&dyn Display]) {
        assert_eq!(cells.len(), self.columns, "cells of a row");
        let cells: Vec<String> = cells.iter().map(|cell| quoted(&cell.to_string())).collect();
        self.text += &(cells.join(",") + "\n");
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
    fn numbers_are_aligned_right() {
        let mut table = MarkdownTable::new(["name", "a", "b"], 1);
        let row = table.row(["x".to_owned(), "1".to_owned(), "2".to_owned()]);
        assert_eq!(row, "| x | 1 | 2 |");
        assert_eq!(table.to_string(), "| name | a | b |\n|---|---:|---:|\n| x | 1 | 2 |\n");
    }

    #[test]
    #[should_panic(expected = "cells of a row")]
    fn a_short_row_is_refused() {
        MarkdownTable::new(["name", "a"], 1).row(["x".to_owned()]);
    }

    #[test]
    fn cells_that_hold_a_comma_stand_in_quotes() {
        let mut csv = Csv::new(&["design", "nodes"]);
        csv.row(&[&"a, \"b\"", &1]);
        assert_eq!(csv.as_str(), "design,nodes\n\"a, \"\"b\"\"\",1\n");
    }
}
