//! Figures that a text cites: a paragraph that links to a page of measurements gives only figures
//! that stand there, so that a measurement made anew shows where its old figures are repeated.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use super::read;
use crate::source;

/// The folder of the measurements, which cite each other by their own rules, and the page of
/// matches.
const RECORDS: &str = "docs/records";
const MATCHES: &str = "docs/strength.md";

/// Signs before a number that make a figure of it; so does a decimal point, or a unit behind it.
const SIGNS: [char; 4] = ['+', '−', '±', '~'];
const UNITS: [&str; 3] = ["%", "ns", "times"];

/// Returns the figures, in all texts but the records, that no page linked beside them has.
pub(super) fn faults(root: &Path) -> Result<Vec<String>> {
    let mut texts = vec!["README.md".to_owned()];
    for folder in ["docs", "crates"] {
        texts.extend(source::files(root, folder, ".md")?);
    }
    let mut faults = Vec::new();
    for path in texts.iter().filter(|path| !path.starts_with(RECORDS)) {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let text = read(root, path)?;
        for paragraph in paragraphs(&text) {
            let mut pages = Vec::new();
            for page in links(&paragraph).filter_map(|link| record(folder, link)) {
                let read = fs::read_to_string(root.join(&page));
                pages.push(read.with_context(|| format!("{path} links to {}", page.display()))?);
            }
            faults.extend(lacking(&paragraph, &pages).map(|figure| {
                format!("{path}: cites {figure}, which no page of measurements linked there has")
            }));
        }
    }
    Ok(faults)
}

/// Returns the figures of a paragraph that none of its pages has; none if it has no pages.
fn lacking<'a>(paragraph: &'a str, pages: &'a [String]) -> impl Iterator<Item = String> + 'a {
    let has = |page: &String, figure: &str| numbers(page).any(|(number, ..)| number == figure);
    figures(paragraph)
        .filter(move |figure| !pages.is_empty() && !pages.iter().any(|page| has(page, figure)))
}

/// Returns the paragraphs, items of lists and rows of tables, without blocks of code.
fn paragraphs(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let begins = line.is_empty() || line.starts_with(['|', '#']);
        if begins || line.trim_start().starts_with("- ") {
            found.push(String::new());
        }
        if let Some(last) = found.last_mut().filter(|_| !in_code) {
            *last += line;
            last.push('\n');
        }
    }
    found
}

/// Returns the files that a paragraph links to, as it names them, without parts of pages.
fn links(paragraph: &str) -> impl Iterator<Item = &str> {
    let targets = paragraph.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| target.ends_with(".md") && !target.contains("://"))
}

/// Returns the page of measurements that a text in this folder calls by that name.
fn record(folder: &Path, link: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in folder.join(link).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            part => path.push(part),
        }
    }
    (path.starts_with(RECORDS) || path == Path::new(MATCHES)).then_some(path)
}

/// Returns the figures of a text: its numbers with a decimal point, a sign before or a unit behind.
fn figures(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_figure = |(number, before, behind): &(String, &str, &str)| {
        let unit = behind.trim_start_matches(['*', ' ', '\u{a0}', '\n']);
        number.contains('.')
            || before.trim_end_matches(['*', ' ']).ends_with(SIGNS)
            || UNITS.iter().any(|of| unit.starts_with(of))
    };
    numbers(text).filter(is_figure).map(|(number, ..)| number)
}

/// Returns the numbers of a text, without commas between thousands, and the text before and behind
/// each. Those in code, in addresses of links, and in words (`x64`, `10.md`) are none.
fn numbers(text: &str) -> impl Iterator<Item = (String, &str, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find(|c: char| c.is_ascii_digit() || c == '`')?;
            if text[start..].starts_with('`') {
                at = start + 1;
                at += text[at..].find('`').map_or(0, |end| end + 1);
                continue;
            }
            let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |end| start + end);
            at = end;
            let (before, behind) = (&text[..start], &text[end..]);
            let of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '^');
            let is_apart = !before.ends_with(of_word)
                && !behind.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !is_address(before);
            if is_apart {
                let number = text[start..end].trim_end_matches(['.', ',']).replace(',', "");
                return Some((number, before, behind));
            }
        }
    })
}

fn is_address(before: &str) -> bool {
    before.rfind("](").is_some_and(|open| !before[open..].contains(')'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_a_point_a_sign_or_a_unit() {
        let text = "In 2026, 12 of 30 took **1.26** times `7.5 %`, +100 ± 38, 97 % and 53 ns, at \
                    [9.9](a/1.5.md) in x86.64 of 1,234 rows; 1,234 times.";
        let found: Vec<String> = figures(text).collect();
        assert_eq!(found, ["1.26", "100", "38", "97", "53", "9.9", "1234"]);
    }

    #[test]
    fn a_figure_that_the_linked_page_does_not_have_is_found() {
        let page = ["It took 1.25 ns, of 1,234 ± 10.\n".to_owned()];
        let lacking = |text| lacking(text, &page).collect::<Vec<_>>();
        assert_eq!(lacking("1.25 ns or 1.2 ns, 1,234 times, ± 1"), ["1.2", "1"]);
        assert_eq!(super::lacking("1.2 ns", &[]).count(), 0, "no page is linked");
    }

    #[test]
    fn paragraphs_items_and_rows_are_apart_and_code_is_none() {
        let text = "One\ntwo.\n\n- [a](x.md)\n- b\n| c |\n| d |\n```\n1.5\n```\n";
        let found = paragraphs(text);
        let found: Vec<&str> = found.iter().map(|one| one.trim()).collect();
        assert_eq!(found, ["One\ntwo.", "", "- [a](x.md)", "- b", "| c |", "| d |\n```"]);
        assert_eq!(
            links("[a](x.md#b), [c](https://d/e.md) [f](g.rs)").collect::<Vec<_>>(),
            ["x.md"]
        );
        let of = |link| record(Path::new("docs/book"), link);
        assert_eq!(of("../records/a.md"), Some("docs/records/a.md".into()));
        assert_eq!([of("../strength.md").is_some(), of("../keys.md").is_some()], [true, false]);
    }
}
