//! Experiment `near`: how often positions share a key, by the number of features in which they
//! differ.

use anyhow::Result;

use super::draw::{DrawnKeys, Group, nested_distance};
use super::features::FeatureSet;
use super::tree::gather;
use crate::experiment::{Experiment, Report, Setting};
use crate::page::{Axis, Chart, Csv, MarkdownTable, Page, Scale, Series, progress};

/// Low bits of the keys that are compared: the prefixes of the nested order with certificates of
/// their own.
const PREFIXES: [u32; 3] = [11, 21, 31];
/// The prefix of the picture: collisions are frequent enough to count, and those of positions that
/// differ in less than six features impossible.
const SHOWN: usize = 1;
/// Distances that are counted apart; greater ones are counted together.
const DISTANCES: usize = 33;
const NEAR: std::ops::RangeInclusive<usize> = 2..=20;

pub(crate) const EXPERIMENT: Experiment = Experiment::new("near", run);

type Pairs = [u64; DISTANCES];

/// Pairs of one tree, and how many of them share a prefix of their keys, by group and prefix.
#[derive(Clone)]
struct CountedPairs {
    pairs: Pairs,
    equal: [[Pairs; PREFIXES.len()]; Group::ALL.len()],
}

impl CountedPairs {
    const NONE: Self =
        Self { pairs: [0; DISTANCES], equal: [[[0; DISTANCES]; PREFIXES.len()]; Group::ALL.len()] };

    fn add(&mut self, other: &Self) {
        let add = |sum: &mut Pairs, other: &Pairs| {
            sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
        };
        add(&mut self.pairs, &other.pairs);
        for (sums, others) in self.equal.iter_mut().zip(&other.equal) {
            sums.iter_mut().zip(others).for_each(|(sum, other)| add(sum, other));
        }
    }
}

fn distance(one: &FeatureSet, other: &FeatureSet) -> usize {
    (one.distance(other) as usize).min(DISTANCES - 1)
}

fn count(positions: &[FeatureSet], draws: &[u64]) -> CountedPairs {
    let mut count = CountedPairs::NONE;
    for (number, one) in positions.iter().enumerate() {
        for other in &positions[..number] {
            count.pairs[distance(one, other)] += 1;
        }
    }
    for (group, equal) in Group::ALL.into_iter().zip(&mut count.equal) {
        for &draw in draws {
            let keys = DrawnKeys::new(group, draw);
            let keyed = positions.iter().map(|position| (keys.key(position), position));
            let mut keyed: Vec<(u64, &FeatureSet)> = keyed.collect();
            keyed.sort_unstable_by_key(|(key, _)| key.reverse_bits());
            let same = |one: &(u64, &FeatureSet), other: &(u64, &FeatureSet)| {
                (one.0 ^ other.0).trailing_zeros() >= PREFIXES[0]
            };
            for run in keyed.chunk_by(same) {
                for (number, one) in run.iter().enumerate() {
                    for other in &run[..number] {
                        let agreeing = (one.0 ^ other.0).trailing_zeros();
                        let distance = distance(one.1, other.1);
                        for (pairs, bits) in equal.iter_mut().zip(PREFIXES) {
                            pairs[distance] += u64::from(agreeing >= bits);
                        }
                    }
                }
            }
        }
    }
    count
}

fn counts(trees: usize, size: usize, draws: u64, seed: u64) -> Result<CountedPairs> {
    let draws: Vec<u64> = (0..draws).map(|draw| (seed << 32) + draw).collect();
    let trees = gather(trees, size, seed);
    let counts = progress::each("near", &trees, |tree| Ok(count(tree, &draws)))?;
    Ok(counts.iter().fold(CountedPairs::NONE, |mut sum, count| {
        sum.add(count);
        sum
    }))
}

fn table(count: &CountedPairs, draws: u64) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        ["keys", "bits", "d", "expected nearer than d", "observed", "nearest", "expected", "all"],
        1,
    );
    for (prefix, bits) in PREFIXES.into_iter().enumerate() {
        let certified = nested_distance(bits);
        for (group, equal) in Group::ALL.into_iter().zip(&count.equal) {
            let below = |pairs: &Pairs| pairs[..certified as usize].iter().sum::<u64>();
            let all = |pairs: &Pairs| pairs.iter().sum::<u64>();
            let chance = draws as f64 / f64::from(bits).exp2();
            let nearest = equal[prefix].iter().position(|&pairs| pairs > 0);
            table.row([
                group.name().to_owned(),
                bits.to_string(),
                certified.to_string(),
                format!("{:.1}", below(&count.pairs) as f64 * chance),
                below(&equal[prefix]).to_string(),
                nearest.map_or("–".to_owned(), |distance| distance.to_string()),
                format!("{:.0}", all(&count.pairs) as f64 * chance),
                all(&equal[prefix]).to_string(),
            ]);
        }
    }
    table
}

