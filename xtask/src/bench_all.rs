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

Written by `cargo xtask bench all`; do not edit. All figures of the measurements of speed, from one run
on one machine. `x` is a quotient of one run, and the page behind each heading says of what: the limit
of the machine for the table, a plain copy for its file, cozy-chess for the generator, the hand-crafted
evaluation for networks. Times differ from machine to machine; quotients differ less.
";

/// Runs each measurement, prints its figures, and writes the page.
///
/// # Errors
/// If a measurement fails or has no figure, or the page cannot be written.
pub(crate) fn run() -> Result<()> {
    let mut page = HEAD.to_owned();
    for (title, words, explained) in MEASUREMENTS {
        step(title, || {
            let program = env::current_exe().context("this program has no path")?;
            let said = capture(Command::new(program).arg("bench").args(words))?;
            let figures = figures(&said);
            ensure!(!figures.is_empty(), "`bench {}` has no figure", words.join(" "));
            let machine = machine(&said).unwrap_or("a machine that is not named");
            page += &section(title, explained, machine, &figures);
            Ok(Outcome::Passed(format!("{} figures", figures.len())))
        })?;
    }
    fs::write(root().join(PAGE), page).with_context(|| PAGE.to_owned())?;
    output::line(format_args!("{PAGE} is written"));
    Ok(())
}

/// Returns the figures in what a measurement prints: lines `figure NAME VALUE UNIT`.
fn figures(said: &str) -> Vec<(&str, &str)> {
    let figures = said.lines().filter_map(|line| line.trim().strip_prefix("figure "));
    figures.filter_map(|figure| figure.split_once(' ')).collect()
}

/// Returns the machine that a measurement names: `NAME; built for FEATURES`, or `processor: NAME`.
fn machine(said: &str) -> Option<&str> {
    said.lines().map(str::trim).find_map(|line| {
        let named = line.strip_prefix("- processor: ");
        named.or_else(|| line.contains("; built for ").then_some(line))
    })
}

fn section(title: &str, explained: &str, machine: &str, figures: &[(&str, &str)]) -> String {
    let mut text = format!("\n## {title}\n\n[Page]({explained}); {machine}.\n\n");
    text += "| figure | value |\n|---|---:|\n";
    for (name, value) in figures {
        text += &format!("| `{name}` | {value} |\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_the_machine_are_read_from_what_a_measurement_prints() {
        let said = "Made Up 9000; built for avx2\nfigure tt.mix.1MiB.x_limit 3.50 x\nother\n";
        let found = figures(said);
        assert_eq!(found, [("tt.mix.1MiB.x_limit", "3.50 x")]);
        assert_eq!(machine(said), Some("Made Up 9000; built for avx2"));
        assert_eq!(machine("- processor: P\n"), Some("P"));
        let page = section("The table", "bench/tt.md", "P", &found);
        assert!(page.ends_with("|---|---:|\n| `tt.mix.1MiB.x_limit` | 3.50 x |\n"), "{page}");
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
