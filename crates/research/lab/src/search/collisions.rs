//! Experiment `collisions`: how many false matches a search bears, and a game that one of them
//! loses.

mod game;
mod lenses;

use anyhow::{Result, ensure};
use movegen::{Move, Position};
use search::Switches;
use self_play::{Random, random_move};
use tt_core::Table;

use super::lens::{Seen, lock};
use super::line::search_root;
use super::roots;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};
use lenses::{HitCount, Injected, ShortLock};

/// Buckets of the table whose keys are cut short, by their binary logarithm. The default index of
/// tt-core then takes the highest bits of the key.
const INDEX_BITS: u32 = 14;
const WAYS: u32 = 4;

/// One way to see false matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Every probe whose number is a multiple of this matches falsely; none without it.
    Every(Option<u64>),
    /// This number of bits is compared beside those that choose the bucket.
    Lock(u32),
}

struct Answer {
    best: Option<Move>,
    score: i32,
    nodes: u64,
    seen: HitCount,
}

fn search(root: &Position, fault: Fault, filter: bool, depth: u32, seed: u64) -> Result<Answer> {
    let switches = Switches { discard_illegal: filter, ..Switches::NONE };
    let (outcome, seen) = match fault {
        Fault::Every(every) => {
            let table: Table = Table::new(16 << 20)?;
            let seen = Seen { table: &table, make: || Injected::new(every, seed) };
            (search_root(&seen, root, depth, switches), HitCount::default())
        }
        Fault::Lock(lock_bits) => {
            let short = ShortLock::new(Table::new(64 << INDEX_BITS)?, INDEX_BITS, lock_bits);
            (search_root(&short, root, depth, switches), *lock(&short.seen))
        }
    };
    Ok(Answer { best: outcome.best, score: outcome.score.value(), nodes: outcome.nodes, seen })
}

/// The results of all positions, against searches without a fault.
#[derive(Debug, PartialEq)]
struct Row {
    moves_changed: usize,
    scores_changed: usize,
    /// The mean difference of the scores, in centipawns.
    difference: f64,
    nodes: u64,
    probes: u64,
    wrong: u64,
}

impl Row {
    fn of(answers: &[Answer], sound: &[Answer]) -> Self {
        let pairs = || answers.iter().zip(sound);
        let differences = pairs().map(|(one, other)| f64::from((one.score - other.score).abs()));
        Self {
            moves_changed: pairs().filter(|(one, other)| one.best != other.best).count(),
            scores_changed: pairs().filter(|(one, other)| one.score != other.score).count(),
            difference: differences.sum::<f64>() / sound.len() as f64,
            nodes: answers.iter().map(|answer| answer.nodes).sum(),
            probes: answers.iter().map(|answer| answer.seen.probes).sum(),
            wrong: answers.iter().map(|answer| answer.seen.wrong).sum(),
        }
    }
}

pub(crate) const EXPERIMENT: Experiment = Experiment::new("collisions", run);

fn run(setting: Setting) -> Result<Report> {
    let Setting { effort, seed } = setting;
    let (rates, locks) = effort.choose(
        (vec![None, Some(10_000), Some(100)], vec![4, 8]),
        (
            vec![None, Some(1_000_000), Some(100_000), Some(10_000), Some(1_000), Some(100)],
            vec![50, 32, 24, 20, 16, 12, 8, 4],
        ),
    );
    let (positions, depth) = effort.choose((4, 6), (48, 11));
    let roots: Vec<Position> = roots::draw(positions, 1, seed)?.into_iter().flatten().collect();
    let all = |fault: Fault, filter: bool| {
        progress::each("positions", &roots, |root| search(root, fault, filter, depth, seed))
    };
    let sound = [all(Fault::Every(None), false)?, all(Fault::Lock(50), false)?];
    let bare: Table = Table::new(16 << 20)?;
    let first = search_root(&bare, &roots[0], depth, Switches::NONE);
    ensure!(
        (first.nodes, first.score.value()) == (sound[0][0].nodes, sound[0][0].score),
        "a search without false matches is not that of the engine"
    );
    let both = |fault: Fault, sound: &[Answer]| {
        let row = |filter| anyhow::Ok(Row::of(&all(fault, filter)?, sound));
        anyhow::Ok([row(false)?, row(true)?])
    };
    let injected = rates.into_iter().map(|rate| Ok((rate, both(Fault::Every(rate), &sound[0])?)));
    let short = locks.into_iter().map(|bits| Ok((bits, both(Fault::Lock(bits), &sound[1])?)));
    let injected = injected.collect::<Result<_>>()?;
    let found = Damage { injected, short: short.collect::<Result<_>>()?, positions };
    let factor = filter_factor(&roots, effort.choose(8, 40), seed)?;
    let lost = game::lost()?;
    found.report(factor, &lost, depth)
}

