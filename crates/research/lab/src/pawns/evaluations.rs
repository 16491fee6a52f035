//! Experiment `evaluations`: the source of the static evaluations that a search wants: its table, a
//! cache of evaluations, or the evaluation itself.

use anyhow::Result;
use engine::EngineEvaluation;
use movegen::Position;
use search::{Evaluate, Limits, Pool, Search};
use tt_core::Table;

use super::bench::recording::POSITIONS;
use crate::evaluation_kind::{EvaluationKind, Observed, Observer};
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};

pub(crate) const EXPERIMENT: Experiment = Experiment::new("evaluations", run);

/// Slots of the cache: a quarter of a MiB.
const SLOTS: usize = 1 << 15;

/// A direct-mapped cache of evaluations before an evaluation, which counts.
struct Cache {
    slots: Box<[Option<(u64, i32)>]>,
    asked: u64,
    known: u64,
    made: u64,
}

impl Default for Cache {
    fn default() -> Self {
        let slots = vec![None; SLOTS].into_boxed_slice();
        Self { slots, asked: 0, known: 0, made: 0 }
    }
}

impl Observer for Cache {
    fn ask(&mut self, evaluation: &mut EngineEvaluation, position: &Position) -> i32 {
        self.asked += 1;
        let key = position.key();
        let slot = &mut self.slots[key as usize % SLOTS];
        match *slot {
            Some((known, value)) if known == key => {
                self.known += 1;
                value
            }
            _ => {
                self.made += 1;
                let value = evaluation.evaluate(position);
                *slot = Some((key, value));
                value
            }
        }
    }
}

struct CacheRow {
    kind: EvaluationKind,
    position: &'static str,
    bytes: usize,
    nodes: u64,
    /// Evaluations that the table did not know.
    asked: u64,
    /// Those of them that the cache knew.
    known: u64,
    made: u64,
}

fn measure(
    kind: EvaluationKind,
    (position, fen): (&'static str, &str),
    bytes: usize,
    nodes: u64,
) -> Result<CacheRow> {
    let table: Table = Table::new(bytes)?;
    let mut pool = Pool::new(move || Observed::<Cache>::new(kind));
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Position::from_fen(fen)?;
    let nodes = Search::new(&table).position(root).limits(limits).run(&mut pool).nodes;
    let &Cache { asked, known, made, .. } = &pool.evaluators().next().expect("a thread").by;
    Ok(CacheRow { kind, position, bytes, nodes, asked, known, made })
}

fn run(Setting { effort, seed: _ }: Setting) -> Result<Report> {
    let (nodes, exponents) = effort.choose((20_000, 14..=20), (4_000_000, 16..=26));
    let sizes: Vec<usize> = exponents.step_by(2).map(|exponent| 1 << exponent).collect();
    let mut tasks = Vec::new();
    for kind in EvaluationKind::ALL {
        for &bytes in &sizes {
            tasks.extend(POSITIONS.map(|position| (kind, position, bytes)));
        }
    }
    let rows = progress::each("evaluations", &tasks, |&(kind, position, bytes)| {
        measure(kind, position, bytes, nodes)
    })?;
    let [sums, by_network] = EvaluationKind::ALL.map(|kind| sums(&rows, kind, &sizes));
    let mut found = Page::empty();
    found.paragraph(
        "Sums over the positions. A cache can only know what the table has lost: as long as the \
         table holds every node with its static evaluation, nothing is asked twice.",
    );
    for (kind, sums) in EvaluationKind::ALL.into_iter().zip([&sums, &by_network]) {
        found.paragraph(&format!("By the {} evaluation:", kind.name()));
        found.table(&table(sums));
    }
    let last = sums.last().expect("there are sizes");
    let share = |[_, asked, known]: [u64; 3]| percent(known, asked);
    let most = |sums: &[CacheSum]| sums.iter().map(|&(_, sum)| share(sum)).fold(0.0, f64::max);
    Ok(Report {
        result: format!(
            "Of the evaluations that the transposition table does not know, a cache of {SLOTS} \
             entries knows {:.2} % at {} and at most {:.1} % in a table that is far too small \
             ({:.1} % by the network): \
             it does not pay, and the engine has none.",
            share(last.1),
            size(last.0),
            most(&sums),
            most(&by_network),
        ),
        found,
        differs: None,
        method: format!(
            "One search of {nodes} nodes by one thread from each of the eight positions of the pawn \
             tables, over an empty table, by the hand-crafted evaluation and by the \
             engine's network. The cache is direct-mapped by the key and \
             keeps the whole of it."
        ),
        csv: csv(&rows),
        svg: chart([&sums, &by_network]).svg()?,
    })
}

/// A size of the table, and the sums of nodes, questions to the cache and answers of the cache.
type CacheSum = (usize, [u64; 3]);

fn sums(rows: &[CacheRow], kind: EvaluationKind, sizes: &[usize]) -> Vec<CacheSum> {
    let sum = |&bytes: &usize| {
        let of_size = rows.iter().filter(|row| row.kind == kind && row.bytes == bytes);
        let sum = of_size.fold([0; 3], |[nodes, asked, known], row| {
            [nodes + row.nodes, asked + row.asked, known + row.known]
        });
        (bytes, sum)
    };
    sizes.iter().map(sum).collect()
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn size(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}

fn table(sums: &[CacheSum]) -> MarkdownTable {
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
    let names = ["evaluation", "position", "bytes", "nodes", "asked", "known", "evaluated"];
    let mut csv = Csv::new(&names);
    for CacheRow { kind, position, bytes, nodes, asked, known, made } in rows {
        csv.row(&[&kind.name(), position, bytes, nodes, asked, known, made]);
    }
    csv
}

fn chart(sums: [&[CacheSum]; 2]) -> Chart {
    let point = |&(bytes, [_, asked, known]): &CacheSum| (bytes as f64, percent(known, asked));
    let series = EvaluationKind::ALL.into_iter().zip(sums).map(|(kind, sums)| {
        Series::line(format!("{SLOTS} entries, {}", kind.name()), sums.iter().map(point))
    });
    Chart {
        title: "What a cache of evaluations knows, by the size of the transposition table",
        x: Axis { name: "bytes of the transposition table", scale: Scale::Binary },
        y: Axis { name: "known, % of what it is asked", scale: Scale::Linear },
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cache is asked for positions that the table does not know; those that it does not know
    /// either are evaluated. A table that loses
    /// nothing leaves the cache little to know: positions that come back in another bucket of the
    /// clock.
    #[test]
    fn the_counters_add_up_to_the_evaluations() {
        for (number, (name, fen)) in POSITIONS.into_iter().enumerate() {
            let kind = EvaluationKind::ALL[number % 2];
            let [small, large] = [1 << 14, 1 << 24].map(|bytes| {
                let row = measure(kind, (name, fen), bytes, 30_000).unwrap();
                assert_eq!(row.asked, row.known + row.made, "{name}");
                assert!(row.asked <= row.nodes + 1, "{name}: no node asks twice");
                row
            });
            assert!(large.known < small.known / 4, "{name}: {} {}", large.known, small.known);
        }
    }
}
