//! tt-core's table between processes as a table of the search.

use tt_core::{Entry, Handle, Replace, Shareable, SharedTable, Statistics};

use super::{Hints, TableHandle, TranspositionTable};

/// A thread's access to a [`SharedTable`]; none if the table failed its check.
#[derive(Clone, Copy, Debug)]
pub struct SharedHandle<'t, L: Shareable, R: Replace, S: Statistics>(
    Option<Handle<'t, Entry, L, R, S>>,
);

/// The generation belongs to all who are attached: each search of each process advances it.
///
/// Each search [checks](SharedTable::check) the table first. If its file was cut short, removed or
/// replaced, the search does without it.
impl<L: Shareable, R: Replace, S: Statistics> TranspositionTable for SharedTable<Entry, L, R, S>
where
    Self: Sync,
{
    type Handle<'t>
        = SharedHandle<'t, L, R, S>
    where
        Self: 't;

    fn handle(&self, _: usize) -> SharedHandle<'_, L, R, S> {
        SharedHandle(self.check().is_ok().then(|| Self::handle(self)))
    }

    fn advance_generation(&self) {
        // A table that cannot be used is left alone; its handles find that out themselves.
        Self::advance_generation(self).ok();
    }

    fn hashfull(&self) -> u32 {
        if self.check().is_ok() { Self::hashfull(self) } else { 0 }
    }
}

impl<L: Shareable, R: Replace, S: Statistics> TableHandle for SharedHandle<'_, L, R, S> {
    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.0?.probe(key)
    }

    #[inline]
    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        if let Some(table) = self.0 {
            table.store(key, entry);
        }
    }

    #[inline]
    fn prefetch(&mut self, key: u64) {
        if let Some(table) = self.0 {
            table.prefetch(key);
        }
    }
}
