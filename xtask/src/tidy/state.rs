//! State that no caller handed over, and re-exports that do not say what they re-export.

use syn::visit::{self, Visit};
use syn::{ItemStatic, ItemUse, Path, StaticMutability, Type, UseTree, Visibility};

use crate::source::Source;

/// Statics that change, and `pub use a::*`. Clippy refuses thread-locals (clippy.toml), but has no
/// lint for these: its own for wildcards leaves re-exports out.
pub(super) fn faults(source: &Source) -> Vec<String> {
    let mut finder = Finder { source, faults: Vec::new() };
    finder.visit_file(&source.syntax);
    finder.faults
}

struct Finder<'a> {
    source: &'a Source,
    faults: Vec<String>,
}

impl Finder<'_> {
    fn fault(&mut self, line: usize, what: &str) {
        self.faults.push(format!("{}:{line}: {what}", self.source.path));
    }

    /// Returns whether the file is part of a crate; a test may count what an allocator does, say.
    fn in_crate(&self) -> bool {
        self.source.path.starts_with("crates/") && self.source.path.contains("/src/")
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        let line = item.static_token.span.start().line;
        if matches!(item.mutability, StaticMutability::Mut(_)) {
            self.fault(line, "`static mut`: hand the state to who needs it");
        } else if self.in_crate() && changes(&item.ty) {
            self.fault(line, "a static that changes is global state: hand it to who needs it");
        }
        visit::visit_item_static(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !matches!(item.vis, Visibility::Inherited) && has_glob(&item.tree) {
            let line = item.use_token.span.start().line;
            self.fault(line, "a re-export names what it re-exports, never `*`");
        }
    }
}

/// Returns whether a value of the type can change behind a shared reference, by the names in it.
fn changes(ty: &Type) -> bool {
    struct Names(bool);
    impl<'ast> Visit<'ast> for Names {
        fn visit_path(&mut self, path: &'ast Path) {
            self.0 |= path.segments.last().is_some_and(|last| {
                let name = last.ident.to_string();
                name.starts_with("Atomic")
                    || name.starts_with("Once")
                    || name.starts_with("Lazy")
                    || name.ends_with("Cell")
                    || name == "Mutex"
                    || name == "RwLock"
            });
            visit::visit_path(self, path);
        }
    }
    let mut names = Names(false);
    names.visit_type(ty);
    names.0
}

fn has_glob(tree: &UseTree) -> bool {
    match tree {
        UseTree::Glob(_) => true,
        UseTree::Path(inner) => has_glob(&inner.tree),
        UseTree::Group(group) => group.items.iter().any(has_glob),
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(path: &str, text: &str) -> usize {
        faults(&Source::parse(path, text).unwrap()).len()
    }

    #[test]
    fn each_planted_construct_is_found() {
        for planted in [
            "static mut X: u8 = 0;",
            "static X: std::sync::OnceLock<u8> = f();",
            "static X: [Mutex<u8>; 2] = f();",
            "fn f() { static X: Table<RefCell<u8>> = g(); }",
            "static X: u8 = { static mut Y: u8 = 0; 1 };",
            "pub(crate) use a::{b, c::*};",
        ] {
            assert_eq!(count("crates/tt-core/src/lib.rs", planted), 1, "{planted}");
        }
        assert_eq!(count("fuzz/fuzz_targets/a.rs", "static mut X: u8 = 0;"), 1);
    }

    #[test]
    fn what_resembles_them_is_free() {
        for innocent in [
            "fn f(x: &'static mut u8) {}",
            "static X: [u64; 2] = [0; 2];",
            "static X: u64 = AtomicU64::LIMIT;",
            "use a::*;",
            "pub use a::b;",
            "// static mut X",
        ] {
            assert_eq!(count("crates/tt-core/src/lib.rs", innocent), 0, "{innocent}");
        }
        let counter = "static X: AtomicU64 = f();";
        assert_eq!(count("crates/tt-core/tests/a.rs", counter), 0);
    }
}
