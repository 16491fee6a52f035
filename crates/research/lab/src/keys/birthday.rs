//! Experiment `birthday`: how many keys collide among a number of positions, and how many of these
//! collisions a table meets.

use std::collections::HashMap;

use anyhow::Result;
use zobrist_keys::BuildKeyHasher;

use super::draw::{DrawnKeys, Group};
use super::features::FeatureSet;
use super::oracle::table::{Address, Errors, OracleTable};
use super::tree::gather;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};

const WAYS: usize = 4;
/// Sizes of the tables: 2^-n as many buckets as there are positions.
const SMALLER: [u32; 3] = [8, 5, 1];
/// Numbers of positions at which collisions are counted: the last, half of it, and so on.
const COUNTED: u32 = 7;
/// The groups of keys that are drawn; the picture shows the last one.
const GROUPS: [Group; 2] = [Group::Xor, Group::Whitened];

pub(crate) const EXPERIMENT: Experiment = Experiment::new("birthday", run);

#[derive(Clone, Copy)]
struct Amount {
    trees: usize,
    /// Positions of a tree.
    size: usize,
    /// Bits that are compared: those of the index and of the lock.
    bits: u32,
    draws: u64,
}

impl Amount {
    fn positions(self) -> usize {
        self.trees * self.size
    }

    /// Returns the tables, by the bits that each takes for its index.
    fn tables(self) -> [Address; SMALLER.len()] {
        SMALLER.map(|smaller| {
            let index = self.positions().ilog2() - smaller;
            Address { index, lock: self.bits - index }
        })
    }

    fn checkpoints(self) -> Vec<usize> {
        (0..COUNTED).rev().map(|halved| self.positions() >> halved).collect()
    }
}

/// Pairs that share all compared bits, if the keys are random.
fn birthday(positions: usize, bits: u32) -> f64 {
    let positions = positions as f64;
    positions * (positions - 1.0) / 2.0 / f64::from(bits).exp2()
}

/// Returns the most false matches that `probes` probes are expected to meet: all slots full.
fn bound(probes: usize, address: Address) -> f64 {
    probes as f64 * WAYS as f64 * (-f64::from(address.lock)).exp2()
}

/// The collisions that were met up to one number of positions.
#[derive(Clone, Copy, Default)]
struct Met {
    /// Pairs of positions that agree in all compared bits.
    pairs: u64,
    tables: [Errors; SMALLER.len()],
}

impl Met {
    fn and(self, other: Self) -> Self {
        let mut tables = self.tables;
        tables.iter_mut().zip(other.tables).for_each(|(sum, errors)| *sum = sum.and(errors));
        Self { pairs: self.pairs + other.pairs, tables }
    }
}

fn draw(group: Group, seed: u64, positions: &[FeatureSet], amount: Amount) -> Vec<Met> {
    let keys = DrawnKeys::new(group, seed);
    let mut tables = amount.tables().map(|address| OracleTable::new(address, WAYS));
    let mut known: HashMap<u64, u64, BuildKeyHasher> = HashMap::default();
    let (mut pairs, mut met) = (0, Vec::new());
    for (number, position) in positions.iter().enumerate() {
        let key = keys.key(position);
        // The hasher takes a key for what it is, so the rest of it keeps the map evenly filled.
        let compared = key & (u64::MAX >> (u64::BITS - amount.bits));
        let same = known.entry(zobrist_keys::mix(compared)).or_insert(0);
        pairs += *same;
        *same += 1;
        tables.iter_mut().for_each(|table| table.visit(key, position));
        if amount.checkpoints().contains(&(number + 1)) {
            met.push(Met { pairs, tables: tables.each_ref().map(OracleTable::errors) });
        }
    }
    met
}

/// Collisions of all draws together, for each group, up to each number of positions.
fn count(amount: Amount, seed: u64) -> Result<Vec<Vec<Met>>> {
    let trees = gather(amount.trees, amount.size, seed);
    let positions: Vec<FeatureSet> = trees.into_iter().flatten().collect();
    let draws: Vec<(Group, u64)> = GROUPS
        .into_iter()
        .flat_map(|group| (0..amount.draws).map(move |draw| (group, (seed << 32) + draw)))
        .collect();
    let met = progress::each("birthday", &draws, |&(group, seed)| {
        Ok(draw(group, seed, &positions, amount))
    })?;
    let sum = |draws: &[Vec<Met>]| {
        let at = |checkpoint: usize| {
            draws.iter().fold(Met::default(), |sum, met| sum.and(met[checkpoint]))
        };
        (0..COUNTED as usize).map(at).collect()
    };
    Ok(met.chunks(amount.draws as usize).map(sum).collect())
}

