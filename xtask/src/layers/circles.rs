//! Circles among the modules of a crate: the modules of no folder name each other in a circle.
//!
//! A path that begins with `crate` or `super`, in an import, in code or inside of a macro, leads to
//! a module; a name that a module imports or re-exports leads to the module that it comes from. An
//! edge joins the two modules of one folder in which the path begins and ends; a module and the
//! folder that it declares are one. The root file and modules for tests are left out.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A file of a crate: the names from the crate's root to its module, its path and its tokens.
pub(super) struct Module<'a> {
    pub(super) path: Vec<String>,
    pub(super) file: &'a str,
    pub(super) tokens: &'a TokenStream,
}

struct Named {
    module: Vec<String>,
    path: Vec<String>,
    line: usize,
    /// The name that an import gives to it.
    imported: Option<String>,
}

/// The most imports on the way to a name.
const MOST_STEPS: usize = 32;

/// Returns a circle of each folder that has one, in words: `a -> b -> a: src/a.rs:1 names b, …`.
pub(super) fn of(modules: &[Module<'_>]) -> Vec<String> {
    let mut named = Vec::new();
    for module in modules {
        let first = named.len();
        let tokens: Vec<TokenTree> = module.tokens.clone().into_iter().collect();
        read(&tokens, &module.path, &mut named);
        named[first..].iter_mut().for_each(|one| one.module.clone_from(&module.path));
    }
    let is_module = |path: &[String]| modules.iter().any(|module| module.path == path);
    let imported: BTreeMap<(&[String], &str), &[String]> = named
        .iter()
        .filter_map(|one| Some(((&*one.module, one.imported.as_deref()?), &*one.path)))
        .collect();
    // Folder, module, other module: the place.
    let mut edges: BTreeMap<[String; 3], String> = BTreeMap::new();
    for Named { module: from, path, line, .. } in &named {
        let (mut path, mut to) = (path.clone(), Vec::new());
        for _ in 0..MOST_STEPS {
            let known = (0..=path.len()).rev().find(|&end| is_module(&path[..end])).unwrap_or(0);
            to = path[..known].to_vec();
            let next = path.get(known).and_then(|name| imported.get(&(&*to, name.as_str())));
            let Some(next) = next else { break };
            path = [next, &path[known + 1..]].concat();
        }
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        if shared < from.len().min(to.len()) {
            let node = |module: &[String]| module[..=shared].join("::");
            let file = modules.iter().find(|one| one.path == *from).map_or("", |one| one.file);
            let edge = [from[..shared].join("::"), node(from), node(&to)];
            edges.entry(edge).or_insert_with(|| format!("{file}:{line}"));
        }
    }
    let edges: Vec<([String; 3], String)> = edges.into_iter().collect();
    edges.chunk_by(|a, b| a.0[0] == b.0[0]).filter_map(circle).collect()
}

fn circle(edges: &[([String; 3], String)]) -> Option<String> {
    let mut left: Vec<_> = edges.iter().map(|([_, from, to], place)| (from, to, place)).collect();
    loop {
        // A module that no other names, or that names none, is in no circle.
        let is_inner = |name: &String| {
            left.iter().any(|edge| edge.0 == name) && left.iter().any(|edge| edge.1 == name)
        };
        let inner: Vec<_> =
            left.iter().filter(|e| is_inner(e.0) && is_inner(e.1)).copied().collect();
        if inner.len() == left.len() {
            break;
        }
        left = inner;
    }
    let mut way = vec![*left.first()?];
    let start = loop {
        let at = way[way.len() - 1].1;
        if let Some(start) = way.iter().position(|edge| edge.0 == at) {
            break start;
        }
        way.extend(left.iter().find(|edge| edge.0 == at));
    };
    let around: Vec<&str> = way[start..].iter().map(|edge| edge.0.as_str()).collect();
    let places = way[start..].iter().map(|(_, to, place)| format!("{place} names {to}"));
    let places = places.collect::<Vec<_>>().join(", ");
    Some(format!("{} -> {}: {places}", around.join(" -> "), around[0]))
}

/// Adds the paths in the tokens of a module, without those of items for tests.
fn read(tokens: &[TokenTree], module: &[String], named: &mut Vec<Named>) {
    let mut at = 0;
    while at < tokens.len() {
        let is_path = at < 2 || !is_colon(&tokens[at - 1]);
        match &tokens[at..] {
            [TokenTree::Punct(hash), TokenTree::Group(attribute), rest @ ..]
                if hash.as_char() == '#' && is_for_tests(&attribute.stream()) =>
            {
                let ends = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(punct) => punct.as_char() == ';',
                    _ => false,
                };
                at += 2 + rest.iter().position(ends).unwrap_or(rest.len());
            }
            [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Group(body), ..]
                if *word == "mod" =>
            {
                let inner = [module, &[name.to_string()]].concat();
                read(&body.stream().into_iter().collect::<Vec<_>>(), &inner, named);
                at += 2;
            }
            [TokenTree::Ident(word), rest @ ..] if *word == "use" => {
                let end = rest.iter().position(|t| t.to_string() == ";").unwrap_or(rest.len());
                note(&rest[..end], &[], module, true, named);
                at += end;
            }
            [TokenTree::Ident(first), ..]
                if is_path && (*first == "crate" || *first == "super") =>
            {
                note(&tokens[at..], &[], module, false, named);
            }
            // `pub(in crate::a)` says where an item is visible, not what it uses.
            [TokenTree::Group(group), ..] if !group.stream().to_string().starts_with("in ") => {
                read(&group.stream().into_iter().collect::<Vec<_>>(), module, named);
            }
            _ => {}
        }
        at += 1;
    }
}

