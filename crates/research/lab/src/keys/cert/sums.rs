//! All sums of few words of a table, part by part.
//!
//! A sum of k words is split where its indices are: the lower half from one list of small sums, the
//! upper half from another. A part takes the sums whose low bits have one value; the upper list is
//! sorted by these bits, so that each lower half finds its partners at once, and no sum is built
//! twice nor in the wrong part.

use std::ops::RangeInclusive;

use zobrist_keys::{SplitMix64, Xor64, linear_rank};

/// The most words of half a sum.
const MAX_TERMS: usize = 4;

/// The most sums of a part: as many words stay in the cache.
const PART_SUMS: u128 = 1 << 20;

/// The sum of 1 to [`MAX_TERMS`] words.
#[derive(Clone, Copy)]
struct Term {
    word: u64,
    /// Ascending; the last one is repeated up to the end.
    indices: [u16; MAX_TERMS],
}

impl Term {
    fn first(&self) -> u16 {
        self.indices[0]
    }

    fn last(&self) -> u16 {
        self.indices[MAX_TERMS - 1]
    }
}

/// All sums of a fixed number of words, by their low bits; among equals, by falling first index.
struct Terms {
    terms: Vec<Term>,
    /// Where the sums with each value of the low bits begin, and where the last ones end.
    starts: Vec<u32>,
}

impl Terms {
    fn new(words: &[u64], size: usize, mask: u64) -> Self {
        let mut terms = Vec::new();
        collect_terms(words, size, &mut Vec::with_capacity(size), &mut terms);
        terms
            .sort_unstable_by_key(|term| (term.word & mask, u16::MAX - term.first(), term.indices));
        let starts = (0..=mask + 1)
            .map(|low| terms.partition_point(|term| term.word & mask < low) as u32)
            .collect();
        Self { terms, starts }
    }

    fn with_low_bits(&self, low: u64) -> &[Term] {
        let [start, end] = [self.starts[low as usize], self.starts[low as usize + 1]];
        &self.terms[start as usize..end as usize]
    }

    fn bytes(words: usize, size: usize, parts: usize) -> u128 {
        binomial(words, size) * size_of::<Term>() as u128 + 4 * (parts as u128 + 1)
    }
}

/// Appends the sums of `size` words whose indices begin with `chosen`.
fn collect_terms(words: &[u64], size: usize, chosen: &mut Vec<u16>, terms: &mut Vec<Term>) {
    let Some(&last) = chosen.last().filter(|_| chosen.len() == size) else {
        let next = chosen.last().map_or(0, |&last| last + 1);
        for index in next..words.len() as u16 {
            chosen.push(index);
            collect_terms(words, size, chosen, terms);
            chosen.pop();
        }
        return;
    };
    let mut indices = [last; MAX_TERMS];
    indices[..size].copy_from_slice(chosen);
    let word = chosen.iter().fold(0, |sum, &index| sum ^ words[index as usize]);
    terms.push(Term { word, indices });
}

/// All sums of few different words of a table.
pub(super) struct Sums {
    mask: u64,
    /// The sums of 1, 2, ... words that the longer ones are made of.
    terms: Vec<Terms>,
}

#[derive(Clone, Copy)]
pub(super) struct Sum<'a> {
    pub(super) word: u64,
    lower: Option<&'a Term>,
    upper: Option<&'a Term>,
}

impl Sum<'_> {
    pub(super) fn indices(&self) -> Vec<u16> {
        let terms = self.lower.into_iter().chain(self.upper);
        let mut indices: Vec<u16> = terms.flat_map(|term| term.indices).collect();
        indices.dedup();
        indices
    }
}

impl Sums {
    pub(super) const LIMIT: usize = 2 * MAX_TERMS;

    /// Prepares the sums of at most `most` words, 1 to [`LIMIT`](Self::LIMIT).
    ///
    /// The words are first multiplied by a random invertible matrix: sums of the same words stay
    /// equal or different, and parts become equally large whatever the table is.
    pub(super) fn new(table: &[u64], most: usize) -> Self {
        let words = whitened(table);
        let mask = parts(table.len(), most) as u64 - 1;
        let terms = (1..=most.div_ceil(2)).map(|size| Terms::new(&words, size, mask)).collect();
        Self { mask, terms }
    }

