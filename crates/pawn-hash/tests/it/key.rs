//! The key of two sets spreads structures of games, of few pawns and of any pawns.

use std::collections::{HashSet, VecDeque};

use pawn_hash::{PAWN_SQUARES, key_of};
use zobrist_keys::SplitMix64;

const COUNT: usize = 50_000;

/// Structures that pushes and losses of single pawns lead to from the start, the nearest first:
/// neighbours differ in one square or two.
fn of_games() -> HashSet<[u64; 2]> {
    let start = [0xFF << 8, 0xFF << 48];
    let (mut found, mut waiting) = (HashSet::from([start]), VecDeque::from([start]));
    while found.len() < COUNT {
        let [white, black] = waiting.pop_front().expect("there are more structures");
        for bit in (8..56).map(|square| 1_u64 << square) {
            let free = |to: u64| to & PAWN_SQUARES & !(white | black);
            let reached = match (white & bit, black & bit) {
                (0, 0) => continue,
                (_, 0) => [[white ^ bit, black], [white ^ bit | free(bit << 8), black]],
                _ => [[white, black ^ bit], [white, black ^ bit | free(bit >> 8)]],
            };
            waiting.extend(reached.into_iter().filter(|&structure| found.insert(structure)));
        }
    }
    found
}

/// Some of those with at most two pawns a side.
fn of_few_pawns() -> HashSet<[u64; 2]> {
    let mut random = SplitMix64::new(1);
    let mut two = || [(); 2].map(|()| 1 << (8 + random.next() % 48)).iter().fold(0, |a, b| a | b);
    let structures = std::iter::repeat_with(|| [two(), two()]);
    structures.filter(|[white, black]| white & black == 0).take(COUNT).collect()
}

fn of_any_pawns() -> HashSet<[u64; 2]> {
    let mut random = SplitMix64::new(2);
    let mut set = || random.next() & random.next() & PAWN_SQUARES;
    (0..COUNT).map(|_| [set(), set()]).map(|[white, black]| [white, black & !white]).collect()
}

/// χ² over its degrees of freedom (Karl Pearson, 1900) of 2^11 slots, near 1 if each is equally
/// likely.
fn ratio(slots: impl Iterator<Item = u64>) -> f64 {
    const SLOTS: usize = 1 << 11;
    let mut counts = [0.0; SLOTS];
    slots.for_each(|slot| counts[slot as usize % SLOTS] += 1.0);
    let expected = counts.iter().sum::<f64>() / SLOTS as f64;
    counts.iter().map(|count| (count - expected).powi(2) / expected).sum::<f64>()
        / (SLOTS - 1) as f64
}

#[test]
fn structures_of_every_kind_spread_by_any_bits_and_none_share_a_key() {
    for structures in [of_games(), of_few_pawns(), of_any_pawns()] {
        assert!(structures.len() > COUNT * 9 / 10, "{} structures", structures.len());
        let keys: HashSet<u64> = structures.iter().map(|&pawns| key_of(pawns)).collect();
        assert_eq!(keys.len(), structures.len());
        // The bits of a mask, of a tag, and of multiply-high; five standard deviations are 0.16.
        for shift in [0, 24, 53] {
            let ratio = ratio(keys.iter().map(|key| key >> shift));
            assert!((0.84..1.16).contains(&ratio), "{ratio} by the bits from {shift} on");
        }
    }
}

#[test]
fn one_pawn_more_or_less_changes_each_bit_of_the_key_half_of_the_time() {
    const STRUCTURES: usize = 2_000;
    let structures: Vec<_> = of_games().into_iter().take(STRUCTURES).collect();
    for (color, square) in (0..2).flat_map(|color| (8..56).map(move |square| (color, square))) {
        let mut changed = [0; 64];
        for &pawns in &structures {
            let mut other = pawns;
            other[color] ^= 1 << square;
            let bits = key_of(pawns) ^ key_of(other);
            (0..).zip(&mut changed).for_each(|(bit, changed)| *changed += bits >> bit & 1);
        }
        for (bit, changed) in changed.into_iter().enumerate() {
            let share = changed as f64 / STRUCTURES as f64;
            assert!((0.44..0.56).contains(&share), "{share} of bit {bit} by square {square}");
        }
    }
}
