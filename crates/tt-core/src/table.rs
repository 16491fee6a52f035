//! The table: probe, store, ageing, size.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use static_assertions::assert_impl_all;

use crate::age::Generation;
use crate::bucket::Bucket;
use crate::handle::Handle;
use crate::memory::{Buckets, MemoryReport, Pages, threads_for};
use crate::operations::operations;
use crate::settler::Settler;
use crate::snapshot::Snapshot;
use crate::{
    Ageing, AllocError, Entry, Index, Layout, NoStatistics, Payload, Record, Replace, Statistics,
    Wide,
};

/// A transposition table of fixed size, shared by any number of threads without a lock.
///
/// A probe returns what some store put there for that key, or nothing. [`probe`](Self::probe),
/// [`store`](Self::store), [`prefetch`](Self::prefetch),
/// [`advance_generation`](Self::advance_generation) and [`hashfull`](Self::hashfull) take `&self`
/// and may race with each other in any way: a store may be lost to another one, never mixed with
/// it. [`resize`](Self::resize) and [`clear`](Self::clear) take `&mut self`, so that the compiler
/// proves that no search is running.
///
/// Keys must be well mixed in all 64 bits: their high bits choose the bucket, and the others
/// separate a torn record from a whole one. Small integers go through an invertible mixer first.
///
/// [`new`](Table::new) and [`resize`](Self::resize) allocate the buckets. Beside them
/// [`snapshot`](Self::snapshot) allocates its histograms, [`clear`](Self::clear) its threads,
/// [`memory`](Self::memory) what it reads from the system, and files their buffers. Nothing that a
/// search calls allocates.
///
/// `P` is the payload that is kept for a key, `L` how records lie in memory, `R` the replacement
/// policy, `S` the statistics of the operations.
///
/// Threads share a reference, and there is nothing to lock:
///
/// ```
/// use tt_core::{Entry, Table};
///
/// let mixed = |n: u64| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
/// let table = Table::new(1 << 20)?;
/// std::thread::scope(|scope| {
///     for thread in 0..2 {
///         let table = &table;
///         scope.spawn(move || {
///             for n in (thread..1_000).step_by(2) {
///                 table.store(mixed(n), Entry { mv: n as u16, ..Entry::default() });
///             }
///         });
///     }
/// });
/// let found = (0..1_000).filter(|&n| table.probe(mixed(n)).is_some_and(|e| e.mv == n as u16));
/// assert_eq!(found.count(), 1_000);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// While a reference is out, none of the operations that need the table for themselves compiles:
///
/// ```compile_fail,E0502
/// # let mut table = tt_core::Table::new(1 << 20)?;
/// let searching = &table;
/// table.resize(1 << 21)?;
/// let _ = searching.probe(1);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
///
/// ```compile_fail,E0502
/// # let mut table = tt_core::Table::new(1 << 20)?;
/// let searching = &table;
/// table.clear(1);
/// let _ = searching.probe(1);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub struct Table<
    P: Payload = Entry,
    L: Layout = Wide,
    R: Replace = Ageing,
    S: Statistics = NoStatistics,
> {
    buckets: Buckets<L::Bucket>,
    index: L::Index,
    generation: Generation,
    statistics: S,
    kind: PhantomData<fn() -> (P, R)>,
}

assert_impl_all!(Table: Send, Sync);

