//! A table of which the search knows no more than that it is one, so that one search is compiled
//! for all designs. It counts nodes; its speed does not matter here.

use search::{CutoffNode, Hints, TableHandle, TranspositionTable};
use tt_core::Entry;

pub(crate) struct AnyTable<'a> {
    table: &'a dyn Erased,
}

impl<'a> AnyTable<'a> {
    pub(crate) fn new(table: &'a impl TranspositionTable) -> Self {
        Self { table }
    }
}

/// The methods of [`TranspositionTable`], behind a pointer.
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
        = AnyHandle<'t>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> AnyHandle<'_> {
        AnyHandle { handle: self.table.boxed(thread) }
    }

    fn advance_generation(&self) {
        self.table.grow_older();
    }

    fn hashfull(&self) -> u32 {
        self.table.fill()
    }
}

pub(crate) struct AnyHandle<'t> {
    handle: Box<dyn TableHandle + 't>,
}

impl TableHandle for AnyHandle<'_> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.handle.probe(key)
    }

    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        self.handle.probe_quiescence(key)
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        self.handle.store(key, entry, hints);
    }

    fn prefetch(&mut self, key: u64) {
        self.handle.prefetch(key);
    }

    fn settled(&mut self) -> u64 {
        self.handle.settled()
    }

    fn cutoff(&mut self, node: &CutoffNode<'_>, score: Option<i32>) -> Option<i32> {
        self.handle.cutoff(node, score)
    }
}
