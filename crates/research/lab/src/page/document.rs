//! A page of results in Markdown, and files written for it.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::table::MarkdownTable;

/// Columns of a line of prose; a longer word is alone on its line.
const WIDTH: usize = 100;

#[derive(Debug)]
pub(crate) struct Page {
    text: String,
}

impl Page {
    /// Creates a page with its title, and the command that writes it.
    pub(crate) fn new(title: &str, command: &str) -> Self {
        let text = format!("# {title}\n\nWritten by `{command}`; do not edit.\n");
        Self { text }
    }

    /// Creates a part of a page, without title.
    pub(crate) fn empty() -> Self {
        Self { text: String::new() }
    }

    pub(crate) fn append(&mut self, part: &Self) {
        self.text += &part.text;
    }

    pub(crate) fn into_string(self) -> String {
        self.text
    }

    pub(crate) fn heading(&mut self, heading: &str) {
        self.text += &format!("\n## {heading}\n");
    }

    /// Adds a paragraph, in lines of at most 100 columns.
    pub(crate) fn paragraph(&mut self, prose: &str) {
        let mut lines: Vec<String> = Vec::new();
        for word in prose.split_whitespace() {
            let length = word.chars().count();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + length <= WIDTH => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        self.text += &format!("\n{}\n", lines.join("\n"));
    }

    pub(crate) fn table(&mut self, table: &MarkdownTable) {
        self.text += &format!("\n{table}");
    }

    pub(crate) fn list(&mut self, items: impl IntoIterator<Item = impl Display>) {
        self.text.push('\n');
        for item in items {
            self.text += &format!("- {item}\n");
        }
    }

    /// Writes the page to a file; see [`write()`].
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        write(path, &self.text)
    }

    /// Returns the page so far.
    #[cfg(test)]
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Writes a text to a file, whose folder is made if there is none. An old file is replaced.
///
/// # Errors
/// If the folder cannot be made or the file cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_parts_in_order_and_short_lines() {
        let mut page = Page::new("Speed", "cargo run");
        page.heading("Loops");
        let (left, right) = ("l".repeat(49), "r".repeat(50));
        page.paragraph(&[left.as_str(), &right, &left, &right].join("\n  "));
        let mut table = MarkdownTable::new(["loop", "ns"], 1);
        table.row(["MIX".to_owned(), 1.to_string()]);
        page.table(&table);
        page.list(["one", "two"]);
        let expected = format!(
            "# Speed\n\nWritten by `cargo run`; do not edit.\n\n## Loops\n\n\
             {left} {right}\n{left} {right}\n\n{table}\n- one\n- two\n"
        );
        assert_eq!(page.as_str(), expected);
    }

    #[test]
    fn folders_are_made_and_faults_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("page.md");
        write(&path, "text").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "text");
        let below_a_file = path.join("page.md");
        let error = write(&below_a_file, "text").unwrap_err();
        assert!(error.to_string().contains("page.md"), "{error}");
    }
}
