//! Experiment `oracle`: every error of a table, counted by a table that keeps the positions
//! themselves.

pub(super) mod table;

use anyhow::Result;

use super::draw::{DrawnKeys, Group, nested_distance};
use super::features::FeatureSet;
use super::tree::gather;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};
use table::{Address, Errors, OracleTable, replaced};

const LOCKS: [u32; 10] = [8, 10, 12, 14, 16, 20, 24, 32, 48, 64 - INDEX];
/// Bits of the index while locks vary, and slots of a bucket.
const INDEX: u32 = 10;
const WAYS: usize = 4;
/// Buckets while the lock stays as it is: 2^-n as many as there are positions.
const SMALLER: [u32; 5] = [8, 5, 4, 3, 2];
/// The lock that stays: too wide for errors of the first kind.
const WIDE_LOCK: u32 = 40;

/// The least number of expected errors that shows how draws differ.
const COMMON: f64 = 100.0;

pub(crate) const EXPERIMENT: Experiment = Experiment::new("oracle", run);

#[derive(Clone, Copy)]
struct Sample {
    trees: usize,
    size: usize,
    draws: u64,
}

/// Errors of all draws of one group in one kind of table.
struct CountedErrors {
    group: Group,
    address: Address,
    errors: Errors,
    /// Errors of the first kind over what was expected, draw by draw.
    ratios: Vec<f64>,
}

impl CountedErrors {
    /// Returns the errors of the first kind that random keys would make.
    fn expected(&self) -> f64 {
        self.errors.compared as f64 * (-f64::from(self.address.lock)).exp2()
    }

    /// Returns the count minus the expected one, in standard deviations of independent errors.
    fn deviation(&self) -> f64 {
        (self.errors.first as f64 - self.expected()) / self.expected().sqrt()
    }

    /// Returns that distance in standard errors of the mean over the draws as they were measured.
    fn measured_deviation(&self) -> f64 {
        let draws = self.ratios.len() as f64;
        let mean = self.ratios.iter().sum::<f64>() / draws;
        let square: f64 = self.ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum();
        (mean - 1.0) / (square / (draws - 1.0) / draws).sqrt()
    }

    /// Returns the measured deviation where it can be measured, else the other one.
    fn sigmas(&self) -> f64 {
        if self.is_common() { self.measured_deviation() } else { self.deviation() }
    }

    /// Returns whether there are enough errors to measure how draws differ.
    fn is_common(&self) -> bool {
        self.expected() >= COMMON
    }

    /// Returns the certified distance of nested keys by the bits compared; nothing for other keys.
    fn certified(&self) -> Option<u32> {
        let bits = self.address.index + self.address.lock;
        (self.group == Group::Nested).then(|| nested_distance(bits))
    }
}

/// Fills one table with each draw of a group's keys.
fn count(group: Group, address: Address, positions: &[FeatureSet], draws: &[u64]) -> CountedErrors {
    let mut errors = Errors::default();
    let mut ratios = Vec::new();
    for &draw in draws {
        let keys = DrawnKeys::new(group, draw);
        let mut table = OracleTable::new(address, WAYS);
        for position in positions {
            table.visit(keys.key(position), position);
        }
        let met = table.errors();
        ratios.push(met.first as f64 / met.compared as f64 * f64::from(address.lock).exp2());
        errors = errors.and(met);
    }
    CountedErrors { group, address, errors, ratios }
}

/// Counts over all groups and addresses, group by group.
fn counts(addresses: &[Address], sample: Sample, seed: u64) -> Result<Vec<CountedErrors>> {
    let positions: Vec<FeatureSet> =
        gather(sample.trees, sample.size, seed).into_iter().flatten().collect();
    let draws: Vec<u64> = (0..sample.draws).map(|draw| (seed << 32) + draw).collect();
    let cases: Vec<(Group, Address)> = Group::ALL
        .into_iter()
        .flat_map(|group| addresses.iter().map(move |&address| (group, address)))
        .collect();
    progress::each("oracle", &cases, |&(group, address)| {
        Ok(count(group, address, &positions, &draws))
    })
}