/// Pairs that agree, by distance and prefix, a column for each group.
fn figures(count: &CountedPairs, draws: u64) -> Csv {
    let names = Group::ALL.map(Group::name);
    let mut csv = Csv::new(&[&["distance", "bits", "expected"], &names[..]].concat());
    for (prefix, bits) in PREFIXES.into_iter().enumerate() {
        for (distance, pairs) in count.pairs.into_iter().enumerate().filter(|pairs| pairs.1 > 0) {
            let expected = format!("{:.3}", pairs as f64 * draws as f64 / f64::from(bits).exp2());
            let [xor, additive, nested, whitened] =
                [0, 1, 2, 3].map(|group| count.equal[group][prefix][distance]);
            csv.row(&[&distance, &bits, &expected, &xor, &additive, &nested, &whitened]);
        }
    }
    csv
}

fn run(Setting { effort, seed }: Setting) -> Result<Report> {
    let (trees, size, draws) = effort.choose((4, 512, 32), (32, 1 << 12, 512));
    let count = counts(trees, size, draws, seed)?;
    let mut found = Page::empty();
    found.paragraph(
        "Pairs of positions of one tree whose keys agree in so many low bits, over all draws: those \
         that differ in fewer features than the certificate of nested keys allows, and all.",
    );
    found.table(&table(&count, draws));
    let bits = PREFIXES[SHOWN];
    let chance = draws as f64 / f64::from(bits).exp2();
    let csv = figures(&count, draws);
    let mut series = Vec::new();
    for (group, equal) in Group::ALL.into_iter().zip(&count.equal) {
        let rate = |distance: usize| {
            equal[SHOWN][distance] as f64 / (count.pairs[distance] as f64 * chance)
        };
        let points = NEAR.filter(|&distance| count.pairs[distance] > 0);
        let points = points.map(|distance| (distance as f64, rate(distance)));
        series.push(Series::line(group.name(), points));
    }
    let ends = [*NEAR.start() as f64, *NEAR.end() as f64];
    series.push(Series::theory("chance", ends.map(|distance| (distance, 1.0))));
    let chart = Chart {
        title: "Pairs whose keys agree in the lowest 21 bits, over those of chance",
        x: Axis { name: "features in which the positions differ", scale: Scale::Linear },
        y: Axis { name: "observed / expected", scale: Scale::Linear },
        series,
    };
    let below = |group: usize, prefix: usize| -> u64 {
        let certified = nested_distance(PREFIXES[prefix]) as usize;
        count.equal[group][prefix][..certified].iter().sum()
    };
    let nested = Group::Nested as usize;
    let broken: u64 = (0..PREFIXES.len()).map(|prefix| below(nested, prefix)).sum();
    Ok(Report {
        result: format!(
            "Of pairs that differ in less than {} features, {} share {bits} bits of random keys and \
             {} of nested BCH keys; of all pairs, {} and {}.",
            nested_distance(bits),
            below(Group::Xor as usize, SHOWN),
            below(nested, SHOWN),
            count.equal[Group::Xor as usize][SHOWN].iter().sum::<u64>(),
            count.equal[nested][SHOWN].iter().sum::<u64>(),
        ),
        found,
        differs: Some(format!(
            "{} Nested keys never confuse positions that differ in an odd number of features either, \
             whose parity bit differs; those of an even number pay for it, twice as often as chance, \
             and more than that together, as even numbers are the more frequent. Whitened keys have the code's whole distance, 14, in all 64 bits together: a part of \
             them has no certificate, and its collisions are those of chance. So a table that \
             compares few bits of the key gains from the nested order, and one that compares all of \
             them from either.",
            if broken == 0 {
                "Nowhere: no pair is nearer than its certificate."
            } else {
                "Pairs are nearer than their certificate, which cannot be."
            },
        )),
        method: format!(
            "{trees} trees as in `oracle`, of {size} positions each; all pairs of one \
             tree, under {draws} draws of each group's keys. Distances of {} and more are counted \
             together.",
            DISTANCES - 1,
        ),
        csv,
        svg: chart.svg()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_positions_never_share_a_prefix_of_nested_keys() {
        let count = counts(2, 512, 256, 5).unwrap();
        let pairs = &count.equal[Group::Nested as usize][0];
        // Eleven bits: a distance of four, and no odd one.
        assert_eq!((nested_distance(PREFIXES[0]), pairs[..4].iter().sum::<u64>()), (4, 0));
        assert!((0..DISTANCES - 1).filter(|distance| distance % 2 == 1).all(|odd| pairs[odd] == 0));
        // Random keys confuse them as often as chance predicts.
        let near: u64 = count.equal[Group::Xor as usize][0][..4].iter().sum();
        let expected = count.pairs[..4].iter().sum::<u64>() as f64 * 256.0 / 2048.0;
        assert!(expected > 20.0, "{expected}");
        assert!((near as f64 / expected - 1.0).abs() < 0.5, "{near} of {expected}");
    }
}
