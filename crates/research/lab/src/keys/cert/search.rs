//! The smallest dependent set of a table of words, by exhaustive search.
//!
//! Words are dependent if some of them sum to zero. All sums of at most h words differ exactly if
//! no set of at most 2h words is dependent: two equal sums cancel to a dependent set, and a
//! dependent set splits into two equal sums. Sums are compared part by part, so that memory stays
//! small.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::sums::Sums;

/// A search that needs more memory is refused.
pub(super) const MEMORY_BOUND: u128 = 4 << 30;

/// Dependent sets that are kept; the smaller ones, if there are more.
const KEPT: usize = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Findings {
    /// All sets up to this weight were looked at.
    pub(super) weight: usize,
    /// Sums that were compared for the last weights.
    pub(super) sums: u64,
    /// The smallest dependent sets, all of one weight; empty if there are none up to `weight`.
    pub(super) sets: Vec<Vec<u16>>,
    /// Whether there may be more sets of that weight.
    pub(super) more: bool,
}

/// Looks for dependent sets of at most `weight` words, small weights first.
pub(super) fn smallest_dependent_sets(words: &[u64], weight: usize) -> Result<Findings> {
    let limits = 1..=2 * Sums::LIMIT;
    ensure!(limits.contains(&weight), "--weight is {} to {}", limits.start(), limits.end());
    ensure!(words.len() <= usize::from(u16::MAX), "at most {} words", u16::MAX);
    let (shared, each) = bytes(words.len(), weight);
    let needed = shared + each * rayon::current_num_threads() as u128;
    ensure!(needed <= MEMORY_BOUND, "the search would take {} MiB", needed >> 20);
    let even = (2..=weight).step_by(2);
    let mut findings = Findings { weight: 0, sums: 0, sets: Vec::new(), more: false };
    for level in even.chain((weight % 2 == 1).then_some(weight)) {
        findings = Level::new(words, level).search()?;
        if !findings.sets.is_empty() {
            break;
        }
    }
    Ok(findings)
}

/// Bytes that a search up to a weight takes at most: for all threads together, and for each of
/// them.
pub(super) fn bytes(words: usize, weight: usize) -> (u128, u128) {
    let most = weight.div_ceil(2);
    (Sums::bytes(words, most), Desk::bytes(Sums::per_part(words, most)))
}

/// One step of the search: the sums of at most `stored` words against those of at most `most`.
struct Level {
    sums: Sums,
    weight: usize,
    stored: usize,
    most: usize,
}

impl Level {
    fn new(words: &[u64], weight: usize) -> Self {
        let (stored, most) = (weight / 2, weight.div_ceil(2));
        Self { sums: Sums::new(words, most), weight, stored, most }
    }

    fn search(&self) -> Result<Findings> {
        let progress = ProgressBar::new(self.sums.parts()).with_style(
            ProgressStyle::with_template("weight {msg}: {wide_bar} {percent} %, {eta} left")?,
        );
        progress.set_message(self.weight.to_string());
        let (sums, mut sets) = (0..self.sums.parts())
            .into_par_iter()
            .map_init(Desk::new, |desk, part| {
                let found = self.search_part(desk, part);
                progress.inc(1);
                found
            })
            .reduce(Default::default, |(a, mut sets), (b, others)| {
                sets.extend(others);
                keep_smallest(&mut sets);
                (a + b, sets)
            });
        progress.finish_and_clear();
        let smallest = sets.first().map_or(0, |(weight, _)| *weight);
        sets.retain(|(weight, _)| *weight == smallest);
        let more = sets.len() == KEPT;
        let sets = sets.into_iter().map(|(_, set)| set).collect();
        Ok(Findings { weight: self.weight, sums, sets, more })
    }

    /// Returns the number of sums of one part, and its dependent sets.
    fn search_part(&self, desk: &mut Desk, part: u64) -> (u64, WeighedSets) {
        desk.clear();
        self.sums.for_each(part, 0..=self.stored, |sum| desk.put(sum.word));
        let stored = desk.lengths();
        self.sums.for_each(part, self.stored + 1..=self.most, |sum| desk.put(sum.word));
        let (sums, repeated) = desk.repeated(&stored, Sums::no_word_of(part));
        (sums, self.sets_of(part, &repeated))
    }