/// Returns the share of records of other positions of the same search that have a legal move: those
/// that pass the filter.
fn filter_factor(roots: &[Position], samples: usize, seed: u64) -> Result<f64> {
    let counts = progress::each("filter", roots, |root| {
        let mut random = Random::new(seed ^ root.key());
        let table: Table = Table::new(1 << 16)?;
        let mut known = Vec::new();
        for _ in 0..samples {
            let mut position = root.clone();
            for _ in 0..random.below(7) {
                position = random_move(&position, &mut random).unwrap_or(position);
            }
            let best = search_root(&table, &position, 3, Switches::NONE).best;
            known.extend(best.map(|best| (position, best)));
        }
        let pairs = known.iter().flat_map(|(position, _)| {
            known
                .iter()
                .filter(|(other, _)| other.key() != position.key())
                .map(move |(_, mv)| position.is_legal(*mv))
        });
        Ok(pairs.fold((0u64, 0u64), |(legal, all), is| (legal + u64::from(is), all + 1)))
    })?;
    let (legal, all) = counts.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    Ok(legal as f64 / all as f64)
}

struct Damage {
    injected: Vec<(Option<u64>, [Row; 2])>,
    short: Vec<(u32, [Row; 2])>,
    positions: usize,
}

const COLUMNS: [&str; 6] = [
    "moves changed",
    "with filter",
    "scores changed",
    "with filter",
    "mean difference, cp",
    "with filter",
];

fn cells([without, with]: &[Row; 2]) -> [String; 6] {
    [
        without.moves_changed.to_string(),
        with.moves_changed.to_string(),
        without.scores_changed.to_string(),
        with.scores_changed.to_string(),
        format!("{:.1}", without.difference),
        format!("{:.1}", with.difference),
    ]
}

type CountOf = fn(&Row) -> usize;

impl Damage {
    fn report(self, factor: f64, lost: &game::Lost, depth: u32) -> Result<Report> {
        let positions = self.positions;
        let harmless = self
            .injected
            .iter()
            .filter(|(_, rows)| rows[1].moves_changed == 0)
            .filter_map(|&(rate, _)| rate)
            .min();
        let mut page = Page::empty();
        page.paragraph("A false match after every N probes, each a record of another position of the same search:");
        let mut table = MarkdownTable::new(["N"].into_iter().chain(COLUMNS), 0);
        for (rate, rows) in &self.injected {
            let name = rate.map_or_else(|| "never".to_owned(), |rate| rate.to_string());
            table.row([name].into_iter().chain(cells(rows)));
        }
        page.table(&table);
        page.paragraph(&format!(
            "Keys cut short: 2^{INDEX_BITS} buckets of {WAYS} slots, so many bits compared beside the \
             index; against the same table with all 64 bits. The rate of wrong hits is that of the \
             search without the filter; a full bucket would give {WAYS} · 2^-b."
        ));
        let names = ["bits", "wrong hits of all probes", "4 · 2^-b"].into_iter().chain(COLUMNS);
        let mut table = MarkdownTable::new(names, 0);
        for (bits, rows) in &self.short {
            let rate = rows[0].wrong as f64 / rows[0].probes as f64;
            let bound = f64::from(WAYS) * (-f64::from(*bits)).exp2();
            let names = [bits.to_string(), format!("{rate:.2e}"), format!("{bound:.2e}")];
            table.row(names.into_iter().chain(cells(rows)));
        }
        page.table(&table);
        page.paragraph(&format!(
            "The filter: of records of other positions of the same search, {:.1} % have a move that is \
             legal in the position that asks, so it lets one of {:.1} false matches pass.",
            100.0 * factor,
            1.0 / factor
        ));
        page.heading("A game lost by one collision");
        page.append(&lost.page());
        Ok(Report {
            result: format!(
                "Of {positions} positions, {}; the filter lets one of {:.0} false matches pass; and one false \
                 record at one node turns a won game into a lost one.",
                match harmless {
                    Some(rate) => format!(
                        "no move changes as long as fewer than one probe in {rate} matches falsely and the filter is on"
                    ),
                    None => "moves change at every rate that was tried".to_owned(),
                },
                1.0 / factor
            ),
            found: page,
            differs: None,
            method: format!(
                "{positions} middle-game positions after 8 to 16 random plies, each searched by \
                 one thread to depth {depth} over an empty table."
            ),
            csv: self.csv(),
            svg: self.chart().svg()?,
        })
    }

