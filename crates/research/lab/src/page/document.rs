//! A page of results in Markdown, and files written for it.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::table::MarkdownTable;

/// Columns of a line of prose; a longer word is alone on its line.
const WIDTH: usize = 100;

#[derive(Debug)]
pub(crate) struct Page {
    blocks: Vec<Block>,
}

/// A heading, a paragraph, a table or a list, with the line break before it.
#[derive(Clone, Debug)]
struct Block {
    text: String,
    /// Whether it stands in the record, too, not only beside all figures.
    kept: bool,
}

impl Page {
    pub(crate) fn new(title: &str, command: &str) -> Self {
        let mut page = Self::empty();
        page.add(format!("# {title}\n\nWritten by `{command}`; do not edit.\n"));
        page
    }

    /// Creates a part of a page, without title.
    pub(crate) fn empty() -> Self {
        Self { blocks: Vec::new() }
    }

    pub(crate) fn append(&mut self, part: &Self) {
        self.blocks.extend_from_slice(&part.blocks);
    }

    fn add(&mut self, text: String) {
        self.blocks.push(Block { text, kept: false });
    }

    /// Puts the last blocks into the record.
    pub(crate) fn keep(&mut self, blocks: usize) {
        self.blocks.iter_mut().rev().take(blocks).for_each(|block| block.kept = true);
    }

    pub(crate) fn kept(&self) -> Self {
        Self { blocks: self.blocks.iter().filter(|block| block.kept).cloned().collect() }
    }

    pub(crate) fn text(&self) -> String {
        self.blocks.iter().map(|block| block.text.as_str()).collect()
    }

    pub(crate) fn heading(&mut self, heading: &str) {
        self.add(format!("\n## {heading}\n"));
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
        self.add(format!("\n{}\n", lines.join("\n")));
    }

    pub(crate) fn table(&mut self, table: &MarkdownTable) {
        self.add(format!("\n{table}"));
    }

    pub(crate) fn list(&mut self, items: impl IntoIterator<Item = impl Display>) {
        let items: String = items.into_iter().map(|item| format!("- {item}\n")).collect();
        self.add(format!("\n{items}"));
    }

    /// Writes the page to a file, with the commit of the sources; see [`write()`].
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let stamped = format!("` at {}; do not edit.", commit());
        write(path, &self.text().replacen("`; do not edit.", &stamped, 1))
    }
}

/// Returns the commit of the sources, its day and its bench signature, as a page names them.
pub(crate) fn commit() -> String {
    let commit = log(&["--format=%h of %cs"]).unwrap_or_else(|| "an unknown commit".to_owned());
    let bench = signature_at("HEAD").map(|bench| format!(", bench {bench}"));
    commit + &bench.unwrap_or_default()
}

/// Returns the bench signature that the history of a commit recorded last.
pub(crate) fn signature_at(commit: &str) -> Option<u64> {
    const LINE: &str = "--grep=^Bench: [0-9]+$";
    let message = log(&["--extended-regexp", LINE, "--format=%B", commit, "--"])?;
    message.lines().rev().find_map(|line| line.strip_prefix("Bench: ")?.trim_end().parse().ok())
}

fn log(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["log", "-1"]).args(words).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// Writes a text to a file, whose folder is made if there is none. An old file is replaced.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

const SECTION_MARK: &str = "\n## ";

/// Puts a section into the page at `path`: in place of the one with its heading, else at the end.
/// A new page begins with `head`.
pub(crate) fn put_section(
    path: &Path,
    head: &str,
    heading: &str,
    command: &str,
    section: &Page,
) -> Result<()> {
    let name = path.display();
    let old = match path.exists() {
        true => fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?,
        false => head.to_owned(),
    };
    let mut page = Page::empty();
    page.heading(heading);
    // On one line, however long, because `--stale` reads it.
    page.add(format!("\nWritten by `{command}` at {}.\n", commit()));
    page.append(section);
    write(path, &placed(&old, heading, &page.text()))
}

/// Returns `old` with a section, which begins with a line break and its heading.
fn placed(old: &str, heading: &str, section: &str) -> String {
    let start = format!("{SECTION_MARK}{heading}\n");
    let Some((before, after)) = old.split_once(&start) else { return format!("{old}{section}") };
    let rest = after.find(SECTION_MARK).map_or("", |at| &after[at..]);
    format!("{before}{section}{rest}")
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
        assert_eq!(page.text(), expected);
        page.keep(2);
        assert_eq!(page.kept().text(), format!("\n{table}\n- one\n- two\n"));
    }

    #[test]
    fn folders_are_made_faults_named_and_the_commit_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("page.md");
        Page::new("Speed", "cargo run").write(&path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("`cargo run` at {}; do not edit.", commit())), "{text}");
        let below_a_file = path.join("page.md");
        let error = write(&below_a_file, "text").unwrap_err();
        assert!(error.to_string().contains("page.md"), "{error}");
    }

    const HEAD: &str = "# Page\n";
    const COMMAND: &str = "cargo xtask bench something --against FILE --and OTHER --nodes 1000000";

    #[test]
    fn a_section_takes_the_place_of_its_elder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench").join("page.md");
        let put = |heading, text: &str| {
            let mut section = Page::empty();
            section.paragraph(text);
            put_section(&path, HEAD, heading, COMMAND, &section).unwrap();
            fs::read_to_string(&path).unwrap()
        };
        put("One", "first");
        put("Two", "second");
        let by = format!("Written by `{COMMAND}` at {}.", commit());
        let expected =
            |one| format!("{HEAD}\n## One\n\n{by}\n\n{one}\n\n## Two\n\n{by}\n\nsecond\n");
        assert_eq!(put("One", "third"), expected("third"));
        assert_eq!(put("Two", "second"), expected("third"));
    }
}
