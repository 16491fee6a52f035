//! A table of the search, seen through a lens: the answer to a probe may be changed, a store may be
//! dropped, and both can be counted.

use std::sync::{Mutex, MutexGuard, PoisonError};

use search::{CutoffNode, Hints, TableHandle, TranspositionTable};
use tt_core::Entry;

/// A filter between a search and its table. Each thread of a search has its own.
pub(crate) trait Lens {
    /// Returns the entry that the search gets when the table has `found` for a key.
    fn probe(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        let _ = key;
        found
    }

    /// Returns the entry that the search gets in quiescence; as outside of it by default.
    fn probe_quiescence(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        self.probe(key, found)
    }

    /// Returns whether the table gets an entry that the search stores.
    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) -> bool {
        let _ = (key, entry, hints);
        true
    }

    /// Takes note that the entry of the last probe, which cost `nodes`, settled a node.
    fn settled(&mut self, nodes: u64) {
        let _ = nodes;
    }

    /// Returns the score that settles a node, which the engine's rule settles by `score` or not at
    /// all; `probe` looks into the table.
    fn cutoff(
        &mut self,
        node: &CutoffNode<'_>,
        score: Option<i32>,
        probe: &mut dyn FnMut(u64) -> Option<Entry>,
    ) -> Option<i32> {
        let _ = (node, probe);
        score
    }
}

/// A table behind lenses, which `make` gives to the threads of a search.
pub(crate) struct Seen<'a, T, F> {
    pub(crate) table: &'a T,
    pub(crate) make: F,
}

impl<T: TranspositionTable, L: Lens, F: Fn() -> L + Sync> TranspositionTable for Seen<'_, T, F> {
    type Handle<'t>
        = SeenHandle<T::Handle<'t>, L>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> Self::Handle<'_> {
        SeenHandle { handle: self.table.handle(thread), lens: (self.make)() }
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// A thread's access to a table behind a lens.
pub(crate) struct SeenHandle<H, L> {
    handle: H,
    lens: L,
}

impl<H: TableHandle, L: Lens> TableHandle for SeenHandle<H, L> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let found = self.handle.probe(key);
        self.lens.probe(key, found)
    }

    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        let found = self.handle.probe_quiescence(key);
        self.lens.probe_quiescence(key, found)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        if self.lens.store(key, entry, hints) {
            self.handle.store(key, entry, hints);
        }
    }

    fn prefetch(&mut self, key: u64) {
        self.handle.prefetch(key);
    }

    fn settled(&mut self) -> u64 {
        let nodes = self.handle.settled();
        self.lens.settled(nodes);
        nodes
    }

    fn cutoff(&mut self, node: &CutoffNode<'_>, score: Option<i32>) -> Option<i32> {
        self.lens.cutoff(node, score, &mut |key| self.handle.probe(key))
    }
}

/// Locks what the lenses of all threads write to.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns whether the table kept an entry, whatever it did to its move and age.
pub(crate) fn is_same(kept: Entry, entry: Entry) -> bool {
    (kept.score, kept.draft, kept.bound) == (entry.score, entry.draft, entry.bound)
}