fn chart(met: &[Met], amount: Amount) -> Chart {
    let (numbers, draws) = (amount.checkpoints(), amount.draws as f64);
    let measured = |name: String, count: &dyn Fn(&Met) -> u64| {
        let points = numbers.iter().zip(met);
        Series::line(name, points.map(|(&number, met)| (number as f64, count(met) as f64 / draws)))
    };
    let theory = |name: &str, expected: &dyn Fn(usize) -> f64| {
        Series::theory(name, numbers.iter().map(|&number| (number as f64, expected(number))))
    };
    let mut series = vec![measured("all positions kept".to_owned(), &|met| met.pairs)];
    for (number, address) in amount.tables().into_iter().enumerate().rev() {
        let slots = WAYS * address.buckets();
        series.push(measured(format!("{slots} slots"), &|met| met.tables[number].first));
    }
    series.push(theory("birthday formula", &|number| birthday(number, amount.bits)));
    for address in amount.tables().into_iter().take(2).rev() {
        series.push(theory("ways / 2^lock a probe", &|number| bound(number, address)));
    }
    Chart {
        title: "Positions that were taken for another one",
        x: Axis { name: "positions", scale: Scale::Binary },
        y: Axis { name: "false matches", scale: Scale::Decimal },
        series,
    }
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let (trees, bits, draws) = effort.choose((2, 18, 8), (64, 26, 64));
    let amount = Amount { trees, size: 1 << 12, bits, draws };
    let met = count(amount, seed)?;
    let last = |group: usize| &met[group][COUNTED as usize - 1];
    let (all, draws) = (amount.positions(), draws as f64);
    let [expected, pairs] = [birthday(all, bits), last(1).pairs as f64 / draws];

    let mut found = Page::empty();
    found.paragraph(&format!(
        "False matches among {all} positions, {bits} bits of the key compared, in the mean of all \
         draws. For a table, the formula counts the records that stood in the bucket, over 2^lock; \
         the bound is that of full buckets.",
    ));
    let names = ["slots", "index", "lock", "bound", "the formula", "random, XOR", "BCH, whitened"];
    let mut table = MarkdownTable::new(names.into_iter().chain(["of the birthday formula, %"]), 0);
    let mut csv = Csv::new(&["keys", "positions", "slots", "formula", "false matches"]);
    let mean = |count: u64| format!("{:.1}", count as f64 / draws);
    table.row([
        "all kept".to_owned(),
        "–".to_owned(),
        bits.to_string(),
        format!("{expected:.1}"),
        format!("{expected:.1}"),
        mean(last(0).pairs),
        mean(last(1).pairs),
        format!("{:.1}", 100.0 * pairs / expected),
    ]);
    let in_bucket = |errors: &Errors, address: Address| {
        errors.compared as f64 * (-f64::from(address.lock)).exp2() / draws
    };
    for (number, address) in amount.tables().into_iter().enumerate().rev() {
        let [one, other] = [0, 1].map(|group| &last(group).tables[number]);
        table.row([
            (WAYS * address.buckets()).to_string(),
            address.index.to_string(),
            address.lock.to_string(),
            format!("{:.1}", bound(all, address)),
            format!("{:.1}", in_bucket(other, address)),
            mean(one.first),
            mean(other.first),
            format!("{:.1}", 100.0 * other.first as f64 / draws / expected),
        ]);
    }
    found.table(&table);
    for (group, met) in GROUPS.into_iter().zip(&met) {
        for (number, met) in amount.checkpoints().into_iter().zip(met) {
            let mut row = |slots: String, formula: f64, count: u64| {
                let [formula, mean] = [formula, count as f64 / draws].map(|n| format!("{n:.3}"));
                csv.row(&[&group.name(), &number, &slots, &formula, &mean]);
            };
            row("all".to_owned(), birthday(number, bits), met.pairs);
            for (address, errors) in amount.tables().into_iter().zip(&met.tables) {
                let slots = (WAYS * address.buckets()).to_string();
                row(slots, in_bucket(errors, address), errors.first);
            }
        }
    }
    let small = last(1).tables[0].first as f64 / draws;
    Ok(Report {
        result: format!(
            "{all} positions with {bits} bits of key make {pairs:.1} pairs where the birthday \
             formula has {expected:.1}; a table of {} slots meets {small:.1} of them, {:.1} %.",
            WAYS * amount.tables()[0].buckets(),
            100.0 * small / pairs,
        ),
        found,
        differs: None,
        method: format!(
            "{trees} trees and a table as in `oracle`, with {} draws of random keys and of the \
             engine's. Index and lock together always have {bits} bits; buckets have {WAYS} \
             slots.",
            amount.draws,
        ),
        csv,
        svg: chart(&met[1], amount).svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_meets_fewer_collisions_than_the_birthday_formula_counts() {
        let amount = Amount { trees: 2, size: 1 << 12, bits: 18, draws: 16 };
        for met in count(amount, 3).unwrap() {
            let last = met[COUNTED as usize - 1];
            let expected = 16.0 * birthday(amount.positions(), amount.bits);
            assert!((last.pairs as f64 / expected - 1.0).abs() < 0.1, "{} {expected}", last.pairs);
            for (address, errors) in amount.tables().into_iter().zip(last.tables) {
                assert!(errors.first <= last.pairs);
                // The records that probes are compared with decide; full buckets bound their
                // number.
                let formula = errors.compared as f64 * (-f64::from(address.lock)).exp2();
                let near = 0.1 + 3.0 / formula.sqrt();
                assert!((errors.first as f64 / formula - 1.0).abs() < near, "{address:?}");
                assert!(formula <= 16.0 * bound(amount.positions(), address));
            }
            // The smallest table meets a small part of them.
            assert!(20 * last.tables[0].first < last.pairs, "{:?}", last.tables[0]);
        }
    }
}
