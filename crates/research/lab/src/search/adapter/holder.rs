//! Access of a search's threads to a table.

use std::sync::{Mutex, PoisonError};

use tt_classics::hinted::CountedNodes;
use tt_core::{AllocError, Layout, Table};

use super::record::Record;

/// A table that the threads of a search may use at the same time.
pub(crate) trait Holder: Sync + Sized {
    type Record: Record;
    type Layout: Layout;
    /// Which of them give way, and which nodes count as a record's effort.
    type Policy: CountedNodes;

    /// Creates an empty table in at most `bytes` bytes.
    fn new(bytes: usize) -> Result<Self, AllocError>;

    fn with<T>(
        &self,
        work: impl FnOnce(&Table<Self::Record, Self::Layout, Self::Policy>) -> T,
    ) -> T;
}

/// A table whose layout any number of threads may use at once.
impl<P: Record, L: Layout, R: CountedNodes> Holder for Table<P, L, R>
where
    Self: Sync,
{
    type Record = P;
    type Layout = L;
    type Policy = R;

    fn new(bytes: usize) -> Result<Self, AllocError> {
        Self::with_parts(bytes)
    }

    #[inline]
    fn with<T>(&self, work: impl FnOnce(&Self) -> T) -> T {
        work(self)
    }
}

/// A table of one thread: each access takes the lock.
impl<P: Record, L: Layout, R: CountedNodes> Holder for Mutex<Table<P, L, R>>
where
    Table<P, L, R>: Send,
{
    type Record = P;
    type Layout = L;
    type Policy = R;

    fn new(bytes: usize) -> Result<Self, AllocError> {
        Table::with_parts(bytes).map(Self::new)
    }

    fn with<T>(&self, work: impl FnOnce(&Table<P, L, R>) -> T) -> T {
        work(&self.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
