//! Types of a crate that share a name.

use std::collections::BTreeMap;

use syn::{Ident, Item};

use super::modules::Module;
use crate::source::{attributes, conditions, is_for_tests};

/// The place of a type's definition, and its conditions.
struct Definition {
    place: String,
    conditions: Vec<String>,
}

/// Returns a fault for each name that two types of the crate bear. Types of which each has
/// conditions that the other has not are alternatives: a program holds one of them.
pub(super) fn namesakes(modules: &[Module]) -> Vec<String> {
    let mut types: BTreeMap<String, Vec<Definition>> = BTreeMap::new();
    for Module { source, conditions, .. } in modules {
        collect(&source.path, &source.syntax.items, conditions, &mut types);
    }
    let mut faults = Vec::new();
    for (name, definitions) in &types {
        for (at, later) in definitions.iter().enumerate() {
            if let Some(first) = definitions[..at].iter().find(|first| first.meets(later)) {
                faults.push(format!(
                    "{}: another type is called {name}, {}",
                    later.place, first.place
                ));
            }
        }
    }
    faults
}

impl Definition {
    /// Returns whether some program may hold both.
    fn meets(&self, other: &Self) -> bool {
        let lacks = |a: &Self, b: &Self| a.conditions.iter().any(|one| !b.conditions.contains(one));
        !(lacks(self, other) && lacks(other, self))
    }
}

fn collect(
    file: &str,
    items: &[Item],
    outer: &[String],
    types: &mut BTreeMap<String, Vec<Definition>>,
) {
    for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
        let inner = [outer, &conditions(attributes(item))].concat();
        if let Item::Mod(module) = item
            && let Some((_, items)) = &module.content
        {
            collect(file, items, &inner, types);
        }
        if let Some(ident) = type_name(item) {
            let place = format!("{file}:{}", ident.span().start().line);
            let definition = Definition { place, conditions: inner };
            types.entry(ident.to_string()).or_default().push(definition);
        }
    }
}

fn type_name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Struct(item) => Some(&item.ident),
        Item::Enum(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::Type(item) => Some(&item.ident),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn faults_of(files: &[(&str, &str)]) -> Vec<String> {
        let module = |&(condition, text): &(&str, &str)| Module {
            path: vec!["a".to_owned()],
            conditions: Some(condition.to_owned()).into_iter().filter(|c| !c.is_empty()).collect(),
            source: Source::parse("a.rs", text).unwrap(),
        };
        namesakes(&files.iter().map(module).collect::<Vec<_>>())
    }

    #[test]
    fn two_types_of_one_name_are_found() {
        for second in [
            "enum Count {}",
            "trait Count {}",
            "type Count = u8;",
            "union Count { a: u8 }",
            "mod b { pub struct Count; }",
            "#[cfg(unix)] struct Count;",
        ] {
            let found = faults_of(&[("", "struct Count;"), ("", second)]);
            assert_eq!(found, ["a.rs:1: another type is called Count, a.rs:1"], "{second}");
        }
    }

    #[test]
    fn tests_alternatives_and_other_names_are_free() {
        let first = "struct Count;";
        for second in [
            "struct Counts; fn count() {} const COUNT: u8 = 0;",
            "#[cfg(test)] struct Count;",
            "#[cfg(test)] mod tests { struct Count; }",
            "impl Iterator for X { type Count = u8; }",
            "fn f() { struct Count; }",
        ] {
            assert!(faults_of(&[("", first), ("", second)]).is_empty(), "{second}");
        }
        assert!(faults_of(&[("unix", first), ("not (unix)", first)]).is_empty());
    }
}
