//! The edges among the modules of a crate: which module names which others of its folder.
//!
//! A path that begins with `crate` or `super`, in an import, in code or inside of a macro, leads to
//! a module; a name that a module imports or re-exports leads to the module that it comes from. An
//! edge joins the two modules of one folder in which the path begins and ends; a module and the
//! folder that it declares are one. The root is a module of its own in the graph: its re-exports
//! are no edges, its other uses are. A module without a file of its own is a part of the file that
//! holds it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Attribute, ImplItem, Item, ItemMod, ItemUse, Macro, Path, UseTree, VisRestricted, Visibility,
};

use super::modules::Module;
use crate::source::{attributes, is_for_tests};

/// The node of the crate's root file, as it is shown.
pub(super) const ROOT: &str = "the root";

/// One module names another of the same folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The module whose folder holds both.
    pub(super) folder: String,
    pub(super) from: String,
    pub(super) to: String,
    /// `path:line` of the first such place.
    pub(super) place: String,
}

/// Returns the edges between the modules of each folder, one for each pair.
pub(super) fn edges(modules: &[Module]) -> Vec<Edge> {
    let names = Names::of(modules);
    let mut edges: Vec<Edge> = Vec::new();
    for Module { path, source, .. } in modules {
        let mut collector = Collector {
            file: &source.path,
            names: &names,
            module: path.clone(),
            edges: &mut edges,
        };
        collector.visit_file(&source.syntax);
    }
    edges
}

/// The names of a crate's modules, by the path of each from the root.
#[derive(Default)]
struct Names {
    /// Modules with a file of their own.
    files: BTreeSet<Vec<String>>,
    scopes: BTreeMap<Vec<String>, Scope>,
}

/// The names in a module that lead to other modules.
#[derive(Default)]
struct Scope {
    modules: BTreeSet<String>,
    /// Imported and re-exported names, and the path from the root that each stands for.
    imported: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn of(modules: &[Module]) -> Self {
        let mut names = Self::default();
        for Module { path, source, .. } in modules {
            names.collect(path, &source.syntax.items);
        }
        names
    }

    fn collect(&mut self, path: &[String], items: &[Item]) {
        for item in items.iter().filter(|item| !is_for_tests(attributes(item))) {
            let Item::Mod(ItemMod { ident, content, .. }) = item else { continue };
            self.scopes.entry(path.to_vec()).or_default().modules.insert(ident.to_string());
            let inner = [path, &[ident.to_string()]].concat();
            match content {
                Some((_, items)) => self.collect(&inner, items),
                None => _ = self.files.insert(inner),
            }
        }
        for item in items {
            let Item::Use(ItemUse { tree, .. }) = item else { continue };
            for Imported { path: used, name } in imported(tree) {
                if let Some(target) = self.target(path, &used) {
                    self.scopes.entry(path.to_vec()).or_default().imported.insert(name, target);
                }
            }
        }
    }

    /// Returns the path from the crate's root of a path that `module` names; `None` if it leads out
    /// of the crate or stays in the module.
    fn target(&self, module: &[String], path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?.as_str();
        if first == "crate" {
            return Some(path[1..].to_vec()).filter(|path| !path.is_empty());
        }
        let up = path.iter().take_while(|part| *part == "super").count();
        if up > 0 {
            let base = module.get(..module.len().checked_sub(up)?)?;
            return Some([base, &path[up..]].concat()).filter(|path| !path.is_empty());
        }
        // Names of a module's own modules need no `self`.
        let rest = if first == "self" { &path[1..] } else { path };
        let own = self.scopes.get(module)?.modules.contains(rest.first()?);
        own.then(|| [module, rest].concat())
    }

    /// Returns the module in a file of its own that a path from the crate's root leads to.
    fn resolve(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        let mut known = 0;
        // An import may stand for another one; none leads in a circle for long.
        for _ in 0..MOST_STEPS {
            let (module, rest) = path.split_at(known);
            let Some((scope, name)) = self.scopes.get(module).zip(rest.first()) else { break };
            if scope.modules.contains(name) {
                known += 1;
            } else if let Some(target) = scope.imported.get(name) {
                path = [target, &rest[1..]].concat();
                known = 0;
            } else {
                break;
            }
        }
        path.truncate(known);
        self.file(&path)
    }