fn figures(csv: &mut Csv, count: &CountedErrors) {
    let CountedErrors { group, address: Address { index, lock }, errors, .. } = count;
    let Errors { probes, compared, first, second, nearest } = errors;
    let nearest = nearest.map_or(String::new(), |n| n.to_string());
    csv.row(&[&group.name(), index, lock, probes, compared, first, second, &nearest]);
}

fn first_kind(found: &mut Page, csv: &mut Csv, counts: &[CountedErrors]) {
    let mut table = MarkdownTable::new(
        ["keys", "bits of the lock", "expected", "observed", "σ", "σ, measured", "nearest", "d"],
        1,
    );
    for count in counts {
        let Errors { first, nearest, .. } = count.errors;
        let or_none = |number: Option<u32>| number.map_or("–".to_owned(), |n| n.to_string());
        table.row([
            count.group.name().to_owned(),
            count.address.lock.to_string(),
            format!("{:.1}", count.expected()),
            first.to_string(),
            format!("{:+.1}", count.deviation()),
            if count.is_common() {
                format!("{:+.1}", count.measured_deviation())
            } else {
                "–".to_owned()
            },
            or_none(nearest),
            or_none(count.certified()),
        ]);
        figures(csv, count);
    }
    found.table(&table);
}

/// Errors of the second kind by size; returns the greatest difference from the formula, in percent.
fn second_kind(found: &mut Page, csv: &mut Csv, counts: &[CountedErrors]) -> f64 {
    let names = ["slots", "the formula"].into_iter().chain(Group::ALL.map(Group::name));
    let mut table = MarkdownTable::new(names, 0);
    let mut greatest = 0.0_f64;
    for size in 0..SMALLER.len() {
        let counts = || counts.iter().skip(size).step_by(SMALLER.len());
        let CountedErrors { address, errors, ratios, .. } = counts().next().expect("a group");
        let probes = errors.probes as usize / ratios.len();
        let formula = replaced(probes, address.buckets(), WAYS) / probes as f64;
        let observed =
            counts().map(|count| count.errors.second as f64 / count.errors.probes as f64);
        greatest = observed.clone().fold(greatest, |greatest, observed| {
            greatest.max(100.0 * (observed / formula - 1.0).abs())
        });
        let start = [(WAYS * address.buckets()).to_string(), format!("{formula:.4}")];
        table.row(start.into_iter().chain(observed.map(|observed| format!("{observed:.4}"))));
        counts().for_each(|count| figures(csv, count));
    }
    found.table(&table);
    greatest
}

