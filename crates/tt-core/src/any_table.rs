//! [`AnyTable`]: the operations that every kind of table has; [`OwnedHandle`]: access that borrows
//! nothing.

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::convert::Infallible;
use core::error::Error;
#[cfg(target_has_atomic = "ptr")]
use core::fmt;

use crate::{Handle, Layout, Payload, Replace, Statistics, Table};

/// The handle of a table of the kind `T`.
type HandleOf<'t, T> = Handle<
    't,
    <T as AnyTable>::Payload,
    <T as AnyTable>::Layout,
    <T as AnyTable>::Policy,
    <T as AnyTable>::Statistics,
>;

/// A table of one process or one that processes share: what code needs that serves both.
#[cfg_attr(
    all(feature = "shared", unix, target_has_atomic = "64", not(loom)),
    doc = "The kinds are [`Table`] and [`SharedTable`](crate::SharedTable)."
)]
///
/// ```
/// use tt_core::{AnyTable, Entry, Table};
///
/// /// Counts a visit of a position.
/// fn visit<T: AnyTable<Payload = Entry>>(table: &T, key: u64) -> Result<i16, T::Error> {
///     table.advance_generation()?;
///     table.prefetch(key);
///     let count = |entry: Entry| Entry { score: entry.score + 1, ..entry };
///     let visited = table.update(key, count).unwrap_or_else(|| {
///         let first = count(Entry::default());
///         table.store(key, first);
///         first
///     });
///     Ok(visited.score)
/// }
///
/// let mut table = Table::new(1 << 20)?;
/// assert_eq!([visit(&table, 7), visit(&table, 7)], [Ok(1), Ok(2)]);
/// AnyTable::clear(&mut table, 1)?;
/// assert_eq!((table.probe(7), AnyTable::generation(&table)), (None, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyTable: Sized {
    /// The payload that is kept for a key.
    type Payload: Payload;
    /// The layout of records in memory.
    type Layout: Layout;
    /// The replacement policy.
    type Policy: Replace;
    /// The statistics of the operations.
    type Statistics: Statistics;
    /// The refusal of a table that others use, or that was cut short.
    type Error: Error;

    /// Returns a handle to the records.
    fn handle(&self) -> HandleOf<'_, Self>;

    /// Begins a new generation.
    ///
    /// # Errors
    /// If the table must not be used any more.
    fn advance_generation(&self) -> Result<(), Self::Error>;

    /// Empties the table with up to `threads` threads, and sets its generation to 0.
    ///
    /// # Errors
    /// If others use the table.
    fn clear(&mut self, threads: usize) -> Result<(), Self::Error>;

    /// Returns the number of generations that have begun since the table was empty.
    #[must_use]
    fn generation(&self) -> u64 {
        self.handle().generation.now()
    }

    /// Returns the record of `key`, as [`Table::probe`] does.
    #[inline]
    #[must_use]
    fn probe(&self, key: u64) -> Option<Self::Payload> {
        self.handle().probe(key)
    }

    /// Offers a record of `key`, as [`Table::store`] does.
    #[inline]
    fn store(&self, key: u64, payload: Self::Payload) {
        self.handle().store(key, payload);
    }

    /// Changes the record of `key`, as [`Table::update`] does.
    fn update(
        &self,
        key: u64,
        change: impl FnMut(Self::Payload) -> Self::Payload,
    ) -> Option<Self::Payload> {
        self.handle().update(key, change)
    }

    /// Brings the bucket of `key` nearer, as [`Table::prefetch`] does.
    #[inline]
    fn prefetch(&self, key: u64) {
        self.handle().prefetch(key);
    }
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> AnyTable for Table<P, L, R, S> {
    type Payload = P;
    type Layout = L;
    type Policy = R;
    type Statistics = S;
    type Error = Infallible;

    #[inline]
    fn handle(&self) -> Handle<'_, P, L, R, S> {
        Self::handle(self)
    }

    fn advance_generation(&self) -> Result<(), Infallible> {
        Self::advance_generation(self);
        Ok(())
    }

    fn clear(&mut self, threads: usize) -> Result<(), Infallible> {
        Self::clear(self, threads);
        Ok(())
    }
}

#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
impl<P, L, R, S> AnyTable for crate::SharedTable<P, L, R, S>
where
    P: Payload,
    L: crate::Shareable,
    R: Replace,
    S: Statistics,
{
    type Payload = P;
    type Layout = L;
    type Policy = R;
    type Statistics = S;
    type Error = crate::SharedError;

    #[inline]
    fn handle(&self) -> Handle<'_, P, L, R, S> {
        Self::handle(self)
    }

    fn advance_generation(&self) -> Result<(), crate::SharedError> {
        Self::advance_generation(self)
    }

    fn clear(&mut self, threads: usize) -> Result<(), crate::SharedError> {
        Self::clear(self, threads)
    }
}

/// Access to a table that it keeps alive: the form of [`Handle`] for threads and objects that
/// cannot borrow. An operation reads one pointer more than that of a borrowed handle, which
/// [`handle`](Self::handle) returns for a loop.
///
/// ```
/// use std::sync::Arc;
/// use std::thread;
///
/// use tt_core::{Entry, OwnedHandle, Table};
///
/// let handle = OwnedHandle::new(Arc::new(Table::new(1 << 20)?));
/// let other = handle.clone();
/// let thread = thread::spawn(move || other.store(7, Entry { mv: 5, ..Entry::default() }));
/// thread.join().expect("it does not panic");
/// assert_eq!(handle.probe(7).map(|entry| entry.mv), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[cfg(target_has_atomic = "ptr")]
pub struct OwnedHandle<T = Table>(Arc<T>);

#[cfg(target_has_atomic = "ptr")]
impl<T: AnyTable> OwnedHandle<T> {
    /// Creates a handle to the table.
    #[must_use]
    pub const fn new(table: Arc<T>) -> Self {
        Self(table)
    }

    /// Returns the table.
    #[must_use]
    pub const fn table(&self) -> &Arc<T> {
        &self.0
    }

    /// Returns a handle that borrows from this one.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> HandleOf<'_, T> {
        self.0.handle()
    }

    /// Returns the record of `key`, as [`Table::probe`] does.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<T::Payload> {
        self.0.probe(key)
    }

    /// Offers a record of `key`, as [`Table::store`] does.
    #[inline]
    pub fn store(&self, key: u64, payload: T::Payload) {
        self.0.store(key, payload);
    }

    /// Changes the record of `key`, as [`Table::update`] does.
    pub fn update(
        &self,
        key: u64,
        change: impl FnMut(T::Payload) -> T::Payload,
    ) -> Option<T::Payload> {
        self.0.update(key, change)
    }

    /// Brings the bucket of `key` nearer, as [`Table::prefetch`] does.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }
}

#[cfg(target_has_atomic = "ptr")]
impl<T> Clone for OwnedHandle<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

#[cfg(target_has_atomic = "ptr")]
impl<T> From<Arc<T>> for OwnedHandle<T> {
    fn from(table: Arc<T>) -> Self {
        Self(table)
    }
}

#[cfg(target_has_atomic = "ptr")]
impl<T: fmt::Debug> fmt::Debug for OwnedHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnedHandle").field(&self.0).finish()
    }
}