    /// Returns the module whose file holds `module`.
    fn file(&self, module: &[String]) -> Vec<String> {
        let mut file = module.to_vec();
        while !file.is_empty() && !self.files.contains(&file) {
            file.pop();
        }
        file
    }
}

/// The most modules and imports on the way to a name.
const MOST_STEPS: usize = 32;

/// A name that an import brings, and the whole path to what it names.
struct Imported {
    path: Vec<String>,
    name: String,
}

fn imported(tree: &UseTree) -> Vec<Imported> {
    let one = |ident: &syn::Ident, name: &syn::Ident| {
        vec![Imported { path: vec![ident.to_string()], name: name.to_string() }]
    };
    match tree {
        UseTree::Name(leaf) => one(&leaf.ident, &leaf.ident),
        UseTree::Rename(leaf) => one(&leaf.ident, &leaf.rename),
        UseTree::Path(inner) => {
            let mut all = imported(&inner.tree);
            for Imported { path, name } in &mut all {
                path.insert(0, inner.ident.to_string());
                if name == "self" {
                    *name = inner.ident.to_string();
                }
            }
            all
        }
        UseTree::Group(group) => group.items.iter().flat_map(imported).collect(),
        // It leads where its path leads.
        UseTree::Glob(_) => vec![Imported { path: vec!["*".to_owned()], name: "*".to_owned() }],
    }
}

struct Collector<'a> {
    file: &'a str,
    names: &'a Names,
    /// The module that the visitor is in.
    module: Vec<String>,
    edges: &'a mut Vec<Edge>,
}

impl Collector<'_> {
    /// Notes where a path in the current module leads.
    fn note(&mut self, path: &[String], line: usize, exports: bool) {
        let Some(target) = self.names.target(&self.module, path) else { return };
        let (from, to) = (self.names.file(&self.module), self.names.resolve(&target));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let to_or_from_above = from.len() == shared || to.len() == shared;
        if to_or_from_above && shared > 0 || exports && from.is_empty() {
            return;
        }
        let node = |module: &[String]| label(&module[..module.len().min(shared + 1)]);
        let (folder, from, to) = (label(&from[..shared]), node(&from), node(&to));
        let known = self.edges.iter().any(|edge| edge.from == from && edge.to == to);
        if from != to && !known {
            self.edges.push(Edge { folder, from, to, place: format!("{}:{line}", self.file) });
        }
    }

    /// Notes every `crate::…` among the tokens of a macro, and `$crate::…` in its definition.
    fn note_tokens(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.note_tokens(&group.stream()),
                TokenTree::Ident(ident) if *ident == "crate" || *ident == "super" => {
                    let path = path_of(&tokens[at..]);
                    let inner = at >= 2 && is_colon(&tokens[at - 1]) && is_colon(&tokens[at - 2]);
                    if path.len() > 1 && !inner {
                        self.note(&path, ident.span().start().line, false);
                    }
                }
                _ => {}
            }
        }
    }
}

/// Returns the name of a module as it is shown.
fn label(module: &[String]) -> String {
    if module.is_empty() { ROOT.to_owned() } else { module.join("::") }
}

fn is_colon(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':')
}