    /// Returns the dependent sets behind words that occurred more than once in a part.
    fn sets_of(&self, part: u64, repeated: &BTreeSet<u64>) -> WeighedSets {
        let mut sets = WeighedSets::new();
        if repeated.is_empty() {
            return sets;
        }
        let mut summands: BTreeMap<u64, Vec<Vec<u16>>> = BTreeMap::new();
        self.sums.for_each(part, 0..=self.most, |sum| {
            if repeated.contains(&sum.word) {
                summands.entry(sum.word).or_default().push(sum.indices());
            }
        });
        for equal in summands.values() {
            for (i, a) in equal.iter().enumerate() {
                for b in &equal[..i] {
                    let set = symmetric_difference(a, b);
                    if set.len() <= self.weight {
                        sets.insert((set.len(), set));
                    }
                }
                keep_smallest(&mut sets);
            }
        }
        sets
    }
}

/// Sets of indices, each with its size before it: the order of the report.
type WeighedSets = BTreeSet<(usize, Vec<u16>)>;

fn keep_smallest(sets: &mut WeighedSets) {
    while sets.len() > KEPT {
        sets.pop_last();
    }
}

/// Returns the indices that are in one set but not in the other, ascending.
fn symmetric_difference(a: &[u16], b: &[u16]) -> Vec<u16> {
    let [a, b] = [a, b].map(|set| set.iter().copied().collect::<BTreeSet<_>>());
    a.symmetric_difference(&b).copied().collect()
}

/// The words of one part, dealt into piles that a small hash table can take.
struct Desk {
    piles: Vec<Vec<u64>>,
    seen: WordSet,
}

impl Desk {
    const PILES: usize = 1024;

    fn new() -> Self {
        Self { piles: vec![Vec::new(); Self::PILES], seen: WordSet::default() }
    }

    fn clear(&mut self) {
        self.piles.iter_mut().for_each(Vec::clear);
    }

    #[inline]
    fn put(&mut self, word: u64) {
        // The low bits are equal within a part; all are well mixed.
        self.piles[(word >> 54) as usize % Self::PILES].push(word);
    }

    fn lengths(&self) -> Vec<usize> {
        self.piles.iter().map(Vec::len).collect()
    }

    /// Returns the number of words, and those that occur twice: the first `stored` of each pile are
    /// compared with each other, the later ones only with those. `no_word` is none of them.
    fn repeated(&mut self, stored: &[usize], no_word: u64) -> (u64, BTreeSet<u64>) {
        let mut repeated = BTreeSet::new();
        let mut words = 0;
        for (pile, &stored) in self.piles.iter().zip(stored) {
            words += pile.len() as u64;
            let (first, later) = pile.split_at(stored);
            self.seen.clear(first.len(), no_word);
            repeated.extend(first.iter().filter(|&&word| !self.seen.insert(word)));
            repeated.extend(later.iter().filter(|&&word| self.seen.contains(word)));
        }
        (words, repeated)
    }

    /// Returns the bytes of a part of `sums` sums: piles may have grown to twice their need.
    fn bytes(sums: u128) -> u128 {
        2 * 8 * sums
    }
}

/// A set of words in one block of memory: open addressing, linear probing.
#[derive(Default)]
struct WordSet {
    slots: Vec<u64>,
    empty: u64,
}

impl WordSet {
    /// Makes an empty set for at most `words` words, of which `empty` is none.
    fn clear(&mut self, words: usize, empty: u64) {
        self.slots.clear();
        self.slots.resize((2 * words + 1).next_power_of_two(), empty);
        self.empty = empty;
    }

