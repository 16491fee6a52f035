//! Counts of a search's probes of the transposition table, and of their success.

use std::cell::Cell;
use std::fmt;
use std::ops::AddAssign;
use std::sync::{Mutex, PoisonError};

use search::{StoreHints, TableHandle, TranspositionTable};
use tt_core::Entry;

use crate::census::percent;

/// The counts of one search's probes of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    /// The number of probes: about one a node.
    pub(crate) probes: u64,
    /// The number of probes that found a record.
    pub(crate) found: u64,
    /// The number of records that settled their node.
    pub(crate) cutoffs: u64,
}

impl AddAssign for Hits {
    fn add_assign(&mut self, other: Self) {
        let Self { probes, found, cutoffs } = other;
        self.probes += probes;
        self.found += found;
        self.cutoffs += cutoffs;
    }
}

impl fmt::Display for Hits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { probes, found, cutoffs } = *self;
        let [found_share, cutoff_share] = [found, cutoffs].map(|part| percent(part, probes));
        write!(
            f,
            "{probes} probes, {found} found a record ({found_share}), {cutoffs} settled their node \
             ({cutoff_share})"
        )
    }
}

/// A table that counts the probes of one search. Each thread counts for itself and adds to the sum
/// when it is done, so that threads do not meet at the counters.
pub(crate) struct Counting<'t, T> {
    table: &'t T,
    sum: Mutex<Hits>,
}

impl<'t, T> Counting<'t, T> {
    /// Creates a counting table with counts of 0.
    pub(crate) fn new(table: &'t T) -> Self {
        Self { table, sum: Mutex::default() }
    }

    /// Returns the sum over the threads that are done.
    pub(crate) fn hits(&self) -> Hits {
        *self.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: TranspositionTable> TranspositionTable for Counting<'_, T> {
    type Handle<'h>
        = CountingHandle<'h, T::Handle<'h>>
    where
        Self: 'h;

    fn handle(&self, thread: usize) -> Self::Handle<'_> {
        let inner = self.table.handle(thread);
        CountingHandle { inner, probes: 0, found: 0, cutoffs: Cell::new(0), sum: &self.sum }
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// A thread's access to a [`Counting`] table.
pub(crate) struct CountingHandle<'h, H> {
    inner: H,
    probes: u64,
    found: u64,
    /// A `Cell`, because the count grows behind a shared borrow.
    cutoffs: Cell<u64>,
    sum: &'h Mutex<Hits>,
}

impl<H: TableHandle> CountingHandle<'_, H> {
    #[inline]
    fn count(&mut self, entry: Option<Entry>) -> Option<Entry> {
        self.probes += 1;
        self.found += u64::from(entry.is_some());
        entry
    }
}

impl<H: TableHandle> TableHandle for CountingHandle<'_, H> {
    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let entry = self.inner.probe(key);
        self.count(entry)
    }

    #[inline]
    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        let entry = self.inner.probe_quiescence(key);
        self.count(entry)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry, hints: StoreHints) {
        self.inner.store(key, entry, hints);
    }

    #[inline]
    fn prefetch(&mut self, key: u64) {
        self.inner.prefetch(key);
    }

    /// Counts a cutoff: the search calls this when the entry settles a node.
    #[inline]
    fn last_effort(&self) -> u64 {
        self.cutoffs.set(self.cutoffs.get() + 1);
        self.inner.last_effort()
    }
}

impl<H> Drop for CountingHandle<'_, H> {
    fn drop(&mut self) {
        let Self { probes, found, ref cutoffs, .. } = *self;
        let own = Hits { probes, found, cutoffs: cutoffs.get() };
        *self.sum.lock().unwrap_or_else(PoisonError::into_inner) += own;
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use search::{Limits, Pool, Search};
    use tt_core::Table;

    use super::*;

    #[test]
    fn threads_add_up_when_they_are_done() {
        let table = Table::new(1 << 10).unwrap();
        let counting = Counting::new(&table);
        let (mut one, mut other) = (counting.handle(0), counting.handle(1));
        assert_eq!(one.probe(7 << 60), None);
        one.store(7 << 60, Entry::default(), StoreHints::default());
        assert!(other.probe_quiescence(7 << 60).is_some());
        other.last_effort();
        assert_eq!(counting.hits(), Hits::default());
        drop(one);
        assert_eq!(counting.hits(), Hits { probes: 1, found: 0, cutoffs: 0 });
        drop(other);
        let hits = counting.hits();
        assert_eq!(hits, Hits { probes: 2, found: 1, cutoffs: 1 });
        assert_eq!(
            hits.to_string(),
            "2 probes, 1 found a record (50.0 %), 1 settled their node (50.0 %)"
        );
    }

    /// A node probes once each time that its move is searched, and counting changes nothing.
    #[test]
    fn a_search_asks_about_once_a_node() {
        let [plain, counted] = [1 << 16; 2].map(|bytes| Table::new(bytes).unwrap());
        let counting = Counting::new(&counted);
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let pool = || Pool::new(|| |position: &Position| position.count_legal() as i32);
        let expected = Search::new(&plain).limits(limits.clone()).run(&mut pool());
        let outcome = Search::new(&counting).limits(limits).run(&mut pool());
        assert_eq!(outcome, expected);
        let Hits { probes, found, cutoffs } = counting.hits();
        assert!(0 < cutoffs && cutoffs < found && found < probes, "{:?}", counting.hits());
        assert!(probes < 2 * outcome.nodes, "{probes} probes, {} nodes", outcome.nodes);
        assert!(2 * probes > outcome.nodes, "{probes} probes, {} nodes", outcome.nodes);
    }
}
