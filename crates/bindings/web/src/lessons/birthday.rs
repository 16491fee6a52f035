//! Lesson 5: how soon two random keys are equal, and Gillogly's table.

use std::collections::HashSet;

use serde::Serialize;
use zobrist_keys::{SplitMix64, mix};

const BITS: std::ops::RangeInclusive<u32> = 8..=40;

/// The most keys that all tries together may be expected to draw.
const MOST_DRAWN: f64 = 2e7;

const POINTS: usize = 60;

/// The end of the curve, in multiples of the number at which half of all tries have met a pair.
const CURVE: f64 = 3.0;

/// The columns of Gillogly's table: numbers of stored positions.
const POSITIONS: [f64; 6] = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

/// Its rows: probabilities of at least one pair.
const PROBABILITIES: [f64; 4] = [1e-2, 1e-3, 1e-4, 1e-5];

/// The birthday curve by the formula and by one's own tries.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Birthday {
    pub bits: u32,
    /// The number of keys at which a pair is as likely as not.
    pub half: f64,
    pub curve: Vec<BirthdayPoint>,
    /// Gillogly's table, computed.
    pub gillogly: Gillogly,
}

/// A point of the curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BirthdayPoint {
    pub positions: u64,
    pub expected: f64,
    pub observed: f64,
}

/// A table of bits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gillogly {
    pub title: String,
    pub source: String,
    pub columns: Vec<String>,
    /// The rows: a probability, then bits.
    pub rows: Vec<Vec<serde_json::Value>>,
}

/// Draws keys of `bits` bits until two are equal, `tries` times.
pub fn birthday(bits: u32, tries: u32, seed: u64) -> Result<Birthday, String> {
    if !BITS.contains(&bits) {
        return Err(format!(
            "expected keys of {} to {} bits, found {bits}",
            BITS.start(),
            BITS.end()
        ));
    }
    // The median of the number of keys until the first pair.
    let half = (2.0 * 2_f64.ln() * f64::from(bits).exp2()).sqrt();
    let most = (MOST_DRAWN / half) as u32;
    if !(1..=most).contains(&tries) {
        return Err(format!("expected 1 to {most} tries for keys of {bits} bits, found {tries}"));
    }
    let mut firsts: Vec<u64> = (0..tries).map(|number| first_pair(bits, seed, number)).collect();
    firsts.sort_unstable();
    let curve = (1..=POINTS).map(|point| {
        let positions = (half * CURVE * point as f64 / POINTS as f64).round() as u64;
        let met = firsts.partition_point(|&first| first <= positions);
        let observed = met as f64 / f64::from(tries);
        BirthdayPoint { positions, expected: chance(positions as f64, bits), observed }
    });
    Ok(Birthday { bits, half: half.round(), curve: curve.collect(), gillogly: gillogly() })
}

/// Returns the number of the first key that was drawn before.
fn first_pair(bits: u32, seed: u64, number: u32) -> u64 {
    let mut random = SplitMix64::new(mix(seed ^ mix(number.into())));
    let mut seen = HashSet::new();
    while seen.insert(random.next() >> (u64::BITS - bits)) {}
    seen.len() as u64 + 1
}

/// Returns the chance that two of some random keys are equal.
fn chance(keys: f64, bits: u32) -> f64 {
    -(-keys * (keys - 1.0) / 2.0 / f64::from(bits).exp2()).exp_m1()
}

/// Returns the least number of bits at which a pair is no more likely than `probability`.
fn bits_required(positions: f64, probability: f64) -> u32 {
    let pairs = positions * (positions - 1.0) / 2.0;
    (pairs / -(-probability).ln_1p()).log2().ceil() as u32
}

fn gillogly() -> Gillogly {
    let head = ["chance of a pair".to_owned()].into_iter();
    let columns = POSITIONS.iter().map(|positions| format!("10^{} positions", positions.log10()));
    let row = |probability: f64| {
        let bits = POSITIONS.map(|positions| bits_required(positions, probability).into());
        [format!("1 in {}", (1.0 / probability).round()).into()].into_iter().chain(bits).collect()
    };
    Gillogly {
        title: "Bits of address and check together".into(),
        source: "James Gillogly, Transposition Table Collisions, Workshop on New Directions in \
                 Game-Tree Search, 1989"
            .into(),
        columns: head.chain(columns).collect(),
        rows: PROBABILITIES.map(row).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_follow_the_formula() {
        for seed in [7, u64::MAX] {
            let lesson = birthday(16, 2_000, seed).unwrap();
            assert_eq!(lesson.half, 301.0);
            for point in &lesson.curve {
                // Four standard deviations of a share of 2,000 tries, at the most.
                let off = (point.expected - point.observed).abs();
                assert!(off < 0.045, "{point:?}");
            }
            assert!(lesson.curve.last().unwrap().expected > 0.99);
        }
        // One key more or less is a share of 0.0094 in the middle of this curve; the formula is
        // within 0.0016, and 0.0058 are four standard deviations.
        for point in birthday(12, 120_000, 7).unwrap().curve {
            assert!((point.expected - point.observed).abs() < 0.0075, "{point:?}");
        }
        assert_eq!(birthday(16, 50, 7), birthday(16, 50, 7));
        assert_ne!(birthday(16, 50, 7), birthday(16, 50, 8), "the seed draws the keys");
    }

    /// The cells as the Chess Programming Wiki prints them.
    #[test]
    fn the_table_is_gilloglys() {
        let rows = gillogly().rows;
        let bits = |row: usize| -> Vec<u64> {
            rows[row][1..].iter().map(|cell| cell.as_u64().unwrap()).collect()
        };
        assert_eq!(bits(0), [39, 46, 53, 59, 66, 73]);
        assert_eq!(bits(3), [49, 56, 63, 69, 76, 83]);
        assert_eq!(rows[0][0], "1 in 100");
    }

    #[test]
    fn the_bits_required_are_the_fewest_that_serve() {
        for positions in [2.0, 3.0, 7.0, 40.0, 1e5] {
            for probability in PROBABILITIES {
                let fewest = (0..).find(|&bits| chance(positions, bits) <= probability);
                assert_eq!(Some(bits_required(positions, probability)), fewest, "{positions}");
            }
        }
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        assert!(birthday(41, 1, 1).unwrap_err().ends_with("found 41"));
        assert!(birthday(32, 1_000_000, 1).unwrap_err().contains("tries for keys of 32 bits"));
    }
}