    fn csv(&self) -> Csv {
        let names = ["fault", "value", "filter", "moves", "scores", "difference"];
        let mut csv = Csv::new(&[&names[..], &["nodes", "probes", "wrong"]].concat());
        let injected = self.injected.iter().map(|(rate, rows)| ("every", rate.unwrap_or(0), rows));
        let short = self.short.iter().map(|(bits, rows)| ("lock", u64::from(*bits), rows));
        for (fault, value, rows) in injected.chain(short) {
            for (filter, row) in [false, true].into_iter().zip(rows) {
                let Row { moves_changed: moves, scores_changed: scores, .. } = row;
                let Row { difference, nodes, probes, wrong, .. } = row;
                let mean = format!("{difference:.3}");
                csv.row(&[&fault, &value, &filter, moves, scores, &mean, nodes, probes, wrong]);
            }
        }
        csv
    }

    fn chart(&self) -> Chart {
        let percent =
            |row: &Row, of: fn(&Row) -> usize| 100.0 * of(row) as f64 / self.positions as f64;
        let lines: [(&str, usize, CountOf); 4] = [
            ("moves changed", 0, |row| row.moves_changed),
            ("moves changed, with the filter", 1, |row| row.moves_changed),
            ("scores changed", 0, |row| row.scores_changed),
            ("scores changed, with the filter", 1, |row| row.scores_changed),
        ];
        let rate = |rate: &Option<u64>| rate.map(|every| 1.0 / every as f64);
        let mut series: Vec<Series> = Vec::new();
        for (name, filter, of) in lines {
            let rows = self.injected.iter();
            series.push(Series::line(
                name,
                rows.filter_map(|(every, rows)| Some((rate(every)?, percent(&rows[filter], of)))),
            ));
        }
        let bound = [(1e-4, 0.0), (1e-4, 100.0)];
        series.push(Series::theory("one in 10,000: the paper's bound", bound));
        Chart {
            title: "Answers changed by false matches",
            x: Axis { name: "false matches a probe", scale: Scale::Decimal },
            y: Axis { name: "positions, %", scale: Scale::Linear },
            series,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_fault_changes_nothing_and_short_locks_match_falsely() {
        let roots = roots::draw(2, 1, 5).unwrap().concat();
        let rows = |fault, filter| {
            let answers = |fault| -> Vec<Answer> {
                roots.iter().map(|root| search(root, fault, filter, 8, 1).unwrap()).collect()
            };
            Row::of(&answers(fault), &answers(Fault::Lock(50)))
        };
        let short = rows(Fault::Lock(3), false);
        assert!(short.wrong > 0 && rows(Fault::Lock(50), false).wrong == 0, "{short:?}");
        let rate = short.wrong as f64 / short.probes as f64;
        assert!(rate < f64::from(WAYS) / 8.0 && rate > 1e-3, "{rate}");
        let answers = |fault| search(&roots[0], fault, false, 6, 1).unwrap();
        let (never, rare) = (answers(Fault::Every(None)), answers(Fault::Every(Some(50))));
        assert_ne!((never.nodes, never.score), (rare.nodes, rare.score));
    }

    #[test]
    fn the_filter_lets_some_of_the_false_records_pass() {
        let roots = roots::draw(2, 1, 5).unwrap().concat();
        let factor = filter_factor(&roots, 12, 1).unwrap();
        assert!((0.1..0.4).contains(&factor), "{factor}");
    }
}