/// Errors of the first kind in each comparison, by lock.
fn chart(counts: &[CountedErrors]) -> Chart {
    let rate = |count: &CountedErrors| {
        let rate = count.errors.first as f64 / count.errors.compared as f64;
        (f64::from(count.address.lock), rate)
    };
    let of_group = |group: Group| counts.iter().filter(move |count| count.group == group).map(rate);
    let mut series: Vec<Series> =
        Group::ALL.map(|group| Series::line(group.name(), of_group(group))).into();
    let theory = LOCKS.map(f64::from).into_iter().filter(|&bits| bits <= 32.0);
    series.push(Series::theory("2^-b", theory.map(|bits| (bits, (-bits).exp2()))));
    Chart {
        title: "Another position with the same lock in the same bucket",
        x: Axis { name: "bits of the lock", scale: Scale::Linear },
        y: Axis { name: "false matches in a comparison", scale: Scale::Decimal },
        series,
    }
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let (trees, size, draws) = effort.choose((4, 1 << 12, 2), (64, 1 << 12, 64));
    let sample = Sample { trees, size, draws };
    let locks = LOCKS.map(|lock| Address { index: INDEX, lock });
    let most = (trees * size).ilog2();
    let sizes = SMALLER.map(|smaller| Address { index: most - smaller, lock: WIDE_LOCK });
    let few = Sample { draws: draws.div_ceil(8), ..sample };
    let (by_lock, by_size) = (counts(&locks, sample, seed)?, counts(&sizes, few, seed)?);

    let mut found = Page::empty();
    let mut csv =
        Csv::new(&["keys", "index", "lock", "probes", "compared", "type 1", "type 2", "nearest"]);
    found.paragraph(
        "Type 1: errors of all draws together beside those that random keys would make, and how \
         many standard deviations lie between them, once if errors were independent (σ is the root \
         of the number), once as the draws differ among themselves. The nearest two positions that \
         were confused differ in so many features; nested BCH keys promise d at least. With \
         the index, the widest lock is the whole key.",
    );
    first_kind(&mut found, &mut csv, &by_lock);
    found.paragraph(&format!(
        "Type 2: the share of probes that find other locks in all {WAYS} slots, with a lock of \
         {WIDE_LOCK} bits."
    ));
    let second = second_kind(&mut found, &mut csv, &by_size);

    let within = |count: &&CountedErrors| count.sigmas().abs() <= 3.0;
    let random = by_lock.iter().filter(|count| count.expected() >= 1.0);
    let kept = random.clone().filter(within).count();
    let keeps =
        by_lock.iter().filter_map(|count| Some((count.certified()?, count.errors.nearest?)));
    let broken = keeps.filter(|(certified, nearest)| nearest < certified).count();
    Ok(Report {
        result: format!(
            "{kept} of {} rates of type 1 lie within 3 σ of 2^-b a comparison; {}; type 2 is the \
             occupancy formula within {second:.2} %.",
            random.count(),
            if broken == 0 {
                "no confused pair is nearer than its certificate says".to_owned()
            } else {
                format!("{broken} confused pairs are nearer than their certificate says")
            },
        ),
        found,
        differs: None,
        method: format!(
            "{trees} trees below random openings, of which each gives the first {size} positions \
             that a search of four plies meets. Each is probed and then stored, in 2^{INDEX} \
             buckets of {WAYS} slots (for type 2, as many as the table says), under {draws} draws \
             of each group's keys (for type 2, {}): random constants, and of BCH keys the columns \
             in random order.",
            few.draws,
        ),
        csv,
        svg: chart(&by_lock).svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Sample = Sample { trees: 4, size: 2048, draws: 4 };

    #[test]
    fn an_independent_lock_lets_others_through_at_its_rate() {
        let locks = [8, 10, 12, 16].map(|lock| Address { index: 8, lock });
        for count in counts(&locks, SOME, 1).unwrap() {
            let rate = count.errors.first as f64 / count.expected();
            // Single draws of XOR keys scatter more than independent errors would.
            let tolerance = 3.0 / count.expected().sqrt() + 0.1;
            assert!(
                (rate - 1.0).abs() < tolerance,
                "{:?} {:?}: {rate}",
                count.group,
                count.address
            );
        }
    }

    #[test]
    fn replaced_records_are_those_of_the_occupancy_formula() {
        let sizes = [6, 9, 10].map(|index| Address { index, lock: 40 });
        for count in counts(&sizes, SOME, 2).unwrap() {
            let probes = SOME.trees * SOME.size;
            let formula = replaced(probes, count.address.buckets(), WAYS);
            let observed = count.errors.second as f64 / SOME.draws as f64;
            assert!((observed / formula - 1.0).abs() < 0.02, "{observed} {formula}");
            assert_eq!(count.errors.first, 0);
        }
    }

    #[test]
    fn confused_positions_are_as_far_apart_as_nested_keys_certify() {
        let address = Address { index: 4, lock: 17 };
        let counts = counts(&[address], SOME, 3).unwrap();
        let nested = counts.iter().find(|count| count.group == Group::Nested).unwrap();
        assert_eq!(nested.certified(), Some(6));
        assert!(nested.errors.nearest.is_some_and(|nearest| nearest >= 6), "{:?}", nested.errors);
    }
}
