//! Experiment `cutoffs`: the rules by which a record ends a node.

use anyhow::Result;
use movegen::{Move, Position};
use search::{Outcome, Switches};
use tt_core::Table;

use super::cutoff_rule::{CutoffRule, Enhanced};
use super::lens::Seen;
use super::line::{Task, search_line, search_root};
use super::paired::Paired;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Csv, MarkdownTable, Page, progress};

const DRAFT: CutoffRule = CutoffRule::DRAFT;

/// The greatest depth at which other engines have records of the unexpected kind end no node.
const SURPRISE: CutoffRule = CutoffRule { surprise_depth: 5, ..DRAFT };

/// The ways by their names, the engine's first.
const WAYS: [(&str, CutoffRule); 10] = [
    ("as deep: the engine's", DRAFT),
    ("fail highs 1 ply deeper", CutoffRule { fail_high_plies: 1, ..DRAFT }),
    ("fail highs 2 plies deeper", CutoffRule { fail_high_plies: 2, ..DRAFT }),
    ("expected kind below depth 5", SURPRISE),
    ("expected kind below depth 9", CutoffRule { surprise_depth: 9, ..DRAFT }),
    ("expected kind at any depth", CutoffRule { surprise_depth: i32::MAX, ..DRAFT }),
    ("child agrees from depth 8", CutoffRule { child_depth: 8, ..DRAFT }),
    ("child agrees at any depth", CutoffRule { child_depth: 1, ..DRAFT }),
    (
        "1 ply, kind below 5, child from 8",
        CutoffRule { fail_high_plies: 1, child_depth: 8, ..SURPRISE },
    ),
    ("enhanced cutoffs", CutoffRule { enhanced: Some(Enhanced::AtLeast), ..DRAFT }),
];

/// Plies by which the searches that the moves are compared with are deeper.
const DEEPER: u32 = 3;
const DEEPER_BYTES: usize = 64 << 20;

pub(crate) const EXPERIMENT: Experiment = Experiment::new("cutoffs", run);

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let (lines, positions) = effort.choose((3, 2), (50, 4));
    let depth = effort.choose(8, 10);
    let sizes = effort.choose(vec![1, 4], vec![1, 4, 16, 64]);
    let lines = roots::draw(lines, positions, seed)?;
    let names = WAYS.map(|way| way.0);
    let measured = Paired::measure("cutoffs", &names, &sizes, &lines, |way, line, bytes| {
        search(WAYS[way].1, line, bytes, depth)
    })?;
    let deeper = progress::each("deeper", &lines.concat(), |root| best_move(root, depth + DEEPER))?;
    let agreements: Vec<f64> =
        measured.ways.iter().map(|way| agreement(&way.best, &deeper)).collect();
    let mut found = Page::empty();
    found.paragraph(&format!(
        "Nodes of all searches to depth {depth} under the engine's rule, and of the others the \
         percentage of these. The last column is the geometric mean over the lines and sizes, with \
         its standard error.",
    ));
    found.table(&measured.table());
    found.paragraph(&format!(
        "A rule that ends fewer nodes costs nodes; whether it finds better moves is another question. \
         Moves that a search {DEEPER} plies deeper chose, too, by the engine's rule, in percent of all \
         sizes and positions:",
    ));
    let mut table = MarkdownTable::new(["way", "moves, %"], 1);
    for (way, share) in measured.ways.iter().zip(&agreements) {
        table.row([way.name.to_owned(), format!("{share:.1}")]);
    }
    found.table(&table);
    let mut csv = Csv::new(&["search", "way", "mebibytes", "nodes"]);
    measured.rows("the engine's search", &mut csv);
    let of = |name: &str| measured.ratio_text(measured.number(name));
    Ok(Report {
        result: format!(
            "One ply more for a fail high needs {} % of the nodes of the engine's rule, bounds of the \
             expected kind below depth 5 {} %, a child that agrees from depth 8 {} %, enhanced \
             cutoffs {} %.",
            of("fail highs 1 ply deeper"),
            of("expected kind below depth 5"),
            of("child agrees from depth 8"),
            of("enhanced cutoffs"),
        ),
        found,
        differs: Some(format!(
            "The engines judged by games, this page by nodes to a depth: a stricter rule can pay only \
             by better moves at that depth. The shares of moves have a standard error of up to {:.1} \
             in a hundred, so that only games decide.",
            50.0 / (deeper.len() as f64).sqrt()
        )),
        method: format!(
            "{} games of our player, of each {positions} successive positions of one side, \
             searched one after the other by one thread over a table that was empty before the \
             first: {} positions in all. The deeper searches begin with a table and histories that \
             are empty.",
            lines.len(),
            deeper.len()
        ),
        csv,
        svg: measured.chart("Nodes to the same depth, by the rule of cutoffs", &SHOWN).svg()?,
    })
}

/// Searches a line under a rule, over an empty table.
fn search(rule: CutoffRule, line: &[Position], bytes: usize, depth: u32) -> Result<Vec<Outcome>> {
    let table: Table = Table::new(bytes)?;
    let seen = Seen { table: &table, make: || rule };
    Ok(search_line(&seen, &Task { line, bytes, depth, switches: Switches::NONE }))
}

const SHOWN: [&str; 6] = [
    "as deep: the engine's",
    "fail highs 1 ply deeper",
    "expected kind below depth 5",
    "expected kind at any depth",
    "child agrees from depth 8",
    "enhanced cutoffs",
];

fn best_move(root: &Position, depth: u32) -> Result<Option<Move>> {
    let table: Table = Table::new(DEEPER_BYTES)?;
    Ok(search_root(&table, root, depth, Switches::NONE).best)
}

/// Returns how many moves of all sizes are those of the deeper searches, in percent.
fn agreement(by_size: &[Vec<Option<Move>>], deeper: &[Option<Move>]) -> f64 {
    let pairs = by_size.iter().flat_map(|moves| moves.iter().zip(deeper));
    let same = pairs.filter(|(one, other)| one == other).count();
    100.0 * same as f64 / (by_size.len() * deeper.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_compared_position_by_position() {
        let moves = Position::startpos().legal_moves();
        let [a, b] = [Some(moves[0]), Some(moves[1])];
        assert_eq!(agreement(&[vec![a, b], vec![a, a]], &[a, b]), 75.0);
    }

    /// Every rule ends other nodes in a search of many. "Child agrees from depth 8" acts in one
    /// search of dozens: this seed is such a one.
    #[test]
    fn each_rule_changes_the_search() {
        let line = &roots::draw(1, 1, 26).unwrap()[0];
        let nodes = WAYS.map(|(_, rule)| search(rule, line, 1 << 20, 16).unwrap()[0].nodes);
        for (number, way) in WAYS.iter().enumerate().skip(1) {
            assert_ne!(nodes[number], nodes[0], "{}", way.0);
        }
    }
}
