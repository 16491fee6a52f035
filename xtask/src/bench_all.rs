//! `bench all`: the figures of all measurements, in one table of docs/performance.md.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::output;
use crate::process::{capture, root};
use crate::step::{Outcome, step};

/// The page of figures.
const PAGE: &str = "docs/performance.md";

/// Parts of the names of figures that are no speeds, but rates of hits, which need no second run.
const RATES: [&str; 3] = [".hit.", ".false-hits.", ".share."];

/// The measurements, with the page that explains each.
const MEASUREMENTS: [(&str, &[&str], &str); 5] = [
    ("The table", &["tt"], "bench/tt.md"),
    ("The table's file", &["tt-file"], "bench/tt-file.md"),
    ("The generator", &["movegen"], "bench/movegen.md"),
    ("The pawn tables", &["pawn"], "pawns.md"),
    ("The evaluation", &["network", "--write"], "bench/network.md"),
];

/// The text before the figures.
const HEAD: &str = "\
# Performance

Written by `cargo xtask bench all`; do not edit. All figures of the measurements of speed, run by
run on one machine. `x` is a quotient of one run, and the page behind each heading says of what: the
limit of the machine for the table, a plain copy for its file, cozy-chess for the generator, the
hand-crafted evaluation for networks. Times differ from machine to machine; quotients differ less.
";

/// Runs each measurement `runs` times, prints how many figures it has, and writes the page. With
/// names of measurements, the others' sections stay as they are.
///
/// # Errors
/// If a measurement fails, has no figure or not those of its first run, if none has a name, or if
/// the page cannot be read or written.
pub(crate) fn run(runs: u32, only: &[String]) -> Result<()> {
    for name in only {
        let known = MEASUREMENTS.iter().any(|(_, words, _)| words[0] == name);
        ensure!(known, "no measurement is called {name:?}");
    }
    let path = root().join(PAGE);
    let before = if only.is_empty() { String::new() } else { fs::read_to_string(&path)? };
    let mut page = HEAD.to_owned();
    for (title, words, explained) in MEASUREMENTS {
        if !only.is_empty() && !only.iter().any(|name| name == words[0]) {
            page += kept(&before, title);
            continue;
        }
        step(title, || {
            let program = env::current_exe().context("this program has no path")?;
            let once = || capture(Command::new(&program).arg("bench").args(words));
            let said = (0..runs).map(|_| once()).collect::<Result<Vec<_>>>()?;
            let rows = rows(&said).with_context(|| format!("bench {}", words.join(" ")))?;
            let machine = machine(&said[0]).unwrap_or("a machine that is not named");
            page += &section(title, explained, machine, &rows);
            if only.is_empty() {
                // After each, so that a run that is ended leaves what it has measured.
                fs::write(&path, &page).with_context(|| PAGE.to_owned())?;
            }
            Ok(Outcome::Passed(format!("{} figures", rows.len())))
        })?;
    }
    fs::write(&path, &page).with_context(|| PAGE.to_owned())?;
    output::line(format_args!("{PAGE} is written"));
    Ok(())
}

/// Returns the section of that title in a page, from the empty line before it; nothing if it has
/// none.
fn kept<'page>(page: &'page str, title: &str) -> &'page str {
    let Some(start) = page.find(&format!("\n## {title}\n")) else { return "" };
    let length = page[start + 1..].find("\n## ").map_or(page.len() - start, |end| end + 1);
    &page[start..start + length]
}

/// Returns the figures in what the runs of a measurement printed: the name and the value of each.
///
/// # Errors
/// If there is none, or if a run has other figures than the first one.
fn rows(said: &[String]) -> Result<Vec<(&str, Vec<&str>)>> {
    let mut rows: Vec<(&str, Vec<&str>)> = Vec::new();
    for (run, said) in said.iter().enumerate() {
        let found = figures(said);
        if run == 0 {
            rows.extend(found.iter().map(|&(name, _)| (name, Vec::new())));
        }
        let names = rows.iter().map(|&(name, _)| name);
        ensure!(names.eq(found.iter().map(|&(name, _)| name)), "run {run} has other figures");
        rows.iter_mut().zip(found).for_each(|((_, values), (_, value))| values.push(value));
    }
    ensure!(!rows.is_empty(), "there is no figure");
    Ok(rows)
}

/// Returns the figures of one run but rates: lines `figure NAME VALUE UNIT`.
fn figures(said: &str) -> Vec<(&str, &str)> {
    let figures = said.lines().filter_map(|line| line.trim().strip_prefix("figure "));
    let figures = figures.filter_map(|figure| figure.split_once(' '));
    figures.filter(|(name, _)| !RATES.iter().any(|rate| name.contains(rate))).collect()
}

/// Returns the machine that a measurement names: `NAME; built for FEATURES`, or `processor: NAME`.
fn machine(said: &str) -> Option<&str> {
    said.lines().map(str::trim).find_map(|line| {
        let named = line.strip_prefix("- processor: ");
        named.or_else(|| line.contains("; built for ").then_some(line))
    })
}

fn section(title: &str, explained: &str, machine: &str, rows: &[(&str, Vec<&str>)]) -> String {
    let runs = rows.first().map_or(0, |(_, values)| values.len());
    let mut text = format!("\n## {title}\n\n[Page]({explained}); {machine}.\n\n| figure |");
    (1..=runs).for_each(|run| text += &format!(" run {run} |"));
    text += &format!("\n|---|{}\n", "---:|".repeat(runs));
    for (name, values) in rows {
        text += &format!("| `{name}` | {} |\n", values.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_the_machine_are_read_from_what_a_measurement_prints() {
        let said = ["3.50", "3.75"].map(|value| {
            format!(
                "Made Up 9000; built for avx2\nfigure tt.mix.1MiB.x_limit {value} x\nother\n\
                 figure pawn.hit.open-start.256 0.9"
            )
        });
        let found = rows(&said).unwrap();
        assert_eq!(found, [("tt.mix.1MiB.x_limit", vec!["3.50 x", "3.75 x"])]);
        let other = [said[0].clone(), "figure tt.step 1 x".to_owned()];
        assert!(rows(&other).unwrap_err().to_string().contains("other figures"));
        assert!(rows(&["none".to_owned()]).is_err());
        assert_eq!(machine(&said[0]), Some("Made Up 9000; built for avx2"));
        assert_eq!(machine("- processor: P\n"), Some("P"));
        let page = section("The table", "bench/tt.md", "P", &found);
        let table = "| figure | run 1 | run 2 |\n|---|---:|---:|\n";
        let table = table.to_owned() + "| `tt.mix.1MiB.x_limit` | 3.50 x | 3.75 x |\n";
        assert!(page.ends_with(&table), "{page}");
    }

    #[test]
    fn a_section_is_kept_as_it_is() {
        let page = "# Page\n\n## The table\n\nrows\n\n## The table's file\n\nmore\n";
        assert_eq!(kept(page, "The table"), "\n## The table\n\nrows\n");
        assert_eq!(kept(page, "The table's file"), "\n## The table's file\n\nmore\n");
        assert_eq!(kept(page, "The generator"), "");
        assert!(run(1, &["tables".to_owned()]).unwrap_err().to_string().contains("tables"));
    }

    #[test]
    fn each_measurement_is_a_verb() {
        for (_, words, _) in MEASUREMENTS {
            let words = [&["xtask", "bench"], words].concat();
            let parsed = <crate::verbs::Cli as clap::Parser>::try_parse_from(&words);
            assert!(parsed.is_ok(), "{words:?}");
        }
    }
}
