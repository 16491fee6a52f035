//! The entries of a manifest that the registry shows of a library, and the licences in its folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::workspace::Shown;

/// The most keywords and the most categories that the registry takes.
const MOST: usize = 5;

/// The files that the licences ask to go with each copy. They are copies of those at the root: a
/// symbolic link would be a file of one line in a checkout on Windows.
pub(crate) const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Returns the entries that a manifest lacks.
pub(super) fn faults(folder: &str, shown: &Shown) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, value) in [
        ("description", &shown.description),
        ("license", &shown.license),
        ("readme", &shown.readme),
        ("repository", &shown.repository),
        ("rust-version", &shown.rust_version),
    ] {
        if value.as_ref().is_none_or(String::is_empty) {
            faults.push(format!("has no `{key}`"));
        }
    }
    for (key, values) in [("keywords", &shown.keywords), ("categories", &shown.categories)] {
        if values.is_empty() || values.len() > MOST {
            faults.push(format!("has {} {key}, between 1 and {MOST} are asked for", values.len()));
        }
    }
    if shown.metadata.pointer("/docs/rs/all-features") != Some(&true.into()) {
        faults.push("does not have docs.rs show all features".to_owned());
    }
    faults.iter().map(|what| format!("{folder}/Cargo.toml: {what}")).collect()
}

/// Licences that are not in a crate's folder, or differ from the root's.
pub(super) fn licences(root: &Path, folder: &str) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in LICENCES {
        let ours = fs::read(root.join(file)).with_context(|| format!("cannot read {file}"))?;
        let copy = format!("{folder}/{file}");
        if fs::read(root.join(&copy)).ok() != Some(ours) {
            faults.push(format!("{copy}: is no copy of {file}"));
        }
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown() -> Shown {
        let text = || Some("text".to_owned());
        Shown {
            description: text(),
            keywords: vec!["chess".to_owned()],
            categories: vec!["no-std".to_owned()],
            license: text(),
            readme: text(),
            repository: text(),
            rust_version: text(),
            metadata: serde_json::json!({ "docs": { "rs": { "all-features": true } } }),
        }
    }

    #[test]
    fn each_planted_gap_is_found() {
        assert_eq!(faults("a", &shown()), Vec::<String>::new());
        let most = Shown { keywords: vec!["a".to_owned(); 5], ..shown() };
        assert_eq!(faults("a", &most), Vec::<String>::new());
        let many = vec!["a".to_owned(); 6];
        for (planted, said) in [
            (Shown { rust_version: None, ..shown() }, "has no `rust-version`"),
            (Shown { readme: Some(String::new()), ..shown() }, "has no `readme`"),
            (Shown { keywords: many, ..shown() }, "has 6 keywords"),
            (Shown { categories: Vec::new(), ..shown() }, "has 0 categories"),
            (Shown { metadata: serde_json::Value::Null, ..shown() }, "docs.rs"),
        ] {
            let found = faults("a", &planted);
            assert!(found.len() == 1 && found[0].contains(said), "{found:?}, not {said}");
        }
    }
}
