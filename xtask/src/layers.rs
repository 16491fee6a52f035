//! `layers`: the crates import each other exactly as docs/architecture.md says, and only downward;
//! within a crate no modules of a folder import each other in a circle.
//!
//! The page holds two tables, one of normal arrows (with each crate's layer) and one of the arrows
//! that tests, benches and examples add. `cargo metadata` says what the manifests really hold. An
//! arrow too many, an arrow too few, a crate without a row, an arrow that does not point to a lower
//! layer and one that ends at a program are each a fault.

mod circles;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};

use self::circles::Module;
use crate::output::Outcome;
use crate::process;
use crate::source::{self, Source};
use crate::workspace::{Member, Workspace};

const PAGE: &str = "docs/architecture.md";

/// Programs: no crate of the workspace imports them.
const PROGRAMS: [&str; 5] = ["handbook", "lab", "oracle", "tuner", "xtask"];

type Arrow = (String, String);

/// Compares the manifests with the page, and reads the modules of each crate.
pub(crate) fn run() -> Result<Outcome> {
    let text = fs::read_to_string(process::root().join(PAGE)).context(PAGE)?;
    let page = Page::parse(&text)?;
    let sources = source::all(process::root())?;
    let faults = faults_in(&page, &Workspace::load()?, &sources);
    let arrows = page.normal.len() + page.dev.len();
    Outcome::unless(&faults, format!("{} crates, {arrows} arrows", page.layers.len()))
}

