//! A table behind a pointer.

use tt_core::Entry;

use super::{Hints, TableHandle, TranspositionTable};
use crate::hit::CutoffNode;

/// A table that is chosen while the program runs. One search is compiled for all tables; each look
/// at the table costs a virtual call.
///
/// ```
/// use search::{AnyTable, Limits, NoTable, Pool, Search, tt_core};
///
/// let table = tt_core::Table::new(1 << 20)?;
/// let nodes = |with_table: bool| {
///     let chosen = if with_table { AnyTable::new(&table) } else { AnyTable::new(&NoTable) };
///     let limits = Limits { depth: Some(6), ..Limits::default() };
///     let mut pool = Pool::new(|| |_: &search::movegen::Position| 0);
///     Search::new(&chosen).limits(limits).run(&mut pool).nodes
/// };
/// assert_ne!(nodes(true), nodes(false));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub struct AnyTable<'a> {
    table: &'a dyn Erased,
}

impl<'a> AnyTable<'a> {
    /// Creates a table that passes all calls on to `table`.
    #[must_use]
    pub fn new(table: &'a impl TranspositionTable) -> Self {
        Self { table }
    }
}

impl std::fmt::Debug for AnyTable<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyTable").finish_non_exhaustive()
    }
}

/// The methods of [`TranspositionTable`] without a type for its handle.
trait Erased: Sync {
    fn boxed(&self, thread: usize) -> Box<dyn TableHandle + '_>;
    fn grow_older(&self);
    fn fill(&self) -> u32;
}

impl<T: TranspositionTable> Erased for T {
    fn boxed(&self, thread: usize) -> Box<dyn TableHandle + '_> {
        Box::new(self.handle(thread))
    }

    fn grow_older(&self) {
        self.advance_generation();
    }

    fn fill(&self) -> u32 {
        self.hashfull()
    }
}

impl TranspositionTable for AnyTable<'_> {
    type Handle<'t>
        = Box<dyn TableHandle + 't>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> Self::Handle<'_> {
        self.table.boxed(thread)
    }

    fn advance_generation(&self) {
        self.table.grow_older();
    }

    fn hashfull(&self) -> u32 {
        self.table.fill()
    }
}

impl TableHandle for Box<dyn TableHandle + '_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        (**self).probe(key)
    }

    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        (**self).probe_quiescence(key)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        (**self).store(key, entry, hints);
    }

    fn prefetch(&mut self, key: u64) {
        (**self).prefetch(key);
    }

    fn settled(&mut self) -> u64 {
        (**self).settled()
    }

    fn cutoff(&mut self, node: &CutoffNode<'_>, score: Option<i32>) -> Option<i32> {
        (**self).cutoff(node, score)
    }
}
