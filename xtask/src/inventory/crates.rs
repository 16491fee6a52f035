//! The contents of a crate that a page can name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use heck::ToKebabCase;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Fields, Item, ItemEnum};

use crate::process;
use crate::source::{Source, each_token};

/// The names in the sources of a crate, its tests, benches and examples.
#[derive(Default)]
pub(super) struct Contents {
    folder: PathBuf,
    /// Functions under `#[test]`, those inside of macros too.
    pub(super) tests: BTreeSet<String>,
    pub(super) identifiers: BTreeSet<String>,
    /// The names that its enums of subcommands have on a command line.
    pub(super) verbs: BTreeSet<String>,
}

impl Contents {
    pub(super) fn of(folder: &Path, sources: &[Source]) -> Self {
        let mut contents = Self { folder: folder.to_owned(), ..Self::default() };
        let inside = |source: &&Source| process::root().join(&source.path).starts_with(folder);
        for source in sources.iter().filter(inside) {
            contents.add(source);
        }
        contents
    }

    pub(super) fn add(&mut self, source: &Source) {
        tests_in(&source.tokens, &mut self.tests);
        each_token(&source.tokens, &mut |token| {
            if let TokenTree::Ident(ident) = token {
                self.identifiers.insert(ident.to_string());
            }
        });
        for item in &source.syntax.items {
            if let Item::Enum(item) = item {
                self.verbs.extend(verbs_of(item));
            }
        }
    }

    /// Returns whether it holds such a file or folder, itself or in `src`.
    pub(super) fn has_file(&self, path: &str) -> bool {
        [self.folder.join(path), self.folder.join("src").join(path)]
            .iter()
            .any(|file| file.exists() || file.with_extension("rs").exists())
    }
}

fn tests_in(tokens: &TokenStream, tests: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                is_test |= group.stream().to_string() == "test";
            }
            TokenTree::Group(group) => {
                tests_in(&group.stream(), tests);
                is_test &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Ident(ident) if *ident == "fn" && is_test => {
                tests.extend(tokens.get(at + 1).map(ToString::to_string));
            }
            _ => {}
        }
    }
}

/// Returns the names of an enum's variants as clap shows them, if the enum is one of subcommands.
fn verbs_of(item: &ItemEnum) -> Vec<String> {
    let derives = item.attrs.iter().any(|attribute| {
        attribute.path().is_ident("derive")
            && attribute
                .meta
                .require_list()
                .is_ok_and(|list| list.tokens.to_string().contains("Subcommand"))
    });
    let variants = item.variants.iter().filter(|variant| {
        // A flattened enum adds its own variants, not its name.
        let flattened = variant.attrs.iter().any(|attribute| {
            attribute.path().is_ident("command")
                && attribute
                    .meta
                    .require_list()
                    .is_ok_and(|list| list.tokens.to_string() == "flatten")
        });
        derives && !(flattened && matches!(variant.fields, Fields::Unnamed(_)))
    });
    variants.map(|variant| variant.ident.to_string().to_kebab_case()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(text: &str) -> Contents {
        let mut contents = Contents::default();
        contents.add(&Source::parse("a.rs", text).unwrap());
        contents
    }

    #[test]
    fn tests_are_functions_under_the_attribute() {
        let found = contents(
            "#[test] fn a() { fn inner() {} } fn b() {} mod m { #[test] #[should_panic] fn c() {} }
             proptest! { #[test] fn d(x in 0..3) {} fn e(x in 0..3) {} }
             #[cfg(test)] fn f() {} #[cfg_attr(test, test)] fn main() {}",
        );
        assert_eq!(found.tests.iter().collect::<Vec<_>>(), ["a", "c", "d"]);
        assert!(found.identifiers.contains("inner"));
    }

    #[test]
    fn verbs_are_variants_of_subcommands() {
        let found = contents(
            "#[derive(Subcommand)] enum A { TtPlot(B), #[command(flatten)] Keys(C), Mtdf }
             #[derive(Debug)] enum D { NoVerb }",
        );
        assert_eq!(found.verbs.iter().collect::<Vec<_>>(), ["mtdf", "tt-plot"]);
    }
}
