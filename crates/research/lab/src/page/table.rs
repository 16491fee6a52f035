//! Tables in Markdown.

use std::fmt;

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
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) -> &str {
        let cells: Vec<String> = cells.into_iter().collect();
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

impl fmt::Display for MarkdownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().try_for_each(|line| writeln!(f, "{line}"))
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
}
