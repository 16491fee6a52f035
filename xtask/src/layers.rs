//! `layers`: the crates import each other exactly as docs/architecture.md says, and only downward;
//! within a crate no modules of a folder import each other in a circle.
//!
//! The page holds two tables, one of normal arrows (with each crate's layer) and one of the arrows
//! that tests, benches and examples add. `cargo tree` says what the manifests really hold. An arrow
//! too many, an arrow too few, a crate without a row, an arrow that does not point to a lower layer
//! and one that ends at a program are each a fault.

mod circles;
mod table;
mod tree;

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, bail};

use self::circles::Module;
use self::table::Page;
use self::tree::Tree;
use crate::process::{self, capture, cargo};
use crate::source;
use crate::step::Outcome;
use crate::workspace::Workspace;

const PAGE: &str = "docs/architecture.md";

/// Programs: no crate of the workspace imports them.
const PROGRAMS: [&str; 5] = ["handbook", "lab", "oracle", "tuner", "xtask"];

/// An import: the importing crate, then the imported one.
type Arrow = (String, String);

/// Compares the manifests with the page, and reads the modules of each crate.
///
/// # Errors
/// If cargo or the page cannot be read, or if there is a fault; every fault is named.
pub(crate) fn run() -> Result<Outcome> {
    let text = fs::read_to_string(process::root().join(PAGE)).context(PAGE)?;
    let page = Page::parse(&text)?;
    let normal = Tree::parse(&cargo_tree("normal,build")?);
    let dev = Tree::parse(&cargo_tree("dev")?);
    let mut faults = faults(&page, &normal, &dev);
    let sources = source::all(process::root())?;
    for member in &Workspace::load()?.members {
        let folder = format!("{}/src/", member.folder());
        let modules = sources.iter().filter_map(|one| Some((one.path.strip_prefix(&folder)?, one)));
        let modules = modules.map(|(path, source)| {
            let names = path.trim_end_matches(".rs").split('/').map(str::to_owned);
            let is_root = matches!(path, "lib.rs" | "main.rs");
            let path = names.filter(|_| !is_root).collect();
            Module { path, file: &source.path, tokens: &source.tokens }
        });
        let modules =
            modules.filter(|module| module.path.last().is_none_or(|name| name != "tests"));
        let circles = circles::of(&modules.collect::<Vec<_>>()).into_iter();
        faults.extend(circles.map(|circle| format!("{}: {circle}", member.name)));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    let arrows = page.normal.len() + page.dev.len();
    Ok(Outcome::Passed(format!("{} crates, {arrows} arrows", page.layers.len())))
}

fn cargo_tree(edges: &str) -> Result<String> {
    capture(&mut cargo([
        "tree",
        "--workspace",
        "--all-features",
        "--target=all",
        "--edges",
        edges,
        "--depth=1",
        "--prefix=depth",
        "--no-dedupe",
    ]))
}

/// Returns every difference between the page and the manifests, and every arrow that points up.
fn faults(page: &Page, normal: &Tree, dev: &Tree) -> Vec<String> {
    let mut faults = Vec::new();
    for name in normal.members.iter().filter(|name| !page.layers.contains_key(*name)) {
        faults.push(format!("the crate {name} has no row in {PAGE}"));
    }
    for name in page.layers.keys().filter(|name| !normal.members.contains(*name)) {
        faults.push(format!("{PAGE} has a row for {name}, which is no crate of the workspace"));
    }
    faults.extend(compare("normal", &page.normal, &normal.arrows));
    faults.extend(compare("dev", &page.dev, &dev.arrows));
    for arrow in normal.arrows.union(&dev.arrows) {
        faults.extend(upward(page, arrow));
        faults.extend(to_a_program(arrow));
    }
    faults
}

/// Returns the fault of an arrow that ends at a program, whatever the page says.
fn to_a_program((from, to): &Arrow) -> Option<String> {
    PROGRAMS.contains(&to.as_str()).then(|| format!("{from} imports {to}, which is a program"))
}

fn compare(kind: &str, told: &BTreeSet<Arrow>, real: &BTreeSet<Arrow>) -> Vec<String> {
    let extra = real.difference(told).map(|(from, to)| {
        format!("{from} -> {to} ({kind}) is in the manifest of {from}, but not in {PAGE}")
    });
    let missing = told.difference(real).map(|(from, to)| {
        format!("{from} -> {to} ({kind}) is in {PAGE}, but not in the manifest of {from}")
    });
    extra.chain(missing).collect()
}

/// Returns the fault of an arrow that does not point to a lower layer; crates without a row have
/// been reported already.
fn upward(page: &Page, (from, to): &Arrow) -> Option<String> {
    let (above, below) = (page.layers.get(from)?, page.layers.get(to)?);
    (above <= below).then(|| {
        format!("{from} (layer {above}) -> {to} (layer {below}) does not point to a lower layer")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
<!-- layers: normal -->
| crate | layer | imports |
|---|---|---|
| `app` | 2 | `core`, `keys` |
| `core` | 1 | none |
| `keys` | 0 | none |
<!-- end -->
<!-- layers: dev -->
| crate | imports |
|---|---|
| `core` | `keys` |
<!-- end -->
";
    const NORMAL: &str = "\
0app v0.1.0 (/w/app)\n1clap v4.0.0\n1core v0.1.0 (/w/core)\n1keys v0.1.0 (/w/keys)\n
0core v0.1.0 (/w/core)\n\n0keys v0.1.0 (/w/keys)\n";
    const DEV: &str = "\
0app v0.1.0 (/w/app)

0core v0.1.0 (/w/core)
1keys v0.1.0 (/w/keys)

0keys v0.1.0 (/w/keys)
";

    fn check(text: &str, normal: &str, dev: &str) -> Vec<String> {
        faults(&Page::parse(text).unwrap(), &Tree::parse(normal), &Tree::parse(dev))
    }

    #[test]
    fn nobody_imports_a_program_even_if_the_page_says_so() {
        let named = |text: &str| text.replace("core", "lab");
        let found = check(&named(TEXT), &named(NORMAL), &named(DEV));
        assert_eq!(found, ["app imports lab, which is a program"]);
    }

    #[test]
    fn equal_tables_have_no_fault() {
        assert_eq!(check(TEXT, NORMAL, DEV), Vec::<String>::new());
    }

    #[test]
    fn a_planted_upward_arrow_is_reported_twice_over() {
        let planted = NORMAL
            .replace("0keys v0.1.0 (/w/keys)", "0keys v0.1.0 (/w/keys)\n1app v0.1.0 (/w/app)");
        let found = check(TEXT, &planted, DEV);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("keys -> app (normal) is in the manifest"), "{found:?}");
        assert!(found[1].contains("keys (layer 0) -> app (layer 2)"), "{found:?}");
    }

    #[test]
    fn writing_an_upward_arrow_into_the_page_does_not_excuse_it() {
        let page = TEXT.replace("| `core` | `keys` |", "| `core` | `keys` |\n| `keys` | `core` |");
        let dev = format!("{DEV}1core v0.1.0 (/w/core)\n");
        assert_eq!(
            check(&page, NORMAL, &dev),
            ["keys (layer 0) -> core (layer 1) does not point to a lower layer"]
        );
    }

    #[test]
    fn an_arrow_that_left_the_manifest_is_reported() {
        let normal = NORMAL.replacen("1core v0.1.0 (/w/core)\n", "", 1);
        assert_eq!(
            check(TEXT, &normal, DEV),
            ["app -> core (normal) is in docs/architecture.md, but not in the manifest of app"]
        );
    }

    #[test]
    fn every_crate_has_a_row_and_every_row_a_crate() {
        let more = format!("{NORMAL}0lab v0.1.0 (/w/lab)\n");
        assert_eq!(check(TEXT, &more, DEV), ["the crate lab has no row in docs/architecture.md"]);
        let fewer = NORMAL.replace("\n0keys v0.1.0 (/w/keys)\n", "");
        assert!(check(TEXT, &fewer, DEV)[0].contains("row for keys"));
    }
}
