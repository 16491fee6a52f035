//! Experiment `evaluations`: the source of the static evaluations that a search wants: its table, a
//! cache of evaluations, or the evaluation itself.

use anyhow::Result;
use evaluation::{Counters, Evaluator};
use movegen::Position;
use search::{Evaluate, Limits, Pool, Search};
use tt_core::Table;

use super::bench::positions::POSITIONS;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::chart::{Axis, Chart, Mark, Scale, Series};
use crate::page::csv::Csv;
use crate::page::document::Page;
use crate::page::progress;
use crate::page::table::MarkdownTable;

/// A cache of evaluations behind the table.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "evaluations",
    title: "A cache of evaluations behind the transposition table",
    literature: "The Chess Programming Wiki (pages Evaluation Hash Table and Pawn Hash Table) \
                 describes a chain: a record of the transposition table may hold the static \
                 evaluation; a table of evaluations of its own is asked next; then the pawn table, \
                 inside the evaluation.",
    run,
};

/// Slots of the cache: a quarter of a MiB.
const SLOTS: usize = 1 << 15;

/// A direct-mapped cache of evaluations before the evaluation, which counts.
struct Cached {
    evaluator: Evaluator<Counters>,
    /// Key and value.
    slots: Box<[Option<(u64, i32)>]>,
    asked: u64,
    known: u64,
}

impl Cached {
    fn new() -> Self {
        let slots = vec![None; SLOTS].into_boxed_slice();
        Self { evaluator: Evaluator::default(), slots, asked: 0, known: 0 }
    }
}

impl Evaluate for Cached {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.asked += 1;
        let key = position.key();
        let slot = &mut self.slots[key as usize % SLOTS];
        match *slot {
            Some((known, value)) if known == key => {
                self.known += 1;
                value
            }
            _ => {
                let value = self.evaluator.evaluate(position);
                *slot = Some((key, value));
                value
            }
        }
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }
}

/// One search.
struct CacheRow {
    position: &'static str,
    /// Size of the table in bytes.
    bytes: usize,
    nodes: u64,
    /// Evaluations that the table did not know.
    asked: u64,
    /// Those of them that the cache knew.
    known: u64,
    /// Evaluations made, as the pawn table counts them.
    made: u64,
}

fn measure(position: &'static str, fen: &str, bytes: usize, nodes: u64) -> Result<CacheRow> {
    let table: Table = Table::new(bytes)?;
    let mut pool = Pool::new(Cached::new);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Position::from_fen(fen)?;
    let nodes = Search::new(&table).position(root).limits(limits).run(&mut pool).nodes;
    let cached = pool.evaluators().next().expect("a pool has a thread");
    let made = cached.evaluator.pawn_statistics().counts().probes();
    Ok(CacheRow { position, bytes, nodes, asked: cached.asked, known: cached.known, made })
}

fn run(Setting { effort, seed: _ }: Setting) -> Result<Report> {
    let (nodes, exponents) = effort.choose((20_000, 14..=20), (4_000_000, 16..=26));
    let sizes: Vec<usize> = exponents.step_by(2).map(|exponent| 1 << exponent).collect();
    let tasks: Vec<_> =
        sizes.iter().flat_map(|&bytes| POSITIONS.map(|(name, fen)| (name, fen, bytes))).collect();
    let rows = progress::each("evaluations", &tasks, |&(name, fen, bytes)| {
        measure(name, fen, bytes, nodes)
    })?;
    let sums: Vec<(usize, [u64; 3])> = sizes
        .iter()
        .map(|&bytes| {
            let of_size = rows.iter().filter(|row| row.bytes == bytes);
            let sum = of_size.fold([0; 3], |[nodes, asked, known], row| {
                [nodes + row.nodes, asked + row.asked, known + row.known]
            });
            (bytes, sum)
        })
        .collect();
    let mut found = Page::empty();
    found.paragraph(
        "Sums over the positions. A cache can only know what the table has lost: as long as the \
         table holds every node with its static evaluation, nothing is asked twice.",
    );
    found.table(&table(&sums));
    let last = sums.last().expect("there are sizes");
    let share = |[_, asked, known]: [u64; 3]| percent(known, asked);
    let most = sums.iter().map(|&(_, sum)| share(sum)).fold(0.0, f64::max);
    Ok(Report {
        result: format!(
            "Of the evaluations that the transposition table does not know, a cache of {SLOTS} \
             entries knows {:.2} % at {} and at most {most:.1} % in a table that is far too small: \
             it does not pay, and the engine has none.",
            share(last.1),
            size(last.0)
        ),
        found,
        differs: "The chain has one link less here: quiescence keeps its nodes in the same table, \
                  and every node leaves its static evaluation there before its moves are searched. A \
                  cache of evaluations is worth its memory where quiescence does not ask the table, \
                  or where records have no place for an evaluation."
            .to_owned(),
        method: format!(
            "One search of {nodes} nodes by one thread from each of the eight positions of [the pawn \
             tables](../pawns.md), over an empty table. The cache is direct-mapped by the key and \
             keeps the whole of it."
        ),
        csv: csv(&rows),
        svg: chart(&sums).svg()?,
    })
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn size(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}

fn table(sums: &[(usize, [u64; 3])]) -> MarkdownTable {
    let names = ["table", "nodes", "asked of the cache", "known to it", "known, %"];
    let mut table = MarkdownTable::new(names.map(str::to_owned), 1);
    for &(bytes, [nodes, asked, known]) in sums {
        let figures = [nodes, asked, known].map(|figure| figure.to_string());
        let share = format!("{:.2}", percent(known, asked));
        table.row([size(bytes)].into_iter().chain(figures).chain([share]));
    }
    table
}

fn csv(rows: &[CacheRow]) -> Csv {
    let mut csv = Csv::new(["position", "bytes", "nodes", "asked", "known", "evaluated"]);
    for row in rows {
        let figures = [row.bytes as u64, row.nodes, row.asked, row.known, row.made];
        let [bytes, nodes, asked, known, made] = figures.map(|figure| figure.to_string());
        csv.row([row.position.to_owned(), bytes, nodes, asked, known, made]);
    }
    csv
}

fn chart(sums: &[(usize, [u64; 3])]) -> Chart {
    let points = sums
        .iter()
        .map(|&(bytes, [_, asked, known])| (bytes as f64, percent(known, asked)))
        .collect();
    Chart {
        title: "What a cache of evaluations knows, by the size of the transposition table",
        x: Axis { name: "bytes of the transposition table", scale: Scale::Binary },
        y: Axis { name: "known, % of what it is asked", scale: Scale::Linear },
        series: vec![Series { name: format!("{SLOTS} entries"), mark: Mark::Line, points }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::quick;

    #[test]
    fn the_quick_form() {
        insta::assert_snapshot!(quick(&EXPERIMENT));
    }

    /// The cache is asked for positions that the table does not know; those that it does not know
    /// either are evaluated, and each evaluation asks the pawn table once. A table that loses
    /// nothing leaves the cache little to know: positions that come back in another bucket of the
    /// clock.
    #[test]
    fn the_counters_add_up_to_the_evaluations() {
        for (name, fen) in POSITIONS {
            let [small, large] = [1 << 14, 1 << 24].map(|bytes| {
                let row = measure(name, fen, bytes, 30_000).unwrap();
                assert_eq!(row.asked, row.known + row.made, "{name}");
                assert!(row.asked <= row.nodes + 1, "{name}: no node asks twice");
                row
            });
            assert!(large.known < small.known / 4, "{name}: {} {}", large.known, small.known);
        }
    }
}
