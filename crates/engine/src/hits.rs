//! Counts of a search's probes of the transposition table, and of their success.

use std::ops::AddAssign;
use std::sync::{Mutex, PoisonError};

use search::{Hints, TableHandle};
use tt_core::{Entry, Handle};

/// The counts of one search's probes of the table ([`Hash::hits`](crate::Hash::hits)).
///
/// ```
/// use engine::{Engine, Game, Request};
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// engine.analyse(&Game::default(), &Request::nodes(5_000), &mut |_| ());
/// let hits = engine.hash().hits();
/// assert!(hits.cutoffs <= hits.found && hits.found < hits.probes);
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// The number of probes: about one a node.
    pub probes: u64,
    /// The number of probes that found a record.
    pub found: u64,
    /// The number of records that settled their node.
    pub cutoffs: u64,
}

impl AddAssign for Hits {
    fn add_assign(&mut self, other: Self) {
        let Self { probes, found, cutoffs } = other;
        self.probes += probes;
        self.found += found;
        self.cutoffs += cutoffs;
    }
}

#[derive(Debug, Default)]
pub(crate) struct Sum(Mutex<Hits>);

impl Sum {
    /// Returns the sum over the threads that are done.
    pub(crate) fn get(&self) -> Hits {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the sum to 0.
    pub(crate) fn reset(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Hits::default();
    }

    fn add(&self, hits: Hits) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += hits;
    }
}

/// A thread's access to the table. The thread counts for itself and adds to the sum when it is
/// done, so that threads do not meet at the counters.
#[derive(Debug)]
pub struct CountingHandle<'t> {
    records: Handle<'t>,
    hits: Hits,
    sum: &'t Sum,
}

impl<'t> CountingHandle<'t> {
    /// Creates a handle with counts of 0.
    pub(crate) fn new(records: Handle<'t>, sum: &'t Sum) -> Self {
        Self { records, hits: Hits::default(), sum }
    }
}

impl TableHandle for CountingHandle<'_> {
    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let entry = self.records.probe(key);
        self.hits.probes += 1;
        self.hits.found += u64::from(entry.is_some());
        entry
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        self.records.store(key, entry);
    }

    #[inline]
    fn prefetch(&mut self, key: u64) {
        self.records.prefetch(key);
    }

    #[inline]
    fn settled(&mut self) -> u64 {
        self.hits.cutoffs += 1;
        0
    }
}

impl Drop for CountingHandle<'_> {
    fn drop(&mut self) {
        self.sum.add(self.hits);
    }
}
