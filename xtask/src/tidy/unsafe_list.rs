//! docs/unsafe.md lists every file with unsafe code, and no other.

use std::collections::BTreeSet;

use proc_macro2::TokenTree;

use crate::source::{Source, each_token};

/// The page whose table names the files, each in backticks in the first cell of its row.
pub(super) const PAGE: &str = "docs/unsafe.md";

/// Files with unsafe code that the page does not list, and listed files without.
pub(super) fn compare(sources: &[Source], page: &str) -> Vec<String> {
    let real: BTreeSet<&str> = sources
        .iter()
        .filter(|source| is_unsafe(source))
        .map(|source| source.path.as_str())
        .collect();
    let listed: BTreeSet<&str> = page.lines().filter_map(listed_file).collect();
    let missing = real
        .difference(&listed)
        .map(|path| format!("{path}: unsafe code that {PAGE} does not list"));
    let stale = listed
        .difference(&real)
        .map(|path| format!("{PAGE} lists {path}, which holds no unsafe code"));
    missing.chain(stale).collect()
}

/// Returns whether the word is anywhere in the code, a macro or an attribute.
fn is_unsafe(source: &Source) -> bool {
    let mut found = false;
    each_token(&source.tokens, &mut |token| {
        found |= matches!(token, TokenTree::Ident(ident) if *ident == "unsafe");
    });
    found
}

fn listed_file(line: &str) -> Option<&str> {
    let cell = line.strip_prefix("| `")?;
    cell.split_once('`').map(|(path, _)| path).filter(|path| path.ends_with(".rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_and_the_code_agree_both_ways() {
        let sources = [
            Source::parse("a.rs", "fn f() { m!(unsafe { g() }) }").unwrap(),
            Source::parse("b.rs", "#![forbid(unsafe_code)] // unsafe").unwrap(),
        ];
        let page = "# Unsafe\n| file | why |\n|---|---|\n| `a.rs` | speed |\n";
        assert!(compare(&sources, page).is_empty());
        assert_eq!(compare(&sources, ""), ["a.rs: unsafe code that docs/unsafe.md does not list"]);
        let stale = format!("{page}| `b.rs` | speed |\n");
        assert_eq!(
            compare(&sources, &stale),
            ["docs/unsafe.md lists b.rs, which holds no unsafe code"]
        );
    }
}
