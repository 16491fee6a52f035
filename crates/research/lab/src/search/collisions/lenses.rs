//! False matches: injected, and from keys that are cut short.

use std::collections::HashMap;
use std::sync::Mutex;

use search::{Hints, TableHandle, TranspositionTable};
use self_play::Random;
use tt_core::{Entry, Table};

use crate::search::lens::{Lens, is_same, lock};

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

/// A table that distinguishes positions of one bucket by few bits of their keys, for one thread.
pub(super) struct ShortLock {
    table: Table,
    mask: u64,
    /// The key of each record by its bits that count.
    owners: Mutex<HashMap<u64, u64>>,
    pub(super) seen: Mutex<HitCount>,
}

impl ShortLock {
    /// The `index_bits` highest bits of a key choose the bucket, the `lock_bits` lowest are
    /// compared.
    pub(super) fn new(table: Table, index_bits: u32, lock_bits: u32) -> Self {
        let low = u64::MAX.checked_shr(u64::BITS - lock_bits).unwrap_or(0);
        let mask = low | !(u64::MAX >> index_bits);
        Self { table, mask, owners: Mutex::default(), seen: Mutex::default() }
    }
}

impl TranspositionTable for ShortLock {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

impl TableHandle for &ShortLock {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let mut seen = lock(&self.seen);
        seen.probes += 1;
        let short = key & self.mask;
        let found = self.table.probe(short)?;
        seen.wrong += u64::from(lock(&self.owners).get(&short).is_some_and(|&owner| owner != key));
        Some(found)
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        let short = key & self.mask;
        self.table.store(short, entry);
        // A policy may have refused it.
        if self.table.probe(short).is_some_and(|kept| is_same(kept, entry)) {
            lock(&self.owners).insert(short, key);
        }
    }
}

#[cfg(test)]
mod tests {
    use search::StoreHints;

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
        let short = ShortLock::new(Table::new(64 << 4).unwrap(), 4, 8);
        let mut handle = short.handle(0);
        let key = 0x7000_0000_0000_0011;
        handle.store(key, Entry { score: 3, ..Entry::default() }, &StoreHints::default);
        for (other, wrong) in [(key, 0), (key | 0x100, 1), (key | 1 << 50, 2)] {
            assert_eq!(handle.probe(other).map(|entry| entry.score), Some(3), "{other:#x}");
            assert_eq!(lock(&short.seen).wrong, wrong);
        }
        assert_eq!(handle.probe(key ^ 1), None);
        assert_eq!(handle.probe(key ^ 1 << 62), None);
        assert_eq!(lock(&short.seen).probes, 5);
    }
}
