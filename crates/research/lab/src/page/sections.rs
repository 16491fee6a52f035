//! Pages of several sections, of which each run writes its own.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::document::{Page, commit, write};

const MARK: &str = "\n## ";

/// Puts a section into the page at `path`: in place of the one with its heading, else at the end.
/// A new page begins with `head`.
///
/// # Errors
/// If the page cannot be read or written.
pub(crate) fn put(
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
    page.paragraph(&format!("Written by `{command}` at {}.", commit()));
    page.append(section);
    write(path, &placed(&old, heading, &page.text()))
}

/// Returns `old` with a section, which begins with a line break and its heading.
fn placed(old: &str, heading: &str, section: &str) -> String {
    let start = format!("{MARK}{heading}\n");
    let Some((before, after)) = old.split_once(&start) else { return format!("{old}{section}") };
    let rest = after.find(MARK).map_or("", |at| &after[at..]);
    format!("{before}{section}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# Page\n";

    #[test]
    fn a_section_takes_the_place_of_its_elder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bench").join("page.md");
        let put = |heading, text: &str| {
            let mut section = Page::empty();
            section.paragraph(text);
            put(&path, HEAD, heading, "run it", &section).unwrap();
            fs::read_to_string(&path).unwrap()
        };
        put("One", "first");
        put("Two", "second");
        let by = format!("Written by `run it` at {}.", commit());
        let expected =
            |one| format!("{HEAD}\n## One\n\n{by}\n\n{one}\n\n## Two\n\n{by}\n\nsecond\n");
        assert_eq!(put("One", "third"), expected("third"));
        assert_eq!(put("Two", "second"), expected("third"));
    }
}
