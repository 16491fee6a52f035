//! Experiment `size`: how large a table pays, by the nodes of a search.

mod curve;
mod measure;

use std::sync::Mutex;

use anyhow::Result;
use movegen::Position;
use search::{Limits, Switches};

use super::lens::lock;
use super::line::PLAIN;
use super::roots;
use crate::experiment::{Effort, Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};
use curve::{BEARABLE, Curve, Searches};
use measure::{Point, measure};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("size", run);

/// The plan of the searches: the tables, the limits and the scales.
struct SizePlan {
    /// Sizes of the table in bytes, as powers of two.
    exponents: Vec<u32>,
    /// For each position, the nodes after which the search with the largest table ends.
    limits: Vec<u64>,
    /// Nodes at which sizes are compared.
    scales: Vec<u64>,
}

/// A smaller table gives up at this multiple of the limit.
const PATIENCE: u64 = 2;

/// Tables of more bytes are filled one at a time, lest two of them exceed a machine's memory.
const LARGE: u32 = 31;

impl SizePlan {
    fn new(effort: Effort) -> Self {
        let million = 1_000_000;
        match effort {
            Effort::Quick => Self {
                exponents: vec![12, 14, 16, 20],
                limits: vec![20_000, 20_000],
                scales: vec![2_000, 20_000],
            },
            Effort::Full => Self {
                exponents: (20..=32).step_by(2).collect(),
                limits: vec![100 * million, 10 * million, 10 * million, 10 * million],
                scales: vec![million, 10 * million, 100 * million],
            },
        }
    }

    fn largest(&self) -> u32 {
        self.exponents[self.exponents.len() - 1]
    }

    /// Searches each position over each size: in plain alpha-beta to the depth that the largest
    /// table reached, or the engine's own search to the limit of nodes.
    fn search(&self, roots: &[Vec<Position>], switches: Switches) -> Result<Vec<Searches>> {
        let one_at_a_time = Mutex::new(());
        let measure = |position: usize, exponent: u32, limits: &Limits| {
            let _turn = (exponent >= LARGE).then(|| lock(&one_at_a_time));
            measure(&roots[position][0], 1 << exponent, limits, switches)
        };
        let positions: Vec<usize> = (0..roots.len()).collect();
        let largest = progress::each("largest table", &positions, |&position| {
            let limits = Limits { nodes: Some(self.limits[position]), ..Limits::default() };
            measure(position, self.largest(), &limits)
        })?;
        let smaller = &self.exponents[..self.exponents.len() - 1];
        let cells: Vec<(usize, u32)> = positions
            .iter()
            .flat_map(|&position| smaller.iter().map(move |&exponent| (position, exponent)))
            .collect();
        let searches = progress::each("sizes", &cells, |&(position, exponent)| {
            let nodes = self.limits[position];
            let limits = if switches.plain {
                let depth = largest[position].last().map(|point| point.depth);
                Limits { depth, nodes: Some(PATIENCE * nodes), ..Limits::default() }
            } else {
                Limits { nodes: Some(nodes), ..Limits::default() }
            };
            measure(position, exponent, &limits)
        })?;
        let rows = searches.chunks(smaller.len()).zip(largest);
        Ok(rows.map(|(row, largest)| row.iter().cloned().chain([largest]).collect()).collect())
    }
}

fn size(exponent: u32) -> String {
    match exponent {
        30.. => format!("{} GiB", 1u64 << (exponent - 30)),
        20.. => format!("{} MiB", 1u64 << (exponent - 20)),
        _ => format!("{} KiB", 1u64 << (exponent - 10)),
    }
}

/// Returns a number of nodes, as people write it.
fn count(nodes: u64) -> String {
    if nodes.is_multiple_of(1_000_000) {
        format!("{} million", nodes / 1_000_000)
    } else {
        nodes.to_string()
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let plan = SizePlan::new(effort);
    let roots = roots::draw(plan.limits.len(), 1, seed)?;
    let plain = plan.search(&roots, PLAIN)?;
    let engine = plan.search(&roots, Switches::NONE)?;
    let curves: Vec<Curve> =
        plan.scales.iter().filter_map(|&scale| Curve::new(scale, &plain)).collect();
    let needs: Vec<f64> = curves.iter().filter_map(|curve| curve.enough(&plan.exponents)).collect();
    let least = needs.iter().copied().reduce(f64::min);
    let enough = needs.iter().copied().reduce(f64::max);
    let mut found = Page::empty();
    let names = ["search", "scale", "positions", "bytes", "nodes", "depths"];
    let mut csv = Csv::new(&[&names[..], &["probes", "hits", "settled"]].concat());
    write_plain(&plan, &curves, &mut found, &mut csv);
    if let Some(enough) = enough {
        write_rule(enough, &mut found);
    }
    write_engine(&plan, &engine, &mut found, &mut csv);
    Ok(Report {
        result: result(&plan, &curves, enough),
        found,
        differs: Some(format!(
            "As in the literature, each step saves less than the one before, and nothing once the \
             table holds what the search stores. What counts is the size for each node of the \
             search: the scales need {} to {} bytes for each. More memory makes one search no \
             faster, but it serves the next moves of a game.",
            figure(least, 1),
            figure(enough, 1)
        )),
        method: method(&plan),
        csv,
        svg: picture(&plan, &curves).svg()?,
    })
}

/// Returns a figure, or a dash where there is none.
fn figure(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "—".to_owned(), |value| format!("{value:.decimals$}"))
}

