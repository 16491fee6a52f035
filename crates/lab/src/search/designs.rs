//! Verb `designs`: how many nodes a search visits to the same depth over each design of a table.
//!
//! The roots are the same for every design: lines of successive positions from games of our player.
//! Each line is searched by one thread to a fixed depth, position by position, over one table that
//! was empty before. Fewer nodes mean that the table remembered more of what the search needed.

mod list;
mod roots;
mod run;

use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::ParallelProgressIterator;
use movegen::Position;
use rayon::prelude::*;
use search::Settings;

use crate::page::table::MarkdownTable;
use list::{DESIGNS, Design};
use run::Task;

/// Arguments of the verb `designs`.
#[derive(Args, Clone, Debug)]
pub(crate) struct DesignsArguments {
    /// Sizes of the table in KiB; powers of two make several indexes the same
    #[arg(long, value_name = "KB", value_delimiter = ',', default_values_t = [24, 96, 384, 1536])]
    hash_kb: Vec<usize>,
    /// Depth of each search in plies
    #[arg(long, default_value_t = 9)]
    depth: u32,
    /// Lines of positions, each searched over a table of its own
    #[arg(long, default_value_t = 8)]
    lines: usize,
    /// Positions of a line, two plies apart
    #[arg(long, default_value_t = 4)]
    positions: usize,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Searches on every design and reports the nodes as a table in Markdown.
///
/// # Errors
/// If there is no memory for a table, or a size holds not one bucket.
pub(crate) fn run(arguments: &DesignsArguments) -> Result<String> {
    let DesignsArguments { depth, lines, positions, seed, .. } = *arguments;
    ensure!(lines > 0 && positions > 0, "at least one position");
    let lines = roots::draw(lines, positions, seed)?;
    let sizes = &arguments.hash_kb;
    let cells: Vec<(&Design, usize)> =
        DESIGNS.iter().flat_map(|design| sizes.iter().map(move |&kb| (design, kb))).collect();
    let nodes: Vec<u64> = cells
        .par_iter()
        .progress()
        .map(|&(design, kb)| nodes(design, &lines, kb << 10, depth))
        .collect::<Result<_>>()?;
    let columns = sizes.iter().map(|kb| format!("nodes at {kb} KiB"));
    let names = ["design", "record, layout, policy"].map(str::to_owned);
    let mut table = MarkdownTable::new(names.into_iter().chain(columns), 2);
    for (design, nodes) in DESIGNS.iter().zip(nodes.chunks(sizes.len())) {
        let names = [design.name.to_owned(), format!("`{}`", design.kind())];
        table.row(names.into_iter().chain(nodes.iter().map(u64::to_string)));
    }
    Ok(table.to_string())
}

/// The nodes of all searches over one design.
fn nodes(design: &Design, lines: &[Vec<Position>], bytes: usize, depth: u32) -> Result<u64> {
    lines.iter().try_fold(0, |sum, line| {
        let task = Task { line, bytes, depth, settings: Settings::default() };
        let outcomes = design.search(&task).with_context(|| design.name)?;
        Ok(sum + outcomes.iter().map(|outcome| outcome.nodes).sum::<u64>())
    })
}

#[cfg(test)]
mod tests {
    use search::{NoTable, Outcome};

    use super::*;

    /// Few buckets, and not a power of two of them.
    const BYTES: usize = 24 << 10;

    fn lines() -> Vec<Vec<Position>> {
        roots::draw(3, 3, 2).unwrap()
    }

    #[test]
    fn every_design_finds_legal_moves() {
        for design in DESIGNS {
            for line in &lines() {
                let task = Task { line, bytes: BYTES, depth: 5, settings: Settings::default() };
                let outcomes = design.search(&task).unwrap();
                assert_eq!(outcomes.len(), line.len());
                for (root, outcome) in line.iter().zip(outcomes) {
                    let legal = outcome.best.is_some_and(|mv| root.is_legal(mv));
                    assert!(legal, "{}: {:?} in {root:?}", design.name, outcome.best);
                }
            }
        }
    }

    /// In plain alpha-beta the score belongs to position and depth, whatever the table remembers.
    #[test]
    fn every_design_gives_the_score_of_a_search_without_a_table() {
        let settings = Settings { plain: true, ..Settings::default() };
        for line in &roots::draw(6, 3, 4).unwrap() {
            for depth in [3, 4] {
                let task = Task { line, bytes: BYTES, depth, settings };
                let scores = |outcomes: Vec<Outcome>| -> Vec<i32> {
                    outcomes.iter().map(|outcome| outcome.score).collect()
                };
                let expected = scores(run::search_line(&NoTable, &task));
                for design in DESIGNS {
                    let found = scores(design.search(&task).unwrap());
                    assert_eq!(found, expected, "{} at depth {depth}, {line:?}", design.name);
                }
            }
        }
    }

    /// Two designs that visited as many nodes at every size would be one under two names.
    #[test]
    fn no_two_designs_visit_the_same_nodes() {
        let lines = lines();
        let counts: Vec<(&str, Vec<u64>)> = DESIGNS
            .iter()
            .map(|design| {
                let sizes = [BYTES / 4, BYTES];
                let counts = sizes.map(|bytes| nodes(design, &lines, bytes, 8).unwrap());
                (design.name, counts.to_vec())
            })
            .collect();
        for (number, (name, nodes)) in counts.iter().enumerate() {
            for (other, others) in &counts[..number] {
                assert_ne!(nodes, others, "{name} and {other}");
            }
        }
    }

    #[test]
    fn a_row_for_each_design_is_reported() {
        let arguments =
            DesignsArguments { hash_kb: vec![3, 5], depth: 2, lines: 1, positions: 1, seed: 1 };
        let text = run(&arguments).unwrap();
        assert_eq!(text.lines().count(), 2 + DESIGNS.len());
        for design in DESIGNS {
            let start = format!("\n| {} | `", design.name);
            assert_eq!(text.matches(&start).count(), 1, "{start}");
        }
        assert!(text.contains("| `RivalEntry, Packed, Staleness` |"), "{text}");
        let fault = run(&DesignsArguments { hash_kb: vec![0], ..arguments }).unwrap_err();
        assert!(format!("{fault:#}").contains("Deep"), "{fault:#}");
    }
}