impl Table {
    /// Creates an empty table of the default parts ([`Entry`], [`Wide`], [`Ageing`], no statistics)
    /// in at most `bytes` bytes: any number, not only powers of two. All the memory is touched, by
    /// as many threads as the machine runs at once.
    ///
    /// ```
    /// use tt_core::{Entry, Table};
    ///
    /// let table = Table::new(16 << 20)?;
    /// table.store(0x9d39_247e_3377_6d41, Entry { mv: 5, ..Entry::default() });
    /// assert_eq!(table.probe(0x9d39_247e_3377_6d41).map(|entry| entry.mv), Some(5));
    /// # Ok::<(), tt_core::AllocError>(())
    /// ```
    ///
    /// # Errors
    /// If `bytes` does not hold one bucket (64 bytes in the wide layout), exceeds the address space
    /// or, from 2 MiB on, the memory available (on Linux, with the limits of control groups), or if
    /// the allocator refuses.
    pub fn new(bytes: usize) -> Result<Self, AllocError> {
        Self::with_parts(bytes)
    }
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> Table<P, L, R, S> {
    /// Creates an empty table of the parts that its type names, as [`new`](Table::new) does for the
    /// default ones. Parameters up to the last one that differs are written out.
    ///
    /// ```
    /// use tt_core::{Ageing, Counters, Dense, Entry, Table, Wide};
    ///
    /// let dense: Table<Entry, Dense> = Table::with_parts(1 << 20)?;
    /// let counting = Table::<Entry, Wide, Ageing, Counters>::with_parts(1 << 20)?;
    /// assert_eq!(dense.capacity(), counting.capacity() * 6 / 4);
    /// # Ok::<(), tt_core::AllocError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Table::new).
    pub fn with_parts(bytes: usize) -> Result<Self, AllocError> {
        Self::with_pages(bytes, Pages::default())
    }

    /// Creates a table as [`with_parts`](Self::with_parts) does, on pages of the given size.
    /// [`memory`](Self::memory) reports what the system granted; a refusal is no error.
    ///
    /// # Errors
    /// As for [`new`](Table::new).
    pub fn with_pages(bytes: usize, pages: Pages) -> Result<Self, AllocError> {
        const { Handle::<P, L, R, S>::IS_SOUND };
        let buckets = Buckets::new(bytes, pages, threads_for(bytes))?;
        let index = L::Index::new(buckets.len());
        let (generation, statistics) = (Generation::default(), S::default());
        Ok(Self { buckets, index, generation, statistics, kind: PhantomData })
    }

    operations!();

    /// Begins a new generation: to be called once before each search of the game.
    pub fn advance_generation(&self) {
        self.generation.advance();
    }

    /// Returns a report of the table's memory. It reads files of the system, so it is not for the
    /// hot path.
    #[must_use]
    pub fn memory(&self) -> MemoryReport {
        self.buckets.report()
    }

    /// Gives the table another size. It keeps every record that fits, and where they do not all
    /// fit, those that the policy values most; a layout without whole keys keeps none. The same
    /// number of buckets as before is no work at all.
    ///
    /// Both sizes are in memory at once while the records move.
    ///
    /// # Errors
    /// As for [`new`](Table::new). The table is then as it was.
    pub fn resize(&mut self, bytes: usize) -> Result<(), AllocError> {
        if bytes / size_of::<L::Bucket>() == self.buckets() {
            return Ok(());
        }
        let mut resized = Self::with_pages(bytes, self.buckets.asked())?;
        core::mem::swap(&mut resized.generation, &mut self.generation);
        core::mem::swap(&mut resized.statistics, &mut self.statistics);
        let mut settler = Settler::new(resized.handle());
        for (key, bits) in self.records() {
            settler.push(key, bits);
        }
        settler.finish();
        *self = resized;
        Ok(())
    }

    /// Empties the table with up to `threads` threads. The generation begins at 0 again; what the
    /// [`statistics`](Self::statistics) counted stays.
    pub fn clear(&mut self, threads: usize) {
        self.buckets.clear(threads);
        self.generation = Generation::default();
    }

    /// Calls `see` for each record in the buckets of these numbers with the bucket, the slot and
    /// the record, and allocates nothing: for pictures of a table.
    ///
    /// ```
    /// use tt_core::{Entry, Index, MultiplyHigh, Table};
    ///
    /// let table = Table::new(1 << 16)?;
    /// table.store(7 << 60, Entry { draft: 12, ..Entry::default() });
    /// let mut seen = Vec::new();
    /// table.visit(0..table.buckets(), |bucket, slot, record| {
    ///     seen.push((bucket, slot, record.payload.draft, record.key));
    /// });
    /// let bucket = MultiplyHigh::new(table.buckets()).bucket(7 << 60);
    /// assert_eq!(seen, [(bucket, 0, 12, Some(7 << 60))]);
    /// # Ok::<(), tt_core::AllocError>(())
    /// ```
    ///
    /// # Panics
    /// If there are fewer buckets.
    pub fn visit(&self, buckets: Range<usize>, see: impl FnMut(usize, usize, Record<P>)) {
        self.handle().visit(buckets, see);
    }

    /// Every record with its key, while no other thread writes; none if the layout does not keep
    /// whole keys.
    pub(crate) fn records(&self) -> impl Iterator<Item = (u64, u64)> {
        self.buckets.iter().flat_map(Bucket::records)
    }

    /// Returns a handle to the records, which a thread may keep.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<'_, P, L, R, S> {
        let Self { buckets, index, generation, statistics, kind } = self;
        Handle { buckets, index: *index, generation, statistics, kind: *kind }
    }
}

impl<P: Payload, L: Layout, R: Replace, S: Statistics> fmt::Debug for Table<P, L, R, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("bytes", &self.bytes())
            .field("generation", &self.generation.now())
            .finish_non_exhaustive()
    }
}
