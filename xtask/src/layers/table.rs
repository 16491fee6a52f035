//! The two tables of docs/architecture.md, between comments that a reader does not see.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};

use super::Arrow;

/// The layers and arrows that the page lists.
#[derive(Default)]
pub(super) struct Page {
    /// Every crate's layer, 0 at the bottom.
    pub(super) layers: BTreeMap<String, u32>,
    pub(super) normal: BTreeSet<Arrow>,
    pub(super) dev: BTreeSet<Arrow>,
}

impl Page {
    /// Reads the table after `<!-- layers: normal -->` (crate, layer, imports) and the one after
    /// `<!-- layers: dev -->` (crate, imports); each ends at the next `<!-- end -->`.
    pub(super) fn parse(text: &str) -> Result<Self> {
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

/// Returns a crate's name without its backticks.
fn unquote(cell: &str) -> Result<String> {
    let name = cell.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
    name.map(str::to_owned).with_context(|| format!("expected a crate in backticks, found {cell}"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
