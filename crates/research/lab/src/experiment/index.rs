//! The list of all pages: each experiment, its result in one sentence, its picture.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::page::document::write as write_text;

/// The start of the paragraph with a page's result.
pub(super) const RESULT: &str = "**Result.** ";

const HEAD: &str = "# The experiments of the lab\n\n\
    Each page is written by one command, `cargo run --release -p lab -- NAME`, and all of them by\n\
    `cargo run --release -p lab -- all`. [The lab's README](../../crates/research/lab/README.md) lists its other\n\
    verbs.\n";

/// Writes `README.md` of a folder from the pages that are there.
///
/// # Errors
/// If the folder cannot be read, or the file cannot be written.
pub(super) fn write(folder: &Path) -> Result<()> {
    let unreadable = || format!("cannot read {}", folder.display());
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&path).with_context(unreadable)?;
            pages.extend(section(name, &text).map(|section| (name.to_owned(), section)));
        }
    }
    pages.sort();
    let sections: String = pages.into_iter().map(|(_, section)| section).collect();
    write_text(&folder.join("README.md"), &(HEAD.to_owned() + &sections))
}

/// Returns the section on a page; none if it is not the page of an experiment.
fn section(name: &str, page: &str) -> Option<String> {
    let title = page.lines().next()?.strip_prefix("# ")?;
    let (_, rest) = page.split_once(RESULT)?;
    let (result, _) = rest.split_once("\n\n")?;
    Some(format!("\n## [{title}]({name}.md)\n\n{result}\n\n[![{title}]({name}.svg)]({name}.md)\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_experiments_are_listed() {
        let page = "# A title\n\nBy.\n\n**Result.** It is\nso.\n\n## Rest\n";
        assert_eq!(
            section("name", page).unwrap(),
            "\n## [A title](name.md)\n\nIt is\nso.\n\n[![A title](name.svg)](name.md)\n"
        );
        assert_eq!(section("other", "# A title\n\nSome text.\n"), None);
    }
}