/// Returns the identifiers at the start of `tokens` that `::` joins.
fn path_of(tokens: &[TokenTree]) -> Vec<String> {
    let mut path = Vec::new();
    for part in tokens.chunks(3) {
        let [TokenTree::Ident(ident), rest @ ..] = part else { break };
        path.push(ident.to_string());
        if rest.len() < 2 || !rest.iter().all(is_colon) {
            break;
        }
    }
    path
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_for_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !matches!(item, ImplItem::Fn(function) if is_for_tests(&function.attrs)) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let exports = !matches!(item.vis, Visibility::Inherited);
        for Imported { path, .. } in imported(&item.tree) {
            self.note(&path, item.use_token.span.start().line, exports);
        }
    }

    fn visit_path(&mut self, path: &'ast Path) {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) {
            // A lone name may be a local one.
            if names.len() > 1 {
                self.note(&names, first.ident.span().start().line, false);
            }
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.visit_path(&item.path);
        self.note_tokens(&item.tokens);
    }

    /// Neither documentation nor `derive` imports anything.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    /// `pub(in crate::a)` says where an item is visible, not what it uses.
    fn visit_vis_restricted(&mut self, _: &'ast VisRestricted) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// Returns the edges of a crate of these files; the first is its root.
    fn edges_of(files: &[(&str, &str)]) -> Vec<String> {
        let module = |&(path, text): &(&str, &str)| Module {
            path: path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect(),
            source: Source::parse(&format!("{path}.rs"), text).unwrap(),
        };
        let modules: Vec<Module> = files.iter().map(module).collect();
        let show = |edge: Edge| format!("{} -> {} at {}", edge.from, edge.to, edge.place);
        edges(&modules).into_iter().map(show).collect()
    }

    const ROOT_FILE: (&str, &str) = ("", "mod a; mod b; pub use b::{Thing, inner::Deep as Other};");

    /// Returns the edges of `a` in a crate whose root file is [`ROOT_FILE`].
    fn edges_of_a(text: &str) -> Vec<String> {
        edges_of(&[ROOT_FILE, ("a", text)])
    }

    #[test]
    fn each_way_to_name_a_module_is_an_edge() {
        for text in [
            "use crate::b::Thing;",
            "use crate::{b};",
            "use crate::b::*;",
            "use super::b::Thing;",
            "use crate::Thing;",
            "use crate::{Other};",
            "use super::Thing as Renamed;",
            "pub(crate) use crate::b::Thing;",
            "fn f(x: &crate::b::Thing) {}",
            "fn f() { super::b::g::<u8>() }",
            "impl crate::Thing { }",
            "fn f() { println!(\"{}\", crate::b::g()); }",
            "macro_rules! m { () => { $crate::b::g() } }",
            "fn f() { use crate::b; }",
            "mod inner { use super::super::b; }",
            "mod inner { fn f() { super::super::Thing; } }",
        ] {
            assert_eq!(edges_of_a(text), ["a -> b at a.rs:1"], "{text}");
        }
    }

    #[test]
    fn what_is_no_edge() {
        for text in [
            "use crate::a::inner; use self::inner; mod inner {}",
            "use b::Thing;",
            "fn f(b: u8) -> u8 { b }",
            "use std::b; use ::b::c;",
            "#[cfg(test)] use crate::b::Thing;",
            "#[cfg(test)] mod tests { use crate::b::Thing; }",
            "impl X { #[cfg(test)] fn f() { crate::b::g() } }",
            "/// [`crate::b::Thing`]\nfn f() {}",
            "pub(in crate::b) fn f() {}",
            "mod inner { use super::g; }",
            "fn f() { m!(std::crate::b) }",
        ] {
            assert_eq!(edges_of_a(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn the_root_is_a_module_that_may_re_export() {
        let files = [
            ("", "mod a; mod b;\npub use a::A;\nuse b::B;\nstruct Own;\nfn f() { a::g() }"),
            ("a", "\nuse crate::Own;"),
            ("b::c", "use crate::B;"),
        ];
        let expected =
            ["the root -> b at .rs:3", "the root -> a at .rs:5", "a -> the root at a.rs:2"];
        assert_eq!(edges_of(&files), expected);
    }

    #[test]
    fn modules_of_a_folder_have_edges_of_their_own() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "mod c; mod d; pub(crate) use c::C; use d::D;\nstruct Own;"),
            ("a::c", "use super::D;\nuse crate::a::d::{self};\nuse super::Own;"),
            ("a::d", "use super::C; use crate::b::e::E;"),
            ("b", "mod e;"),
            ("b::e", "use super::super::a;"),
        ];
        let expected = [
            "a::c -> a::d at a::c.rs:1",
            "a::d -> a::c at a::d.rs:1",
            "a -> b at a::d.rs:1",
            "b -> a at b::e.rs:1",
        ];
        assert_eq!(edges_of(&files), expected);
    }
}
