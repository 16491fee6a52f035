//! `book`: docs/ as one site.
//!
//! That every page is listed, that links resolve and that the code runs is tested without mdBook,
//! by the crate handbook; here it is built.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::output::Outcome;
use crate::process::{in_root, root};

const INSTALL: &str = "cargo install mdbook --locked --version 0.5.4";

const SUMMARY: &str = "docs/SUMMARY.md";

const SITE: &str = "target/book";

/// Builds the site, where mdBook is installed, and looks for each page of the table of contents.
pub(crate) fn build() -> Result<Outcome> {
    if in_root("mdbook", ["--version"]).output().is_err() {
        return Ok(Outcome::Skipped(format!("mdBook is not installed ({INSTALL})")));
    }
    let log = in_root("mdbook", ["build"]).output().context("cannot start mdbook")?;
    let said = String::from_utf8_lossy(&log.stderr);
    let complaint = said.lines().find(|line| line.contains("WARN") || line.contains("ERROR"));
    ensure!(log.status.success() && complaint.is_none(), "{said}");
    let summary = fs::read_to_string(root().join(SUMMARY))?;
    let pages = check(&summary, &root().join(SITE))?;
    Ok(Outcome::Passed(format!("{pages} pages, {SITE}/index.html")))
}

/// Checks that the site has each page of the table of contents, whole; returns their number.
fn check(summary: &str, site: &Path) -> Result<usize> {
    let links = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(".md)"));
    let mut pages = 0;
    for page in links {
        let path = site.join(format!("{page}.html"));
        let text = fs::read_to_string(&path).with_context(|| format!("no page {path:?}"))?;
        ensure!(!text.contains("{{#include"), "{path:?} lacks a part");
        pages += 1;
    }
    ensure!(pages > 0, "{SUMMARY} lists no page");
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_is_missing_or_lacks_a_part_is_an_error() {
        let site = tempfile::tempdir().unwrap();
        let page = site.path().join("one.html");
        fs::write(&page, "<html>").unwrap();
        assert_eq!(check("# Summary\n\n- [One](one.md)\n", site.path()).unwrap(), 1);
        assert!(check("- [One](one.md)\n- [Two](two.md)\n", site.path()).is_err());
        assert!(check("# Summary\n", site.path()).is_err());
        fs::write(&page, "<code>{{#include engine.rs:go}}</code>").unwrap();
        assert!(check("- [One](one.md)\n", site.path()).is_err());
    }
}
