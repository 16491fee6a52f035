//! [`SharedPawnTable`]: one cache of pawn structures for all threads, without a lock.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use tt_core::{MultiplyHigh, Word};

use crate::index::Index;
use crate::mix::spread;
use crate::structure::{BLACK, WHITE};
use crate::words::Words;

/// A direct-mapped cache of a payload per pawn structure, shared by any number of threads.
///
/// [`probe`](Self::probe) and [`store`](Self::store) take `&self` and may race in any way. A caller
/// may see this:
///
/// - A probe returns what one store put there for this structure, or nothing. It may also find
///   nothing while, or after, others write to the slot: a store may be lost.
/// - Words of two stores that are mixed in a slot (a torn write) are detected by a checksum over
///   all words, the sets included. One word that differs is always detected, because each step of
///   the checksum is a bijection; of several that differ, all but about one in 2^64 mixtures are.
///   Two stores of the same structure and payload cannot be distinguished, and need not be.
///
/// ```text
/// slot  | checksum | white | black | payload word 0 | … | payload word n−1 |
/// ```
///
/// The table allocates in [`new`](Self::new) and never after.
///
/// ```
/// use pawn_hash::{BLACK, PawnStructure, SharedPawnTable, WHITE};
///
/// let table: SharedPawnTable<i32> = SharedPawnTable::new(1 << 12);
/// let (pawns, key) = ([1 << 28, 1 << 48], 77); // e4, a7, the engine's pawn key
/// let value = || {
///     let passed = PawnStructure::of(pawns).passed.map(|set| set.count_ones() as i32);
///     30 * (passed[WHITE] - passed[BLACK])
/// };
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| assert_eq!(table.get_or_insert_with(pawns, key, value), 0));
///     }
/// });
/// assert_eq!(table.probe(pawns, key), Some(0));
/// ```
pub struct SharedPawnTable<T, I = MultiplyHigh> {
    words: Box<[Word]>,
    entries: usize,
    index: I,
    kind: PhantomData<fn() -> T>,
}

/// Words of a slot before its payload: checksum, White's set, Black's set.
const HEADER: usize = 3;

impl<T: Words, I: Index> SharedPawnTable<T, I> {
    fn stride() -> usize {
        HEADER + T::ZERO.as_ref().len()
    }

    /// Creates an empty table of `entries` slots; any number that the index can serve.
    ///
    /// # Panics
    /// If `entries` is 0, or if the index cannot serve it.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        assert!(entries > 0, "a pawn table needs at least one entry");
        Self {
            words: (0..entries * Self::stride()).map(|_| Word::new(0)).collect(),
            entries,
            index: I::new(entries),
            kind: PhantomData,
        }
    }

    /// Returns the payload of White's and Black's `pawns`, if their slot holds it whole.
    #[must_use]
    pub fn probe(&self, pawns: [u64; 2], key: u64) -> Option<T> {
        let (header, cells) = self.slot(pawns, key).split_at(HEADER);
        if header[1].get() != pawns[WHITE] || header[2].get() != pawns[BLACK] {
            return None;
        }
        let mut words = T::ZERO;
        for (word, cell) in words.as_mut().iter_mut().zip(cells) {
            *word = cell.get();
        }
        let whole = header[0].get() == checksum(pawns, words.as_ref());
        whole.then(|| T::from_words(words))
    }

    /// Puts the payload of the structure into its slot, whatever was there.
    pub fn store(&self, pawns: [u64; 2], key: u64, payload: &T) {
        let words = payload.to_words();
        let (header, cells) = self.slot(pawns, key).split_at(HEADER);
        header[0].set(checksum(pawns, words.as_ref()));
        header[1].set(pawns[WHITE]);
        header[2].set(pawns[BLACK]);
        for (word, cell) in words.as_ref().iter().zip(cells) {
            cell.set(*word);
        }
    }

    /// Returns the payload of the structure; `compute` makes it, and it is stored, if the slot does
    /// not hold it whole. Threads that miss at the same time each compute it.
    pub fn get_or_insert_with(&self, pawns: [u64; 2], key: u64, compute: impl FnOnce() -> T) -> T {
        self.probe(pawns, key).unwrap_or_else(|| {
            let payload = compute();
            self.store(pawns, key, &payload);
            payload
        })
    }

    /// Forgets every structure.
    pub fn clear(&mut self) {
        self.words.iter().for_each(|word| word.set(0));
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.entries
    }

    fn slot(&self, pawns: [u64; 2], key: u64) -> &[Word] {
        let first = self.index.slot(pawns, key) * Self::stride();
        &self.words[first..first + Self::stride()]
    }
}

impl<T, I> fmt::Debug for SharedPawnTable<T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedPawnTable").field("entries", &self.entries).finish_non_exhaustive()
    }
}

