//! A table of the search that shows its deep records to other ranks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use search::{Hints, TableHandle, TranspositionTable};
use tt_core::Entry;

use crate::{Deepest, Record};

/// Records of a greater draft than this are shared: enough to be worth a message, and few.
pub const SHARED_DRAFT: i16 = 3;

/// The records that the threads of a rank have to show, and their nodes. Each thread has a place of
/// its own, so that none waits for another.
#[derive(Debug, Default)]
pub struct Outbox {
    threads: Vec<Place>,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Place {
    deepest: Mutex<Deepest>,
    nodes: AtomicU64,
}

impl Outbox {
    /// Creates an outbox for `threads` threads. A thread beyond shows nothing.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        Self { threads: (0..threads).map(|_| Place::default()).collect() }
    }

    /// Takes the records that all threads have to show.
    pub fn take(&self, records: &mut Vec<Record>) {
        for Place { deepest, .. } in &self.threads {
            records.extend(deepest.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    }

    /// Returns the nodes of all threads while they search: an estimate, up to a fifth too great,
    /// since the search fetches a record ahead for each node and for some moves that it then skips.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|place| place.nodes.load(Ordering::Relaxed)).sum()
    }
}

/// A table whose records of a draft greater than [`SHARED_DRAFT`] are offered to an [`Outbox`]. The
/// search gets the answers of the table itself. So a search that no rank joins is the same:
///
/// ```
/// use cluster::{Outbox, SHARED_DRAFT, Sharing};
/// use search::{Limits, Pool, Search, movegen::Position, tt_core::Table};
///
/// let (plain, shown) = (Table::new(1 << 16)?, Table::new(1 << 16)?);
/// let outbox = Outbox::new(1);
/// let limits = Limits { depth: Some(6), ..Limits::default() };
/// let mut pool = Pool::new(|| |_: &Position| 0);
/// let alone = Search::new(&plain).limits(limits.clone()).run(&mut pool);
/// pool.clear();
/// let sharing = Sharing::new(&shown, &outbox);
/// let outcome = Search::new(&sharing).limits(limits).run(&mut pool);
/// assert_eq!((alone.best, alone.nodes), (outcome.best, outcome.nodes));
///
/// let mut records = Vec::new();
/// outbox.take(&mut records);
/// assert!(!records.is_empty());
/// assert!(records.iter().all(|record| record.entry.draft > SHARED_DRAFT));
/// let counted = outbox.nodes() as f64 / outcome.nodes as f64;
/// assert!((1.0..1.3).contains(&counted), "{counted}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sharing<'t, T> {
    table: &'t T,
    outbox: &'t Outbox,
}

impl<'t, T> Sharing<'t, T> {
    /// Creates a table that shows the records of `table` in `outbox`.
    pub const fn new(table: &'t T, outbox: &'t Outbox) -> Self {
        Self { table, outbox }
    }
}

impl<T: TranspositionTable> TranspositionTable for Sharing<'_, T> {
    type Handle<'h>
        = SharingHandle<'h, T::Handle<'h>>
    where
        Self: 'h;

    fn handle(&self, thread: usize) -> Self::Handle<'_> {
        let inner = self.table.handle(thread);
        SharingHandle { inner, place: self.outbox.threads.get(thread), nodes: 0 }
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

/// A thread's access to a [`Sharing`] table.
#[derive(Debug)]
pub struct SharingHandle<'h, H> {
    inner: H,
    place: Option<&'h Place>,
    nodes: u64,
}

impl<H: TableHandle> TableHandle for SharingHandle<'_, H> {
    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.inner.probe(key)
    }

    #[inline]
    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        self.inner.probe_quiescence(key)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        // While another thread takes what is there, a record is not worth the wait.
        if entry.draft > SHARED_DRAFT
            && let Some(mut shown) = self.place.and_then(|place| place.deepest.try_lock().ok())
        {
            shown.offer(Record { key, entry });
        }
        self.inner.store(key, entry, hints);
    }

    #[inline]
    fn prefetch(&mut self, key: u64) {
        self.nodes += 1;
        if let Some(place) = self.place {
            place.nodes.store(self.nodes, Ordering::Relaxed);
        }
        self.inner.prefetch(key);
    }

    #[inline]
    fn settled(&mut self) -> u64 {
        self.inner.settled()
    }
}

#[cfg(test)]
mod tests {
    use engine::Engine;
    use search::StoreHints;

    use super::*;

    #[test]
    fn a_search_of_the_shared_table_is_one_of_the_table() {
        let engine = Engine::builder().hash(1 << 10).build().expect("a table");
        let (table, outbox) = (engine.hash(), Outbox::new(1));
        let sharing = Sharing::new(table, &outbox);
        let mut handle = sharing.handle(0);
        for key in 0..64 {
            handle.store(key << 58, Entry::default(), &StoreHints::default);
        }
        handle.settled();
        drop(handle);
        assert_eq!(table.hits().cutoffs, 1);
        assert!(sharing.hashfull() > 0 && sharing.hashfull() == table.hashfull());
        sharing.advance_generation();
        assert_eq!((table.hashfull(), table.hits().cutoffs), (0, 0));
    }
}
