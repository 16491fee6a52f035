//! Experiments `quiescence` and `etc`: the table at the horizon, and asked for each child.

use anyhow::Result;
use movegen::Position;
use search::{Hints, Switches};
use tt_core::{Entry, Table};

use super::by_size::{ENTRY_BYTES, NodesBySize, Unit};
use super::cutoff_rule::{CutoffRule, Enhanced};
use super::lens::{Lens, Seen};
use super::line::{PLAIN, Task, nodes, search_line, sum_of};
use super::roots;
use crate::experiment::{Effort, Experiment, Report, Setting};
use crate::page::{Csv, Page, progress};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiescence {
    /// It probes and stores.
    Whole,
    /// It does neither.
    Without,
}

impl Lens for Quiescence {
    fn probe_quiescence(&mut self, _: u64, found: Option<Entry>) -> Option<Entry> {
        found.filter(|_| *self == Self::Whole)
    }

    fn store(&mut self, _: u64, entry: Entry, _: Hints<'_>) -> bool {
        *self == Self::Whole || entry.draft > 0
    }
}

fn search(
    line: &[Position],
    bytes: usize,
    depth: u32,
    switches: Switches,
    lens: impl Lens + Copy + Sync,
) -> Result<u64> {
    let table: Table = Table::new(bytes)?;
    let task = Task { line, bytes, depth, switches };
    Ok(nodes(&search_line(&Seen { table: &table, make: || lens }, &task)))
}