/// A number that depends on every word and its place. A slot of zeros never has the right one:
/// that of the empty structure with words of 0 is not 0.
fn checksum(pawns: [u64; 2], words: &[u64]) -> u64 {
    /// The first 64 bits of the fraction of π: any number that is not 0 would do.
    const START: u64 = 0x243F_6A88_85A3_08D3;
    pawns.iter().chain(words).fold(START, |sum, word| {
        let product = spread(sum ^ word);
        product ^ product >> 32
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::vec::Vec;

    use zobrist_keys::mix;

    use super::*;

    const PAYLOAD: usize = 9; // with the header more than a cache line
    type Payload = [u64; PAYLOAD];

    /// The words that storing a record leaves in the only slot.
    fn image(pawns: [u64; 2], payload: Payload) -> [u64; HEADER + PAYLOAD] {
        let table: SharedPawnTable<Payload> = SharedPawnTable::new(1);
        table.store(pawns, 0, &payload);
        core::array::from_fn(|word| table.words[word].get())
    }

    /// Returns the answer of a probe when the slot holds these words.
    fn seen(words: &[u64], pawns: [u64; 2]) -> Option<Payload> {
        let table: SharedPawnTable<Payload> = SharedPawnTable::new(1);
        table.words.iter().zip(words).for_each(|(cell, word)| cell.set(*word));
        table.probe(pawns, 0)
    }

    /// Every mixture of two stores, word by word: 2^12 − 2 torn writes for each pair of records.
    /// Records are of kinds for which a weak checksum fails: random, small numbers, equal sets,
    /// nothing before.
    #[test]
    fn every_injected_torn_write_is_detected() {
        let (mut torn, mut undetected) = (0, 0);
        for round in 0..40_u64 {
            let sets = |n: u64| [mix(n) & 0xFF00, mix(n) & 0xFF_0000];
            let random = |n: u64| core::array::from_fn(|i| mix(n + 100 * i as u64));
            let small = |n: u64| core::array::from_fn(|i| (n + i as u64) % 3);
            let (a, b) = match round % 4 {
                0 => ((sets(round), random(round)), (sets(round + 1), random(round + 1))),
                1 => ((sets(round), small(round)), (sets(round + 1), small(round + 1))),
                2 => ((sets(round), small(round)), (sets(round), small(round + 1))),
                _ => ((sets(round), random(round)), ([0, 0], [0; PAYLOAD])),
            };
            let (first, second) = (image(a.0, a.1), image(b.0, b.1));
            for choice in 0..1_u32 << first.len() {
                let pick = |i: usize| if choice >> i & 1 == 0 { first[i] } else { second[i] };
                let words: [u64; HEADER + PAYLOAD] = core::array::from_fn(pick);
                let whole = words == first || words == second;
                torn += u32::from(!whole);
                for pawns in [a.0, b.0] {
                    let found = seen(&words, pawns);
                    undetected += u32::from(!whole && found.is_some());
                    let same = [a, b].iter().any(|r| r.0 == pawns && Some(r.1) == found);
                    assert!(found.is_none() || same, "a payload that nobody stored");
                }
            }
        }
        assert!(torn > 100_000, "{torn} torn writes");
        assert_eq!(undetected, 0);
    }

    /// A record beyond half a kilobyte, and a writer that is stopped after every word, in the order
    /// of the words or in the reverse one: no beginning of a store over another record is taken for
    /// whole.
    #[test]
    fn every_torn_beginning_of_a_record_of_many_lines_is_detected() {
        const MANY: usize = 96;
        type Large = [u64; MANY];
        let table: SharedPawnTable<Large> = SharedPawnTable::new(1);
        assert!(size_of_val(&*table.words) > 512);
        let image = |white: u64, seed: u64| {
            table.store([white, 1 << 48], 0, &core::array::from_fn(|i| mix(seed + i as u64)));
            table.words.iter().map(Word::get).collect::<Vec<u64>>()
        };
        let old = image(1 << 8, 1);
        let other = image(1 << 9, 500);
        let same = image(1 << 8, 900);
        let mut torn = 0;
        for new in [other, same] {
            for written in 1..new.len() {
                for forwards in [true, false] {
                    let is_new = |i| if forwards { i < written } else { i >= new.len() - written };
                    let pick = |i| if is_new(i) { new[i] } else { old[i] };
                    let words: Vec<u64> = (0..new.len()).map(pick).collect();
                    if words == old || words == new {
                        continue;
                    }
                    torn += 1;
                    table.words.iter().zip(&words).for_each(|(cell, word)| cell.set(*word));
                    for white in [1 << 8, 1 << 9] {
                        assert_eq!(table.probe([white, 1 << 48], 0), None, "{written} words");
                    }
                }
            }
        }
        assert!(torn > 380, "{torn} torn stores");
    }

    #[test]
    fn one_changed_bit_anywhere_is_detected() {
        let whole = image([0xFF00, 0xFF_0000], core::array::from_fn(|i| mix(i as u64)));
        assert!(seen(&whole, [0xFF00, 0xFF_0000]).is_some());
        for bit in 0..64 * whole.len() {
            let mut words = whole;
            words[bit / 64] ^= 1 << (bit % 64);
            assert_eq!(seen(&words, [0xFF00, 0xFF_0000]), None, "bit {bit}");
        }
    }

    #[test]
    fn what_is_not_there_is_computed_and_stored() {
        let table: SharedPawnTable<i16> = SharedPawnTable::new(1);
        assert_eq!(table.get_or_insert_with([0xFF00, 0], 0, || -7), -7);
        assert_eq!(table.get_or_insert_with([0xFF00, 0], 0, || unreachable!("it is there")), -7);
        assert_eq!(table.get_or_insert_with([0x0F00, 0], 0, || 8), 8);
        assert_eq!(table.probe([0xFF00, 0], 0), None, "the one slot was overwritten");
        table.words[HEADER].set(9); // torn
        assert_eq!(table.get_or_insert_with([0x0F00, 0], 0, || 10), 10);
        assert_eq!(table.probe([0x0F00, 0], 0), Some(10));
    }

    #[test]
    fn an_empty_slot_holds_nothing_and_the_empty_structure_can_be_stored() {
        let mut table: SharedPawnTable<Payload> = SharedPawnTable::new(5);
        assert_eq!((table.capacity(), table.probe([0, 0], 0)), (5, None));
        table.store([0, 0], 0, &[0; PAYLOAD]);
        assert_eq!(table.probe([0, 0], 0), Some([0; PAYLOAD]));
        table.clear();
        assert_eq!(table.probe([0, 0], 0), None);
    }
}