/// Returns the result, from the bytes for each node that are enough at every scale.
fn result(plan: &SizePlan, curves: &[Curve], enough: Option<f64>) -> String {
    let rule = match enough {
        Some(enough) => format!(
            "A table of {enough:.1} bytes for each node of a search, {:.1} MiB for each million, \
             costs at most {BEARABLE} % more nodes than one of {}",
            mebibytes(enough),
            size(plan.largest()),
        ),
        None => format!(
            "Every table costs at most {BEARABLE} % more nodes than one of {}",
            size(plan.largest())
        ),
    };
    let Some(curve) = curves.last() else { return format!("{rule}.") };
    let (scale, small) = (count(curve.scale), size(plan.exponents[1]));
    match curve.extra[1] {
        Some(extra) => format!("{rule}; at {scale} nodes a table of {small} costs {extra:.0} %."),
        None => format!(
            "{rule}; at {scale} nodes a search with a table of {small} is given up, after {PATIENCE} \
             times the nodes."
        ),
    }
}

fn method(plan: &SizePlan) -> String {
    let limits: Vec<String> = plan.limits.iter().map(|&limit| count(limit)).collect();
    format!(
        "{} middle-game positions after 8 to 16 random plies, each searched by one thread over an \
         empty table of tt-core's defaults. First with the largest table until {} nodes; the \
         depth of the last finished iteration is then reached with each smaller table, in plain \
         alpha-beta, whose tree no table makes deeper; a search is given up at {PATIENCE} times \
         the limit. For each scale the iteration counts whose nodes with the largest table are \
         nearest to it.",
        plan.limits.len(),
        limits.join(", ")
    )
}

fn write_plain(plan: &SizePlan, curves: &[Curve], found: &mut Page, csv: &mut Csv) {
    found.paragraph(&format!(
        "Nodes to the same depth beyond those with a table of {}, in percent, by the nodes of the \
         search; a line stands for a search that was given up.",
        size(plan.largest())
    ));
    let names = ["nodes", "on average", "positions"].map(str::to_owned);
    let sizes = plan.exponents.iter().map(|&exponent| size(exponent));
    let last = [format!("bytes a node for {BEARABLE} %")];
    let mut table = MarkdownTable::new(names.into_iter().chain(sizes).chain(last), 0);
    for curve in curves {
        let extra = curve.extra.iter().map(|&extra| figure(extra, 1));
        let enough = curve.enough(&plan.exponents);
        let enough = enough.map_or("less".to_owned(), |bytes| format!("{bytes:.2}"));
        let positions = curve.positions.to_string();
        let about = [count(curve.scale), format!("{:.0}", curve.nodes), positions];
        table.row(about.into_iter().chain(extra).chain([enough]));
        for (&exponent, sum) in plan.exponents.iter().zip(&curve.sums) {
            if let Some(sum) = sum {
                let at = (curve.scale, curve.positions);
                write_row("plain alpha-beta", at, 1 << exponent, sum, csv);
            }
        }
    }
    found.table(&table);
}

/// Writes the figures of some positions at one scale and size.
fn write_row(
    search: &str,
    (scale, positions): (u64, usize),
    bytes: u64,
    sum: &Point,
    csv: &mut Csv,
) {
    let Point { depth, nodes, probes, hits, settled } = sum;
    csv.row(&[&search, &scale, &positions, &bytes, nodes, depth, probes, hits, settled]);
}