/// Two ways to use the table, by its size.
struct Comparison<L> {
    ways: [(&'static str, L); 2],
    exponents: Vec<u32>,
    roots: Vec<Vec<Position>>,
    depth: u32,
}

impl<L: Lens + Copy + Sync> Comparison<L> {
    fn new(ways: [(&'static str, L); 2], Setting { effort, seed }: Setting) -> Result<Self> {
        let exponents = effort.choose(vec![8, 12], (8..=20).collect());
        let (positions, depth) = effort.choose((4, 3), (48, 5));
        Ok(Self { ways, exponents, roots: roots::draw(positions, 1, seed)?, depth })
    }

    fn nodes(&self) -> Result<NodesBySize> {
        let named = |_, (name, _): &(&str, L)| (vec![(*name).to_owned()], 0);
        let exponents = self.exponents.clone();
        NodesBySize::measure(&["way"], exponents, &self.ways, named, |&(_, lens), bytes| {
            sum_of(&self.roots, |line| search(line, bytes, self.depth, PLAIN, lens))
        })
    }

    fn method(&self) -> String {
        format!(
            "As in `replacement`: {} positions to depth {}, over tt-core's defaults.",
            self.roots.len(),
            self.depth
        )
    }
}

/// Returns table, figures and picture of two ways, with a row for the second's nodes in percent of
/// the first's.
fn show(nodes: &NodesBySize, title: &'static str) -> Result<(Page, Csv, String)> {
    let mut table = nodes.table();
    let shares = savings(nodes).into_iter().map(|saving| 100.0 - saving).chain([nodes.percent(1)]);
    let shares = shares.map(|share| format!("{share:.1}"));
    table.row(["second, % of first".to_owned()].into_iter().chain(shares));
    let mut page = Page::empty();
    page.paragraph("Nodes of all searches, by the entries that the table has room for.");
    page.table(&table);
    let svg = nodes.chart(title, (Unit::Millions, "nodes, millions"), |_| true).svg()?;
    Ok((page, nodes.csv(), svg))
}

/// Returns how many fewer nodes the second way visits than the first, in percent.
fn saving(nodes: [u64; 2]) -> f64 {
    100.0 - 100.0 * nodes[1] as f64 / nodes[0] as f64
}

/// Returns the saving of the second way at each size, in percent.
fn savings(nodes: &NodesBySize) -> Vec<f64> {
    nodes.nodes(0).iter().zip(nodes.nodes(1)).map(|(&one, &other)| saving([one, other])).collect()
}

fn effect(saving: f64) -> String {
    if saving >= 0.0 { format!("save {saving:.1} %") } else { format!("cost {:.1} %", -saving) }
}

pub(crate) const QUIESCENCE: Experiment = Experiment::new("quiescence", run_quiescence);

fn run_quiescence(setting: Setting) -> Result<Report> {
    let ways = [("without", Quiescence::Without), ("with the table", Quiescence::Whole)];
    let comparison = Comparison::new(ways, setting)?;
    let nodes = comparison.nodes()?;
    let (found, csv, svg) = show(&nodes, "Nodes to the same depth: the table in quiescence")?;
    let savings = savings(&nodes);
    let crossing = comparison.exponents.iter().zip(&savings).find(|(_, saving)| **saving > 0.0);
    let (first, last) = (savings[0], savings[savings.len() - 1]);
    Ok(Report {
        result: format!(
            "If the table is large, its use in quiescence can {} of the nodes; {}",
            effect(last),
            match crossing {
                Some((exponent, _)) if *exponent > comparison.exponents[0] => format!(
                    "below 2^{exponent} entries it costs nodes, {:.1} % in the smallest.",
                    -first
                ),
                Some(_) => format!("in the smallest it still saves {first:.1} %."),
                None => "it never saves nodes here.".to_owned(),
            }
        ),
        found,
        differs: None,
        method: comparison.method(),
        csv,
        svg,
    })
}

pub(crate) const ETC: Experiment = Experiment::new("etc", run_etc);

fn run_etc(setting: Setting) -> Result<Report> {
    let on = CutoffRule { enhanced: Some(Enhanced::Equal), ..CutoffRule::DRAFT };
    let ways = [("off", CutoffRule::DRAFT), ("on", on)];
    let comparison = Comparison::new(ways, setting)?;
    let plain = comparison.nodes()?;
    let title = "Nodes to the same depth: enhanced transposition cutoffs";
    let (mut found, csv, svg) = show(&plain, title)?;
    let savings = savings(&plain);
    let each = in_the_engine(&comparison, setting.effort)?;
    let engine = total(&each);
    let error = standard_error(&each);
    found.paragraph(&format!(
        "In the engine's own search to depth {}, over a table of 2^20 entries: {} nodes without, {} \
         with: they {}, with a standard error of {error:.1} %.",
        engine_depth(setting.effort),
        engine[0],
        engine[1],
        effect(saving(engine))
    ));
    Ok(Report {
        result: format!(
            "In plain alpha-beta with a large table they {} of the nodes, in the engine's search they \
             {}, with a standard error of {error:.1} %.",
            effect(savings[savings.len() - 1]),
            effect(saving(engine))
        ),
        found,
        differs: Some(differs_etc(savings[savings.len() - 1], saving(engine), error)),
        method: comparison.method(),
        csv,
        svg,
    })
}

fn differs_etc(plain: f64, engine: f64, error: f64) -> String {
    let verdict = |saving: f64, least: f64| match saving {
        _ if saving.abs() < least => "not found",
        20.0.. => "confirmed",
        0.0.. => "confirmed in kind, with less",
        _ => "refuted",
    };
    format!(
        "A saving of 20 to 25 %: {} in plain alpha-beta ({plain:.1} %), {} in the engine's search \
         ({engine:.1} %; found is what is beyond two standard errors). The engine searches deeper \
         and takes any deeper record. A probe for each child costs time: the engine leaves it off. \
         Successive positions of games, searched less deep over one table, showed a small saving \
         (experiment `cutoffs`, [in a line](../tried.md#in-the-lab)).",
        verdict(plain, 1.0),
        verdict(engine, 2.0 * error)
    )
}

fn total(each: &[[u64; 2]]) -> [u64; 2] {
    [0, 1].map(|way| each.iter().map(|nodes| nodes[way]).sum())
}

/// Returns the standard error of the saving over all positions, in per cent: the jackknife, which
/// leaves out one position at a time (Tukey 1958).
fn standard_error(each: &[[u64; 2]]) -> f64 {
    let [off, on] = total(each);
    let without = each.iter().map(|nodes| saving([off - nodes[0], on - nodes[1]]));
    let without: Vec<f64> = without.collect();
    let positions = without.len() as f64;
    let mean = without.iter().sum::<f64>() / positions;
    let squares: f64 = without.iter().map(|saving| (saving - mean).powi(2)).sum();
    (squares * (positions - 1.0) / positions).sqrt()
}

fn engine_depth(effort: Effort) -> u32 {
    effort.choose(6, 13)
}

/// Returns the nodes of the engine's searches, off and on, of the first position of each line.
fn in_the_engine(comparison: &Comparison<CutoffRule>, effort: Effort) -> Result<Vec<[u64; 2]>> {
    let run = |enhanced| {
        let rule = CutoffRule { enhanced, ..CutoffRule::DRAFT };
        let firsts: Vec<&[Position]> = comparison.roots.iter().map(|line| &line[..1]).collect();
        progress::each("engine", &firsts, |line| {
            search(line, ENTRY_BYTES << 20, engine_depth(effort), Switches::NONE, rule)
        })
    };
    let (off, on) = (run(None)?, run(Some(Enhanced::AtLeast))?);
    Ok(off.into_iter().zip(on).map(|(off, on)| [off, on]).collect())
}

#[cfg(test)]
mod tests {
    use search::StoreHints;

    use super::*;

    #[test]
    fn a_saving_within_its_error_is_not_found() {
        // Savings of 10 and 30 %: 20 % of both, and each alone is 10 % away.
        let each = [[100, 90], [100, 70]];
        assert_eq!(total(&each), [200, 160]);
        assert!((standard_error(&each) - 10.0).abs() < 1e-9);
        let verdict = |engine, error| differs_etc(0.9, engine, error);
        let expected = "25 %: not found in plain alpha-beta (0.9 %), not found in the engine's";
        assert!(verdict(-8.8, 4.5).contains(expected));
        assert!(verdict(-8.8, 4.3).contains("refuted in the engine's"));
        assert!(verdict(8.8, 4.3).contains("confirmed in kind, with less in the engine's"));
    }

    #[test]
    fn without_the_table_nothing_of_quiescence_is_found_or_kept() {
        let shallow = Entry { mv: 1, ..Entry::default() };
        let deep = Entry { draft: 1, ..shallow };
        for (mut lens, kept) in [(Quiescence::Whole, true), (Quiescence::Without, false)] {
            assert_eq!(lens.probe_quiescence(0, Some(deep)).is_some(), kept);
            assert_eq!(lens.probe(0, Some(deep)), Some(deep));
            assert_eq!(lens.store(0, shallow, &StoreHints::default), kept);
            assert!(lens.store(0, deep, &StoreHints::default));
        }
    }
}
