//! `perft`: counts paths of legal moves with the engine and compares them with published counts.
//!
//! The counts stand in `xtask/data/perft.epd`, a line for each position in the format of the usual
//! perft suites, `FEN ;D1 20 ;D2 400`, under a comment that names it.

use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};

use crate::output;
use crate::process::{capture, cargo};
use crate::step::Outcome;
use crate::workspace;

/// A reduced count walks to the deepest level of at most this many leaf nodes.
const QUICK_NODES: u64 = 5_000_000;

/// How deep to count.
#[derive(Clone, Copy)]
pub(crate) enum Effort {
    /// To the deepest published level; the engine is built as a release.
    Full,
    /// To the deepest level of at most [`QUICK_NODES`]; the engine is built with its checks on.
    Quick,
}

impl Effort {
    /// The cargo profile that the engine is built with.
    fn profile(self) -> &'static str {
        match self {
            Self::Full => "release",
            Self::Quick => "ci",
        }
    }
}

/// Counts every position of the table and prints a line for each.
///
/// # Errors
/// If the engine cannot be built or run, or at the first count that differs.
pub(crate) fn run(effort: Effort) -> Result<Outcome> {
    let path = workspace::root().join("xtask/data/perft.epd");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path:?}"))?;
    let cases = parse(&text)?;
    capture(&mut engine("build", effort.profile()))?;
    let start = Instant::now();
    let mut total = 0;
    for case in &cases {
        let (depth, expected) = case.level(effort);
        output::status(format_args!("        perft: {}, depth {depth}", case.name));
        let lap = Instant::now();
        let nodes = count(&case.fen, depth, effort)?;
        ensure!(
            nodes == expected,
            "{}, depth {depth}: the engine counts {nodes}, published are {expected} ({})",
            case.name,
            case.fen
        );
        total += nodes;
        let seconds = lap.elapsed().as_secs_f64();
        output::line(format_args!(
            "  {:<24} depth {depth} {nodes:>12} {seconds:>7.1} s",
            case.name
        ));
    }
    let seconds = start.elapsed().as_secs_f64();
    Ok(Outcome::Passed(format!("{} positions, {total} paths, {seconds:.1} s", cases.len())))
}

fn engine(verb: &str, profile: &str) -> Command {
    cargo([verb, "--quiet", "--profile", profile, "--package", "engine-cli", "--bin", "palimpsest"])
}

/// The engine's total: the last line that it prints.
fn count(fen: &str, depth: u32, effort: Effort) -> Result<u64> {
    let mut command = engine("run", effort.profile());
    let printed = capture(command.args(["--", "perft", &depth.to_string(), "--fen", fen]))?;
    let last = printed.lines().last().unwrap_or_default();
    last.parse().with_context(|| format!("the last line of perft is no total: `{last}`"))
}

/// A position and its published counts.
#[derive(Debug)]
struct Case {
    name: String,
    fen: String,
    /// Depth and number of leaf nodes, the depths ascending, never empty.
    counts: Vec<(u32, u64)>,
}

impl Case {
    /// The depth to count to and what must come out.
    fn level(&self, effort: Effort) -> (u32, u64) {
        let deepest = self.counts[self.counts.len() - 1];
        match effort {
            Effort::Full => deepest,
            Effort::Quick => {
                let mut small = self.counts.iter().rev().filter(|(_, nodes)| *nodes <= QUICK_NODES);
                small.next().copied().unwrap_or(deepest)
            }
        }
    }
}

/// Reads the table; a comment (`# name`) names the position in the line after it.
fn parse(text: &str) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let mut name = "";
    for (number, line) in text.lines().enumerate() {
        if let Some(comment) = line.strip_prefix('#') {
            name = comment.trim();
        } else if !line.trim().is_empty() {
            let case = parse_line(name, line);
            cases.push(case.with_context(|| format!("perft table, line {}", number + 1))?);
        }
    }
    ensure!(!cases.is_empty(), "the perft table is empty");
    Ok(cases)
}

fn parse_line(name: &str, line: &str) -> Result<Case> {
    let mut parts = line.split(';');
    let fen = parts.next().unwrap_or_default().trim().to_owned();
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for part in parts {
        let Some((depth, nodes)) = part.trim().strip_prefix('D').and_then(|p| p.split_once(' '))
        else {
            bail!("expected `D<depth> <count>`, found `{part}`");
        };
        let depth = depth.parse().with_context(|| format!("`{depth}` is no depth"))?;
        let nodes = nodes.trim().parse().with_context(|| format!("`{nodes}` is no count"))?;
        ensure!(counts.last().is_none_or(|last| last.0 < depth), "depths must ascend: {depth}");
        counts.push((depth, nodes));
    }
    ensure!(!counts.is_empty(), "the position has no count");
    Ok(Case { name: name.to_owned(), fen, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_a_name_a_position_and_counts() {
        let cases = parse("# kings\n8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 5000001\n").unwrap();
        assert_eq!((cases[0].name.as_str(), cases.len()), ("kings", 1));
        assert_eq!(cases[0].fen, "8/8/8/8/8/8/8/K1k5 w - - 0 1");
        assert_eq!(cases[0].level(Effort::Full), (2, 5_000_001));
        assert_eq!(cases[0].level(Effort::Quick), (1, 1));
    }

    #[test]
    fn a_table_with_a_fault_is_refused() {
        for text in ["", "fen", "fen ;D2 4 ;D1 2", "fen ;1 20", "fen ;D1 many", "fen ;D1"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let error = format!("{:#}", parse("# a\nfen ;D1 many").unwrap_err());
        assert!(error.contains("line 2") && error.contains("many"), "{error}");
    }

    #[test]
    fn the_table_of_the_repository_can_be_counted_quickly() {
        let path = workspace::root().join("xtask/data/perft.epd");
        let cases = parse(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(cases.len(), 6);
        for case in cases {
            assert!(!case.name.is_empty());
            assert!(case.level(Effort::Quick).1 <= QUICK_NODES, "{}", case.name);
        }
    }
}