/// Adds the path at the start of these tokens, or each path of a tree of imports.
fn note(
    tokens: &[TokenTree],
    before: &[String],
    module: &[String],
    imports: bool,
    named: &mut Vec<Named>,
) {
    let mut path = before.to_vec();
    let mut line = 0;
    for part in tokens.chunks(3) {
        match part {
            [TokenTree::Ident(ident), ..] => path.push(ident.to_string()),
            [TokenTree::Group(group), ..] if imports => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| token.to_string() == ",";
                inner.split(is_comma).for_each(|one| note(one, &path, module, true, named));
                return;
            }
            _ => break,
        }
        line = part[0].span().start().line;
        if part.len() < 3 || !is_colon(&part[1]) {
            break;
        }
    }
    let up = path.iter().take_while(|part| *part == "super").count();
    let base = match path.first().map(String::as_str) {
        Some("crate") => &[],
        _ => &module[..module.len().saturating_sub(up)],
    };
    let rest = path.iter().filter(|part| !["crate", "super", "self"].contains(&part.as_str()));
    let path: Vec<String> = base.iter().chain(rest).cloned().collect();
    let alias = tokens.iter().position(|token| token.to_string() == "as");
    let alias = alias.and_then(|at| tokens.get(at + 1)).map(ToString::to_string);
    let imported = alias.or_else(|| path.last().cloned()).filter(|_| imports);
    named.push(Named { module: Vec::new(), path, line, imported });
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

fn is_for_tests(attribute: &TokenStream) -> bool {
    let text = attribute.to_string().replace(' ', "");
    text == "cfg(test)" || text.starts_with("cfg(all(") && text.contains("test")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate of these files; the first is its root.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let tokens: Vec<TokenStream> =
            files.iter().map(|(_, text)| text.parse().unwrap()).collect();
        let mut modules = Vec::new();
        for (&(file, _), tokens) in files.iter().zip(&tokens) {
            let path = file.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
            modules.push(Module { path: path.collect(), file, tokens });
        }
        of(&modules)
    }

    const ROOT: (&str, &str) = ("", "mod a; mod b; pub use b::{Thing, inner::Deep as Other};");

    #[test]
    fn each_way_to_name_a_module_closes_a_circle() {
        for text in [
            "use crate::b::Thing;",
            "use crate::{b};",
            "use crate::b::*;",
            "use super::b::Thing;",
            "use crate::Thing;",
            "use crate::{Other};",
            "use super::Thing as Renamed;",
            "pub(crate) use crate::b::{self};",
            "fn f(x: &crate::b::Thing) {}",
            "fn f() { super::b::g::<u8>() }",
            "fn f() { println!(\"{}\", crate::b::g()); }",
            "macro_rules! m { () => { $crate::b::g() } }",
            "fn f() { use crate::b; }",
            "mod inner { use super::super::b; }",
            "#[cfg(test)] mod tests; fn f() { crate::b::g() }",
        ] {
            let files = [ROOT, ("a", text), ("b", "\nuse crate::a;")];
            assert_eq!(circles(&files), ["a -> b -> a: a:1 names b, b:2 names a"], "{text}");
        }
    }

    #[test]
    fn what_closes_no_circle() {
        for text in [
            "use crate::a::inner; use self::inner; mod inner {}",
            "fn f(b: u8) -> u8 { b }",
            "use std::b; use ::b::c;",
            "#[cfg(test)] use crate::b::Thing;",
            "#[cfg(all(test, unix))] mod tests { use crate::b::Thing; }",
            "impl X { #[cfg(test)] fn f() { crate::b::g() } }",
            "/// [`crate::b::Thing`]\nfn f() {}",
            "pub(in crate::b) fn f() {}",
            "mod inner { use super::g; }",
            "fn f() { m!(std::crate::b) }",
        ] {
            let files = [ROOT, ("a", text), ("b", "use crate::a;")];
            assert_eq!(circles(&files), [""; 0], "{text}");
        }
    }

    #[test]
    fn modules_of_a_folder_have_edges_of_their_own() {
        let files = [
            ("", "mod a; mod b; mod e;"),
            ("a", "mod c; mod d; pub(crate) use c::C; use d::D;"),
            ("a::c", "use super::D;\nuse crate::a::d::{self};"),
            ("a::d", "use super::C; use crate::b::e::E; use crate::e;"),
            ("b", "mod e;"),
            ("b::e", "use super::super::a;"),
        ];
        let expected = [
            "a -> b -> a: a::d:1 names b, b::e:1 names a",
            "a::c -> a::d -> a::c: a::c:1 names a::d, a::d:1 names a::c",
        ];
        assert_eq!(circles(&files), expected);
    }
}
