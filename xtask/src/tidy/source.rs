//! The source files of the repository and how rules look at them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::lexer;

/// The folders that hold Rust code.
const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];

/// One file.
pub(super) struct Source {
    /// From the root of the workspace, with `/` between folders.
    pub(super) path: String,
    /// The text with comments and literals blanked; every line keeps its number.
    pub(super) code: String,
    /// Lines of the whole text.
    pub(super) lines: usize,
}

/// An identifier or keyword and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Byte offset in the code.
    pub(super) start: usize,
}

impl Source {
    /// A file of that path and text.
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), code: lexer::blank(text), lines: text.lines().count() }
    }

    /// The identifiers and keywords of the code, in order. Lifetimes are none.
    pub(super) fn words(&self) -> impl Iterator<Item = Word<'_>> {
        lexer::words(&self.code).map(|(start, text)| Word { text, start })
    }

    /// What follows `word`, without the white space between.
    pub(super) fn after(&self, word: Word<'_>) -> &str {
        self.code[word.start + word.text.len()..].trim_start()
    }

    /// Where the unit tests begin, which stand at the end of a file; the end if there are none.
    pub(super) fn start_of_tests(&self) -> usize {
        self.code.find("#[cfg(test)]\nmod tests").unwrap_or(self.code.len())
    }

    /// A breach at a byte offset of the code, with its path and line.
    pub(super) fn fault(&self, offset: usize, what: &str) -> String {
        format!("{}:{}: {what}", self.path, self.line_of(offset))
    }

    /// The number of the line that holds a byte offset, from 1.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        self.code[..offset].matches('\n').count() + 1
    }
}

/// Every Rust file below the folders with code, in the order of the paths.
///
/// # Errors
/// If a folder or a file cannot be read.
pub(super) fn all(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in FOLDERS {
        walk(root, folder, &mut sources)?;
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(sources)
}

fn walk(root: &Path, folder: &str, sources: &mut Vec<Source>) -> Result<()> {
    let entries =
        fs::read_dir(root.join(folder)).with_context(|| format!("cannot read {folder}"))?;
    for entry in entries {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            if entry.file_name() != "target" {
                walk(root, &path, sources)?;
            }
        } else if path.ends_with(".rs") {
            let text = fs::read_to_string(entry.path());
            sources.push(Source::new(&path, &text.with_context(|| format!("cannot read {path}"))?));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process;

    #[test]
    fn a_fault_names_its_line() {
        let source = Source::new("crates/a/src/lib.rs", "// one\n/* two\n*/ bad");
        let bad = source.words().next().unwrap();
        assert_eq!(source.fault(bad.start, "no"), "crates/a/src/lib.rs:3: no");
    }

    #[test]
    fn this_file_is_found() {
        let sources = all(process::root()).unwrap();
        assert!(sources.iter().any(|source| source.path == "xtask/src/tidy/source.rs"));
    }
}
