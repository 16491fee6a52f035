//! The Rust files of the repository: their text, their tokens, their syntax.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use proc_macro2::{LineColumn, TokenStream, TokenTree};

const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];

const NPM: &str = "package.json";

pub(crate) struct Source {
    /// From the root of the workspace, with `/` between folders.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) tokens: TokenStream,
    pub(crate) syntax: syn::File,
}

impl Source {
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self> {
        let fault = |line: usize, error: &dyn std::fmt::Display| anyhow!("{path}:{line}: {error}");
        let tokens: TokenStream =
            text.parse().map_err(|e: proc_macro2::LexError| fault(e.span().start().line, &e))?;
        let syntax = syn::parse2(tokens.clone()).map_err(|e| fault(e.span().start().line, &e))?;
        Ok(Self { path: path.to_owned(), text: text.to_owned(), tokens, syntax })
    }

    pub(crate) fn read(root: &Path, path: &str) -> Result<Self> {
        let text = fs::read_to_string(root.join(path));
        Self::parse(path, &text.with_context(|| format!("cannot read {path}"))?)
    }

    /// Returns the places of the literals, each from its first character to the one behind its
    /// last. The text of a doc comment is none.
    pub(crate) fn literals(&self) -> Vec<(LineColumn, LineColumn)> {
        let mut found = Vec::new();
        each_token(&self.tokens, &mut |token| {
            let TokenTree::Literal(literal) = token else { return };
            let span = literal.span();
            if !span.source_text().is_some_and(|text| text.starts_with('/')) {
                found.push((span.start(), span.end()));
            }
        });
        found
    }
}

/// Calls `visit` with every token, those inside of brackets after the bracket.
pub(crate) fn each_token(tokens: &TokenStream, visit: &mut impl FnMut(&TokenTree)) {
    for token in tokens.clone() {
        visit(&token);
        if let TokenTree::Group(group) = &token {
            each_token(&group.stream(), visit);
        }
    }
}

/// Returns every Rust file below the folders with code, in the order of the paths.
pub(crate) fn all(root: &Path) -> Result<Vec<Source>> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        paths.extend(files(root, folder, ".rs")?);
    }
    paths.sort();
    paths.iter().map(|path| Source::read(root, path)).collect()
}

/// Returns the files below a folder whose names end in `end`, from `root` on, except built ones and
/// those of npm's packages, where others install what they like.
pub(crate) fn files(root: &Path, folder: &str, end: &str) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    let entries =
        fs::read_dir(root.join(folder)).with_context(|| format!("cannot read {folder}"))?;
    for entry in entries {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if !entry.file_type()?.is_dir() {
            paths.extend(path.ends_with(end).then_some(path));
        } else if entry.file_name() != "target" && !entry.path().join(NPM).exists() {
            paths.extend(files(root, &path, end)?);
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_files_and_packages_of_npm_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["in/src/a.rs", "in/target/b.rs", "in/page/node_modules/c.rs"] {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        assert_eq!(files(folder.path(), "in", ".rs").unwrap().len(), 2);
        fs::write(folder.path().join("in/page").join(NPM), "{}").unwrap();
        assert_eq!(files(folder.path(), "in", ".rs").unwrap(), ["in/src/a.rs"]);
    }

    #[test]
    fn literals_have_their_places_and_doc_comments_are_none() {
        let source = Source::parse("a.rs", "/// \"no\"\nconst A: &str =\n    \"two\nlines\";");
        let found = source.unwrap().literals();
        let places: Vec<_> =
            found.iter().map(|(a, b)| (a.line, a.column, b.line, b.column)).collect();
        assert_eq!(places, [(3, 4, 4, 6)]);
    }
}