fn faults_in(page: &Page, workspace: &Workspace, sources: &[Source]) -> Vec<String> {
    let names = workspace.members.iter().map(|member| member.name.clone()).collect();
    let arrows = |dev| {
        let of = |member: &Member| {
            let imports = member.all_imports(dev).map(|import| (member.name.clone(), import));
            imports.collect::<Vec<_>>()
        };
        workspace.members.iter().flat_map(of).collect()
    };
    let mut faults = faults(page, &names, &arrows(false), &arrows(true));
    for member in &workspace.members {
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
    faults
}

/// Returns every difference between the page and the manifests, and every arrow that points up.
fn faults(
    page: &Page,
    members: &BTreeSet<String>,
    normal: &BTreeSet<Arrow>,
    dev: &BTreeSet<Arrow>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for name in members.iter().filter(|name| !page.layers.contains_key(*name)) {
        faults.push(format!("the crate {name} has no row in {PAGE}"));
    }
    for name in page.layers.keys().filter(|name| !members.contains(*name)) {
        faults.push(format!("{PAGE} has a row for {name}, which is no crate of the workspace"));
    }
    faults.extend(compare("normal", &page.normal, normal));
    faults.extend(compare("dev", &page.dev, dev));
    for arrow in normal.union(dev) {
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

#[derive(Default)]
struct Page {
    /// Every crate's layer, 0 at the bottom.
    layers: BTreeMap<String, u32>,
    normal: BTreeSet<Arrow>,
    dev: BTreeSet<Arrow>,
}

impl Page {
    /// Reads the table after `<!-- layers: normal -->` (crate, layer, imports) and the one after
    /// `<!-- layers: dev -->` (crate, imports); each ends at the next `<!-- end -->`.
    fn parse(text: &str) -> Result<Self> {
        let mut page = Self::default();
        for row in rows(text, "<!-- layers: normal -->")? {
            let [name, layer, imports] = row[..] else {
                anyhow::bail!("expected a crate, its layer, its imports: {row:?}");
            };
            let name = unquote(name)?;
            let layer = layer.parse().with_context(|| format!("`{layer}` is no layer"))?;
            ensure!(page.layers.insert(name.clone(), layer).is_none(), "two rows for {name}");
            page.normal.extend(arrows(&name, imports)?);
        }
        for row in rows(text, "<!-- layers: dev -->")? {
            let [name, imports] = row[..] else {
                anyhow::bail!("expected a crate and its imports: {row:?}");
            };
            page.dev.extend(arrows(&unquote(name)?, imports)?);
        }
        Ok(page)
    }
}

/// Returns the cells of each row of a Markdown table, its two header lines left out.
fn rows<'a>(text: &'a str, marker: &str) -> Result<Vec<Vec<&'a str>>> {
    let (_, after) = text.split_once(marker).with_context(|| format!("no `{marker}`"))?;
    let (table, _) = after.split_once("<!-- end -->").context("no `<!-- end -->`")?;
    let lines = table.lines().filter(|line| line.starts_with('|')).skip(2);
    Ok(lines
        .map(|line| line.trim().trim_matches('|').split('|').map(str::trim).collect())
        .collect())
}

fn arrows(from: &str, imports: &str) -> Result<Vec<Arrow>> {
    if imports == "none" {
        return Ok(Vec::new());
    }
    imports.split(',').map(|name| Ok((from.to_owned(), unquote(name.trim())?))).collect()
}

fn unquote(cell: &str) -> Result<String> {
    let name = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    name.map(str::to_owned).with_context(|| format!("expected a crate in backticks, found {cell}"))
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
    const NORMAL: &[(&str, &str)] = &[("app", "core"), ("app", "keys")];
    const DEV: &[(&str, &str)] = &[("core", "keys")];

    fn check(
        text: &str,
        members: &str,
        normal: &[(&str, &str)],
        dev: &[(&str, &str)],
    ) -> Vec<String> {
        let members = members.split(' ').map(str::to_owned).collect();
        let arrows = |arrows: &[(&str, &str)]| {
            arrows.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect()
        };
        faults(&Page::parse(text).unwrap(), &members, &arrows(normal), &arrows(dev))
    }

    const MEMBERS: &str = "app core keys";

    /// Two crates of ours, with modules of one that name each other by way of its root.
    #[test]
    fn each_rule_of_the_workspace_is_asked() {
        let mut workspace = Workspace::load().unwrap();
        workspace.members.retain(|member| ["tt-core", "pawn-hash"].contains(&&*member.name));
        let page = TEXT.replace("core", "tt-core").replace("app", "pawn-hash");
        let source = |file: &str, text| {
            Source::parse(&format!("crates/tt-core/src/{file}.rs"), text).unwrap()
        };
        let root = source("lib", "mod a; mod b; pub use b::B;");
        let sources = [root, source("a", "use crate::B;"), source("b", "use crate::a;")];
        let found = faults_in(&Page::parse(&page).unwrap(), &workspace, &sources);
        for fault in [
            "docs/architecture.md has a row for keys",
            "pawn-hash -> keys (normal) is in docs/architecture.md",
            "tt-core -> zobrist-keys (dev) is in the manifest of tt-core",
            "tt-core: a -> b -> a: ",
        ] {
            assert!(found.iter().any(|line| line.starts_with(fault)), "{fault}: {found:#?}");
        }
    }

    #[test]
    fn nobody_imports_a_program_even_if_the_page_says_so() {
        let page = TEXT.replace("core", "lab");
        let normal = [("app", "lab"), ("app", "keys")];
        let found = check(&page, "app lab keys", &normal, &[("lab", "keys")]);
        assert_eq!(found, ["app imports lab, which is a program"]);
    }

    #[test]
    fn a_planted_upward_arrow_is_reported_whether_the_page_has_it_or_not() {
        let planted = [NORMAL, &[("keys", "app")]].concat();
        let found = check(TEXT, MEMBERS, &planted, DEV);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("keys -> app (normal) is in the manifest"), "{found:?}");
        assert!(found[1].contains("keys (layer 0) -> app (layer 2)"), "{found:?}");
        let page = TEXT.replace("| `core` | `keys` |", "| `core` | `keys` |\n| `keys` | `core` |");
        assert_eq!(
            check(&page, MEMBERS, NORMAL, &[DEV[0], ("keys", "core")]),
            ["keys (layer 0) -> core (layer 1) does not point to a lower layer"]
        );
    }

    #[test]
    fn arrows_and_crates_that_are_gone_or_new_are_reported() {
        assert_eq!(
            check(TEXT, MEMBERS, &NORMAL[1..], DEV),
            ["app -> core (normal) is in docs/architecture.md, but not in the manifest of app"]
        );
        let more = check(TEXT, "app core keys lab", NORMAL, DEV);
        assert_eq!(more, ["the crate lab has no row in docs/architecture.md"]);
        assert!(check(TEXT, "app core", NORMAL, DEV)[0].contains("row for keys"));
    }
    #[test]
    fn an_arrow_within_a_layer_is_reported() {
        let page = TEXT.replace("| `keys` | 0 |", "| `keys` | 1 |");
        assert_eq!(
            check(&page, MEMBERS, NORMAL, DEV),
            ["core (layer 1) -> keys (layer 1) does not point to a lower layer"]
        );
    }

    #[test]
    fn a_page_without_its_tables_is_refused() {
        assert!(Page::parse("# Architecture\n").is_err());
        assert!(
            Page::parse("<!-- layers: normal -->\n| a |\n|---|\n| `a` |\n<!-- end -->").is_err()
        );
        let open = "<!-- layers: normal -->\n| crate | layer | imports |\n";
        assert!(Page::parse(open).is_err());
    }
}