    /// Returns the slot that holds `word`, or the empty one where it belongs.
    #[inline]
    fn slot(&self, word: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (word >> 32) as usize & mask;
        while self.slots[slot] != word && self.slots[slot] != self.empty {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn contains(&self, word: u64) -> bool {
        self.slots[self.slot(word)] == word
    }

    fn insert(&mut self, word: u64) -> bool {
        let slot = self.slot(word);
        let new = self.slots[slot] != word;
        self.slots[slot] = word;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::super::sums::count;
    use super::*;
    use zobrist_keys::{Bch, SplitMix64, Xor64, primitive_polynomial};

    fn random_words(seed: u64, words: usize, bits: u32) -> Vec<u64> {
        let mut stream = SplitMix64::new(seed);
        (0..words).map(|_| stream.next() >> (64 - bits)).collect()
    }

    /// Returns the dependent sets by the twin: every subset, one after the other.
    fn naive(words: &[u64], weight: usize) -> Vec<Vec<u16>> {
        let subset = |bits: u32| (0..words.len() as u16).filter(move |i| bits >> i & 1 == 1);
        let sum = |bits: &u32| subset(*bits).fold(0, |sum, i| sum ^ words[usize::from(i)]);
        let dependent: Vec<u32> = (1..1 << words.len()).filter(|bits| sum(bits) == 0).collect();
        let smallest = dependent.iter().map(|bits| bits.count_ones()).min().unwrap_or(u32::MAX);
        let least = |bits: &&u32| bits.count_ones() == smallest && smallest <= weight as u32;
        let mut sets: Vec<Vec<u16>> =
            dependent.iter().filter(least).map(|&bits| subset(bits).collect()).collect();
        sets.sort();
        sets
    }

    #[test]
    fn the_search_equals_the_search_of_all_subsets() {
        // Each number of bits with each number of words, twice.
        for seed in 0..120 {
            let bits = 1 + seed as u32 % 12;
            let words = random_words(seed, 1 + seed as usize % 15, bits);
            for weight in 1..=8 {
                let findings = smallest_dependent_sets(&words, weight).unwrap();
                let expected = naive(&words, weight);
                let kept = expected.len().min(KEPT);
                assert_eq!(findings.sets, expected[..kept], "seed {seed}, weight {weight}");
                assert!(findings.more || expected.len() < KEPT);
            }
        }
    }

    #[test]
    fn a_planted_set_of_five_is_found_exactly() {
        let mut words = random_words(5, 200, 64);
        words[150] = words[3] ^ words[77] ^ words[100] ^ words[149];
        let findings = smallest_dependent_sets(&words, 6).unwrap();
        assert_eq!(findings.sets, [[3, 77, 100, 149, 150]]);
        assert!(!findings.more);
        assert_eq!(u128::from(findings.sums), count(200, 0..=3));
        assert!(smallest_dependent_sets(&words, 4).unwrap().sets.is_empty());
    }

    /// Three errors are corrected by the code, and none of its cosets lacks a word of five: so one
    /// flipped bit always breaks the distance of seven.
    #[test]
    fn one_flipped_bit_is_found() {
        const TABLE: [Xor64; 127] = Bch::<{ primitive_polynomial(7) }, 3, 127>::NESTED;
        let mut words = TABLE.map(|key| key.0 >> 1 & 0x1f_ffff);
        assert!(smallest_dependent_sets(&words, 6).unwrap().sets.is_empty());
        words[99] ^= 1 << 13;
        let findings = smallest_dependent_sets(&words, 6).unwrap();
        for set in &findings.sets {
            assert!(set.contains(&99), "only sets with the changed word can be new");
            assert_eq!(set.iter().fold(0, |sum, &i| sum ^ words[usize::from(i)]), 0);
        }
        assert!(!findings.sets.is_empty());
    }

    #[test]
    fn what_needs_too_much_memory_is_refused() {
        let words = random_words(1, 781, 64);
        assert!(bytes(781, 8).0 < MEMORY_BOUND / 100 && bytes(781, 16).0 > MEMORY_BOUND);
        assert!(smallest_dependent_sets(&words, 16).is_err());
        assert!(smallest_dependent_sets(&words, 0).is_err());
    }
}
