//! Records that another search made: each names the bench signature of its search, and says so if
//! the search has changed since.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::page::{signature_at, write};

/// The pages with sections that a search made.
const PAGES: [&str; 2] = ["docs/records/lab/README.md", "docs/records/bench/tactics.md"];

const BEGINNING: &str = "Written by `";
const CHANGED: &str = " The search has changed since.";

/// Brings the stamps of the pages up to date and returns the commands of those sections that
/// another search made. The sections of `without_search` have no signature.
pub(crate) fn mark(without_search: &[&str]) -> Result<Vec<String>> {
    let today = signature_at("HEAD").context("the history has no line `Bench: N`")?;
    let mut stale = Vec::new();
    for path in PAGES {
        let page = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        let marks = marked(&page, without_search, today, signature_at);
        let (marked, found) = marks.with_context(|| path.to_owned())?;
        ensure!(marked.contains(", bench "), "{path} has no section of a search");
        stale.extend(found);
        if marked != page {
            write(path.as_ref(), &marked)?;
        }
    }
    Ok(stale)
}

/// Returns the page with its stamps up to date, and the commands whose search is not today's.
///
/// # Errors
///
/// If a stamp is not whole, as after somebody has broken its line.
fn marked(
    page: &str,
    without_search: &[&str],
    today: u64,
    signature: impl Fn(&str) -> Option<u64>,
) -> Result<(String, Vec<String>)> {
    let mut stale = Vec::new();
    let lines = page.split_inclusive('\n').map(|line| {
        if !line.starts_with(BEGINNING) {
            return Ok(line.to_owned());
        }
        let stamp = Stamp::read(line).with_context(|| format!("no whole stamp: {line}"))?;
        let name = stamp.command.rsplit(' ').next().unwrap_or_default();
        if without_search.contains(&name) {
            return Ok(line.to_owned());
        }
        let bench = stamp.bench.or_else(|| signature(stamp.commit));
        if bench != Some(today) {
            stale.push(stamp.command.to_owned());
        }
        Ok(stamp.line(bench, today))
    });
    Ok((lines.collect::<Result<_>>()?, stale))
}

/// The line of a section that names its command, its commit and day, and its signature if it does.
struct Stamp<'l> {
    command: &'l str,
    commit: &'l str,
    day: &'l str,
    bench: Option<u64>,
}

impl<'l> Stamp<'l> {
    fn read(line: &'l str) -> Option<Self> {
        let line = line.trim_end().trim_end_matches(CHANGED).strip_suffix('.')?;
        let (command, made) = line.strip_prefix(BEGINNING)?.split_once("` at ")?;
        let (commit, rest) = made.split_once(" of ")?;
        let (day, bench) = rest.split_once(", bench ").unwrap_or((rest, ""));
        Some(Self { command, commit, day, bench: bench.parse().ok() })
    }

    fn line(&self, bench: Option<u64>, today: u64) -> String {
        let Self { command, commit, day, .. } = self;
        let bench_words = bench.map_or(String::new(), |bench| format!(", bench {bench}"));
        let changed = if bench == Some(today) { "" } else { CHANGED };
        format!("{BEGINNING}{command}` at {commit} of {day}{bench_words}.{changed}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_of_another_search_says_so_and_is_listed() {
        const LAB: &str = "cargo xtask lab ";
        let stamp = |name: &str, rest: &str| format!("Written by `{LAB}{name}` at {rest}\n");
        let page = |size: &str, ghi: &str| {
            let keys = stamp("birthday", "02042d3c of 2026-11-22.");
            format!(
                "# Lab\n\n{keys}\n{}\nText at 7 of 9.\n{}",
                stamp("size", size),
                stamp("ghi", ghi)
            )
        };
        let signature = |commit: &str| (commit == "d57238ea").then_some(41);
        let old = page("d57238ea of 2026-11-24.", "8f889ff9 of 2026-11-28, bench 42.");
        let (now, stale) = marked(&old, &["birthday"], 42, signature).unwrap();
        let expected = page(
            "d57238ea of 2026-11-24, bench 41. The search has changed since.",
            "8f889ff9 of 2026-11-28, bench 42.",
        );
        assert_eq!(now, expected);
        assert_eq!(stale, ["cargo xtask lab size"]);
        assert_eq!(marked(&now, &["birthday"], 42, |_| None).unwrap(), (expected, stale));
        let (back, stale) = marked(&now, &["birthday"], 41, |_| None).unwrap();
        assert_eq!(stale, ["cargo xtask lab ghi"]);
        assert!(!back.lines().nth(4).unwrap().contains("changed"), "{back}");
        let broken = now.replace(", bench 42", ", bench\n42");
        let error = marked(&broken, &["birthday"], 42, |_| None).unwrap_err().to_string();
        assert!(
            error.starts_with("no whole stamp: Written by `cargo xtask lab ghi` at"),
            "{error}"
        );
    }
}