/// Speeds in nodes a second, and times in seconds, for which the rule is written out.
const SPEEDS: [u64; 4] = [500_000, 1_000_000, 4_000_000, 16_000_000];
const TIMES: [(u64, &str); 5] =
    [(1, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min"), (3_600, "1 h")];

/// Returns the MiB for a million nodes at `bytes` bytes for each.
fn mebibytes(bytes: f64) -> f64 {
    bytes * 1e6 / f64::from(1 << 20)
}

fn write_rule(enough: f64, found: &mut Page) {
    found.paragraph(&format!(
        "To choose `Hash`: nodes a second, as the engine shows them for all threads, times the seconds \
         of a move are its nodes; {:.1} MiB for each million of them are enough. Rounded up to a \
         power of two, in MiB:",
        mebibytes(enough)
    ));
    let times = TIMES.map(|(_, name)| name.to_owned());
    let mut table = MarkdownTable::new(["nodes a second".to_owned()].into_iter().chain(times), 0);
    for speed in SPEEDS {
        let sizes = TIMES.map(|(seconds, _)| {
            let needed = mebibytes(enough) * (speed * seconds) as f64 / 1e6;
            (needed.ceil() as u64).max(1).next_power_of_two().to_string()
        });
        table.row([speed.to_string()].into_iter().chain(sizes));
    }
    found.table(&table);
    found.keep(2);
}

/// Writes hit rate, cutoffs and depth of the engine's own searches.
fn write_engine(plan: &SizePlan, engine: &[Searches], found: &mut Page, csv: &mut Csv) {
    found.paragraph(
        "The engine's own search, to the same numbers of nodes: the share of probes that found a \
         record, and that settled their node; and the depth of the \
         last finished iteration, on average. That depth is nominal: a node without a move from \
         the table is searched one ply less deep.",
    );
    let names = ["nodes", "positions", "table", "probes that hit, %", "that settled, %", "depth"];
    let mut table = MarkdownTable::new(names, 0);
    for &scale in &plan.scales {
        let within: Vec<&Searches> = engine
            .iter()
            .zip(&plan.limits)
            .filter(|(_, limit)| **limit >= scale)
            .map(|p| p.0)
            .collect();
        for (at, &exponent) in plan.exponents.iter().enumerate() {
            let last = |searches: &&Searches| {
                let points = searches[at].iter().take_while(|point| point.nodes <= scale);
                points.last().copied().unwrap_or_default()
            };
            let sum: Point = within.iter().map(last).sum();
            table.row([
                count(scale),
                within.len().to_string(),
                size(exponent),
                format!("{:.1}", percent(sum.hits, sum.probes)),
                format!("{:.1}", percent(sum.settled, sum.probes)),
                format!("{:.1}", f64::from(sum.depth) / within.len().max(1) as f64),
            ]);
            let at = (scale, within.len());
            write_row("the engine's search", at, 1 << exponent, &sum, csv);
        }
    }
    found.table(&table);
}

fn picture(plan: &SizePlan, curves: &[Curve]) -> Chart {
    let series = curves.iter().map(|curve| {
        let points = plan.exponents.iter().zip(&curve.extra);
        let points = points.filter_map(|(&exponent, extra)| {
            Some((f64::from(exponent).exp2() / curve.nodes, 100.0 + (*extra)?))
        });
        Series::line(format!("about {} nodes", count(curve.scale)), points)
    });
    Chart {
        title: "Nodes to the same depth, by the table's bytes for each node",
        x: Axis {
            name: "size of the table, bytes for each node of the search",
            scale: Scale::Binary,
        },
        y: Axis { name: "nodes, % of those with the largest table", scale: Scale::Linear },
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that was given up, or a scale at which the smallest table is enough, has no figure.
    #[test]
    fn what_has_no_figure_is_said_or_shown_as_a_dash() {
        let exponents = vec![20, 22, 24];
        let plan = SizePlan { exponents, limits: vec![1], scales: vec![1_000_000] };
        let of = |extra: [Option<f64>; 3]| {
            let scale = plan.scales[0];
            let positions = 1;
            let nodes = 1e6;
            let sums = vec![None; 3];
            let curve = Curve { scale, positions, nodes, extra: extra.to_vec(), sums };
            let enough = curve.enough(&plan.exponents);
            let (mut found, mut csv) = (Page::empty(), Csv::new(&[""; 9]));
            write_plain(&plan, std::slice::from_ref(&curve), &mut found, &mut csv);
            (result(&plan, &[curve], enough), found.text())
        };
        let (text, page) = of([None, None, Some(0.0)]);
        assert!(text.contains("A table of 16.8 bytes for each node"), "{text}");
        assert!(text.contains("with a table of 4 MiB is given up"), "{text}");
        assert!(page.contains("| — | — | 0.0 | 16.78 |"), "{page}");
        let (text, page) = of([Some(1.0), Some(0.5), Some(0.0)]);
        assert!(text.starts_with("Every table costs at most 5 %"), "{text}");
        assert!(page.contains("| 1.0 | 0.5 | 0.0 | less |"), "{page}");
        assert!(![text, page].concat().contains("NaN"));
    }
}
