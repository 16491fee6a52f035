//! The arrows between the members of the workspace, read from `cargo tree`.

use std::collections::BTreeSet;

use super::Arrow;

/// The members and the imports between them.
pub(super) struct Tree {
    pub(super) members: BTreeSet<String>,
    pub(super) arrows: BTreeSet<Arrow>,
}

impl Tree {
    /// Reads what `cargo tree --workspace --depth=1 --prefix=depth` prints: a line at depth 0 for
    /// each member, below it a line at depth 1 for each of its dependencies.
    ///
    /// Only a line that names a member's folder is an arrow: a package of the registry may bear a
    /// member's name.
    pub(super) fn parse(printed: &str) -> Self {
        let roots = printed.lines().filter_map(|line| line.strip_prefix('0'));
        let sources: BTreeSet<&str> = roots.map(package).collect();
        let mut arrows = BTreeSet::new();
        let mut from = "";
        for line in printed.lines() {
            if let Some(root) = line.strip_prefix('0') {
                from = package(root);
            } else if let Some(import) = line.strip_prefix('1')
                && sources.contains(package(import))
            {
                arrows.insert((name(from), name(import)));
            }
        }
        Self { members: sources.into_iter().map(name).collect(), arrows }
    }
}

/// Returns package, version and folder, without a mark that cargo puts behind them.
fn package(line: &str) -> &str {
    line.find(')').map_or(line, |end| &line[..=end])
}

/// Returns the crate's name, which is its folder's; its package may have another one.
fn name(package: &str) -> String {
    package.trim_end_matches(')').rsplit(['/', '\\']).next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_is_called_as_its_folder_is() {
        let tree = Tree::parse(
            "0app v0.1.0 (/w/app)\n1our-core v0.1.0 (/w/core)\n\n0our-core v0.1.0 (/w/core)\n",
        );
        assert!(tree.members.contains("core") && tree.members.len() == 2);
        assert!(tree.arrows.contains(&("app".to_owned(), "core".to_owned())));
    }

    #[test]
    fn a_package_of_the_registry_is_no_arrow() {
        let tree = Tree::parse("0app v0.1.0 (/w/app)\n1core v0.1.0\n\n0core v0.1.0 (/w/core)\n");
        assert_eq!(tree.members.len(), 2);
        assert!(tree.arrows.is_empty());
    }
}
