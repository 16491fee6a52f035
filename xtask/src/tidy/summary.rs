//! The book's table of contents: every page of docs/ is in it, once.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;

/// The table of contents, as mdBook reads it.
pub(super) const PAGE: &str = "docs/SUMMARY.md";

/// Pages of docs/ that the table of contents lacks, and entries that are no page or come twice.
///
/// # Errors
/// If docs/ cannot be read.
pub(super) fn faults(root: &Path, summary: &str) -> Result<Vec<String>> {
    Ok(compare(summary, &pages(&root.join("docs"), "")?))
}

/// Returns the pages below a folder, `/` between folders; `prefix` comes before each.
fn pages(folder: &Path, prefix: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            found.extend(pages(&entry.path(), &format!("{name}/"))?);
        } else if name.ends_with(".md") && name != "SUMMARY.md" {
            found.push(name);
        }
    }
    Ok(found)
}

fn compare(summary: &str, pages: &[String]) -> Vec<String> {
    let mut entries: BTreeMap<&str, usize> = BTreeMap::new();
    for line in summary.lines() {
        if let Some((_, link)) = line.split_once("](") {
            *entries.entry(link.trim_end_matches(')')).or_default() += 1;
        }
    }
    let mut faults = Vec::new();
    for page in pages {
        match entries.remove(page.as_str()) {
            None => faults.push(format!("{PAGE}: docs/{page} is not in it")),
            Some(1) => {}
            Some(times) => faults.push(format!("{PAGE}: {page} is in it {times} times")),
        }
    }
    faults.extend(entries.keys().map(|entry| format!("{PAGE}: there is no page {entry}")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_listed_once() {
        let pages = ["a.md", "b/c.md"].map(String::from);
        assert_eq!(compare("# S\n\n[A](a.md)\n\n- [C](b/c.md)\n", &pages), [""; 0]);
        let faults = compare("[A](a.md)\n- [A](a.md)\n- [D](d.md)\n", &pages);
        assert_eq!(faults.len(), 3, "{faults:?}");
        for (fault, about) in faults.iter().zip(["2 times", "b/c.md is not", "no page d.md"]) {
            assert!(fault.contains(about), "{fault}");
        }
    }
}