    /// Bytes that the prepared sums of a table of `words` words take.
    pub(super) fn bytes(words: usize, most: usize) -> u128 {
        let parts = parts(words, most);
        (1..=most.div_ceil(2)).map(|size| Terms::bytes(words, size, parts)).sum()
    }

    /// Returns the number of parts, a power of two and at least 2.
    pub(super) fn parts(&self) -> u64 {
        self.mask + 1
    }

    /// Returns the number of sums of at most `most` of `words` words that a part has on average.
    pub(super) fn per_part(words: usize, most: usize) -> u128 {
        count(words, 0..=most) / parts(words, most) as u128
    }

    pub(super) fn no_word_of(part: u64) -> u64 {
        !part
    }

    /// Calls `visit` with every sum of `sizes` words in one part.
    pub(super) fn for_each<'a>(
        &'a self,
        part: u64,
        sizes: RangeInclusive<usize>,
        mut visit: impl FnMut(Sum<'a>),
    ) {
        for size in sizes {
            match size {
                0 if part == 0 => visit(Sum { word: 0, lower: None, upper: None }),
                0 => {}
                1 => {
                    for term in self.terms[0].with_low_bits(part) {
                        visit(Sum { word: term.word, lower: None, upper: Some(term) });
                    }
                }
                _ => self.for_each_pair(part, size, &mut visit),
            }
        }
    }

    fn for_each_pair<'a>(&'a self, part: u64, size: usize, visit: &mut impl FnMut(Sum<'a>)) {
        let lower_size = size / 2;
        let upper_terms = &self.terms[size - lower_size - 1];
        for lower in &self.terms[lower_size - 1].terms {
            let last = lower.last();
            for upper in upper_terms.with_low_bits(lower.word & self.mask ^ part) {
                if upper.first() <= last {
                    break;
                }
                let word = lower.word ^ upper.word;
                visit(Sum { word, lower: Some(lower), upper: Some(upper) });
            }
        }
    }
}

/// Parts for the sums of at most `most` of `words` words.
fn parts(words: usize, most: usize) -> usize {
    let sums = count(words, 0..=most);
    sums.div_ceil(PART_SUMS).next_power_of_two().max(2) as usize
}

/// Returns the number of sums of `sizes` of `words` words, all different in a sum.
pub(super) fn count(words: usize, sizes: RangeInclusive<usize>) -> u128 {
    sizes.map(|size| binomial(words, size)).sum()
}

fn binomial(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) as u128 / (i + 1) as u128)
}

/// Returns the words times a random invertible matrix.
fn whitened(table: &[u64]) -> Vec<u64> {
    let mut stream = SplitMix64::new(0);
    let columns = loop {
        let columns: [Xor64; 64] = std::array::from_fn(|_| Xor64(stream.next()));
        if linear_rank(&columns) == 64 {
            break columns;
        }
    };
    let product = |word: u64| {
        let chosen = (0..64).filter(|bit| word >> bit & 1 == 1);
        chosen.fold(0, |sum, bit| sum ^ columns[bit].0)
    };
    table.iter().map(|&word| product(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every subset is met once, in the part that its word belongs to, with its own sum.
    #[test]
    fn every_sum_is_met_exactly_once() {
        let table: Vec<u64> = (0..12).map(|i| 1 << i).collect();
        let words = whitened(&table);
        for most in 1..=6 {
            let sums = Sums::new(&table, most);
            let mut met = BTreeSet::new();
            for part in 0..sums.parts() {
                sums.for_each(part, 0..=most, |sum| {
                    let indices = sum.indices();
                    let expected = indices.iter().fold(0, |word, &i| word ^ words[i as usize]);
                    assert_eq!(sum.word, expected);
                    assert_eq!(sum.word & sums.mask, part);
                    assert!(indices.is_sorted_by(|a, b| a < b));
                    assert!(met.insert(indices), "a sum is met twice");
                });
            }
            assert_eq!(met.len() as u128, count(12, 0..=most));
        }
    }

    #[test]
    fn the_counts_of_the_published_searches() {
        assert_eq!(count(1023, 0..=3), 178_434_048);
        assert_eq!(count(781, 0..=4), 15_462_765_957);
        assert_eq!(count(2, 0..=4), 4);
    }
}
