//! tt-core's tables, and references to any table, as tables of the search.

use std::sync::Arc;

use tt_core::{Entry, Handle, Layout, Replace, Statistics, Table};

use super::{Hints, TableHandle, TranspositionTable};

impl<L: Layout, R: Replace, S: Statistics> TranspositionTable for Table<Entry, L, R, S>
where
    Self: Sync,
{
    type Handle<'t>
        = Handle<'t, Entry, L, R, S>
    where
        Self: 't;

    fn handle(&self, _: usize) -> Self::Handle<'_> {
        Table::handle(self)
    }

    fn advance_generation(&self) {
        Self::advance_generation(self);
    }

    fn hashfull(&self) -> u32 {
        Self::hashfull(self)
    }
}

impl<L: Layout, R: Replace, S: Statistics> TableHandle for Handle<'_, Entry, L, R, S> {
    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        Handle::probe(self, key)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        Handle::store(self, key, entry);
    }

    #[inline]
    fn prefetch(&mut self, key: u64) {
        Handle::prefetch(self, key);
    }
}

impl<T: TranspositionTable> TranspositionTable for &T {
    type Handle<'t>
        = T::Handle<'t>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> T::Handle<'_> {
        T::handle(self, thread)
    }

    fn advance_generation(&self) {
        T::advance_generation(self);
    }

    fn hashfull(&self) -> u32 {
        T::hashfull(self)
    }
}

impl<T: TranspositionTable + Send> TranspositionTable for Arc<T> {
    type Handle<'t>
        = T::Handle<'t>
    where
        Self: 't;

    fn handle(&self, thread: usize) -> T::Handle<'_> {
        T::handle(self, thread)
    }

    fn advance_generation(&self) {
        T::advance_generation(self);
    }

    fn hashfull(&self) -> u32 {
        T::hashfull(self)
    }
}
