//! The modules of a crate, as its root file declares them, without those for tests.

use std::path::Path;

use anyhow::{Result, bail};
use syn::{Item, ItemMod};

use crate::source::{Source, is_for_tests};

/// A file of a crate, and the module that it holds.
pub(super) struct Module {
    /// The names from the crate's root to it; none for the root itself.
    pub(super) path: Vec<String>,
    pub(super) source: Source,
}

/// Reads a crate's root file (below `root`, with `/` between folders) and every file that it
/// declares.
///
/// # Errors
/// If a file is not there or is no Rust.
pub(super) fn read(root: &Path, root_file: &str) -> Result<Vec<Module>> {
    let mut modules = Vec::new();
    let folder = root_file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let whole = Declared { folder: folder.to_owned(), ..Declared::default() };
    read_file(root, root_file, whole, &mut modules)?;
    Ok(modules)
}

fn read_file(root: &Path, file: &str, this: Declared, modules: &mut Vec<Module>) -> Result<()> {
    let source = Source::read(root, file)?;
    let children = this.children(&source.syntax.items)?;
    modules.push(Module { path: this.path, source });
    for child in children {
        let file = format!("{}.rs", child.folder);
        read_file(root, &file, child, modules)?;
    }
    Ok(())
}

/// A module in a file of its own, or the crate's root.
#[derive(Default)]
struct Declared {
    /// The folder of its children's files; its own file is beside this folder, the root's in it.
    folder: String,
    path: Vec<String>,
}

impl Declared {
    /// Returns the modules that these items of the module declare and do not hold.
    fn children(&self, items: &[Item]) -> Result<Vec<Self>> {
        let mut found = Vec::new();
        for item in items {
            let Item::Mod(ItemMod { attrs, ident, content, .. }) = item else { continue };
            if is_for_tests(attrs) {
                continue;
            }
            let child = Self {
                folder: format!("{}/{ident}", self.folder),
                path: [&self.path[..], &[ident.to_string()]].concat(),
            };
            if attrs.iter().any(|attribute| attribute.path().is_ident("path")) {
                bail!("{}: the module says by an attribute where its file is", child.folder);
            }
            match content {
                None => found.push(child),
                Some((_, items)) => found.extend(child.children(items)?),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_src() -> Declared {
        Declared { folder: "src".to_owned(), ..Declared::default() }
    }

    #[test]
    fn modules_are_found_by_their_declarations() {
        let file: syn::File = syn::parse_str(
            "mod a; pub mod b { mod c; #[cfg(unix)] mod d { mod e; } } \
             #[cfg(test)] mod tests; mod f {}",
        )
        .unwrap();
        let found = in_src().children(&file.items).unwrap();
        let places: Vec<_> =
            found.iter().map(|one| format!("{} {}", one.folder, one.path.join("::"))).collect();
        assert_eq!(places, ["src/a a", "src/b/c b::c", "src/b/d/e b::d::e"]);
    }

    #[test]
    fn a_module_with_a_path_of_its_own_is_refused() {
        let file: syn::File = syn::parse_str("#[path = \"b.rs\"] mod a;").unwrap();
        assert!(in_src().children(&file.items).is_err());
    }
}
