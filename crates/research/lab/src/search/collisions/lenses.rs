//! False matches: injected, and from keys that are cut short.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use search::{Hints, TableHandle, TranspositionTable};
use self_play::Random;
use tt_core::Entry;

use crate::search::lens::Lens;

/// The number of last records from which a false one is drawn.
const KEPT: usize = 4_096;

/// A lens that gives every `every`th probe the record of another position.
pub(super) struct Injected {
    every: Option<u64>,
    probes: u64,
    random: Random,
    stored: Vec<(u64, Entry)>,
    next: usize,
}

impl Injected {
    /// Creates a lens with a false match at every `every`th probe; never without it.
    pub(super) fn new(every: Option<u64>, seed: u64) -> Self {
        Self { every, probes: 0, random: Random::new(seed), stored: Vec::new(), next: 0 }
    }
}

impl Lens for Injected {
    fn probe(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        self.probes += 1;
        if self.stored.is_empty()
            || !self.every.is_some_and(|every| self.probes.is_multiple_of(every))
        {
            return found;
        }
        let place = self.random.below(self.stored.len());
        let (owner, entry) = self.stored[place];
        if owner == key { found } else { Some(entry) }
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) -> bool {
        if self.stored.len() < KEPT {
            self.stored.push((key, entry));
        } else {
            self.stored[self.next] = (key, entry);
            self.next = (self.next + 1) % KEPT;
        }
        true
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HitCount {
    pub(super) probes: u64,
    /// Hits of records that belong to another position.
    pub(super) wrong: u64,
}

/// A table that distinguishes positions of one bucket by few bits of their keys.
pub(super) struct ShortLock<'a, T> {
    pub(super) table: &'a T,
    /// Bits that choose the bucket, the highest of the key.
    pub(super) index_bits: u32,
    /// Bits that are compared, the lowest.
    pub(super) lock_bits: u32,
    pub(super) seen: Mutex<HitCount>,
}

impl<T: TranspositionTable> TranspositionTable for ShortLock<'_, T> {
    type Handle<'t>
        = ShortLockHandle<'t, T>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> ShortLockHandle<'_, T> {
        let low = u64::MAX.checked_shr(u64::BITS - self.lock_bits).unwrap_or(0);
        let high = !(u64::MAX >> self.index_bits);
        ShortLockHandle {
            handle: self.table.handle(thread),
            mask: low | high,
            owners: HashMap::new(),
            seen: HitCount::default(),
            sum: &self.seen,
        }
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// A thread's access; it also knows whose record is whose.
pub(super) struct ShortLockHandle<'t, T: TranspositionTable + 't> {
    handle: T::Handle<'t>,
    mask: u64,
    owners: HashMap<u64, u64>,
    seen: HitCount,
    sum: &'t Mutex<HitCount>,
}

impl<T: TranspositionTable> TableHandle for ShortLockHandle<'_, T> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.seen.probes += 1;
        let short = key & self.mask;
        let found = self.handle.probe(short)?;
        self.seen.wrong += u64::from(self.owners.get(&short).is_some_and(|&owner| owner != key));
        Some(found)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        let short = key & self.mask;
        self.handle.store(short, entry, hints);
        // A policy may have refused it.
        let kept = self.handle.probe(short).is_some_and(|kept| {
            (kept.score, kept.draft, kept.bound) == (entry.score, entry.draft, entry.bound)
        });
        if kept {
            self.owners.insert(short, key);
        }
    }
}

impl<'t, T: TranspositionTable + 't> Drop for ShortLockHandle<'t, T> {
    fn drop(&mut self) {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.probes += self.seen.probes;
        sum.wrong += self.seen.wrong;
    }
}

#[cfg(test)]
mod tests {
    use search::StoreHints;
    use tt_core::Table;

    use super::*;

    #[test]
    fn a_false_match_comes_after_every_so_many_probes() {
        let entry = Entry { score: 9, ..Entry::default() };
        let mut lens = Injected::new(Some(3), 1);
        assert!((0..6).all(|key| lens.probe(key, None).is_none()), "nothing is stored yet");
        assert!(lens.store(100, entry, &StoreHints::default));
        let answers: Vec<bool> = (0..6).map(|key| lens.probe(key, None).is_some()).collect();
        assert_eq!(answers, [false, false, true, false, false, true]);
        let mut never = Injected::new(None, 1);
        never.store(100, entry, &StoreHints::default);
        assert!((0..99).all(|key| never.probe(key, None).is_none()));
        // Its own record is no false one.
        assert!((0..9).all(|_| lens.probe(100, None).is_none()));
    }

    #[test]
    fn keys_that_differ_in_the_cut_bits_alone_are_taken_for_each_other() {
        let table: Table = Table::new(64 << 4).unwrap();
        let short =
            ShortLock { table: &table, index_bits: 4, lock_bits: 8, seen: Mutex::default() };
        let mut handle = short.handle(0);
        let key = 0x7000_0000_0000_0011;
        handle.store(key, Entry { score: 3, ..Entry::default() }, &StoreHints::default);
        for (other, wrong) in [(key, 0), (key | 0x100, 1), (key | 1 << 50, 2)] {
            assert_eq!(handle.probe(other).map(|entry| entry.score), Some(3), "{other:#x}");
            assert_eq!(handle.seen.wrong, wrong);
        }
        assert_eq!(handle.probe(key ^ 1), None);
        assert_eq!(handle.probe(key ^ 1 << 62), None);
        drop(handle);
        assert_eq!(short.seen.into_inner().unwrap().probes, 5);
    }
}
