//! Statistics of a table: none, or counts of probes and their results.

/// An observer of a table's probes.
///
/// A table calls it on every probe. [`NoStats`] has empty methods and no size, so a table that
/// counts nothing spends no instruction on it.
///
/// ```
/// use pawn_hash::{PawnTable, Statistics};
///
/// /// Misses alone: how often the structure was computed.
/// #[derive(Default)]
/// struct Computed(u64);
///
/// impl Statistics for Computed {
///     fn hit(&mut self) {}
///
///     fn miss(&mut self, _evicted: bool) {
///         self.0 += 1;
///     }
/// }
///
/// let mut table: PawnTable<u32, Computed> = PawnTable::new(64);
/// (0..3).for_each(|_| _ = table.get_or_insert_with(1 << 12, 1 << 52, 77, || 5));
/// assert_eq!(table.statistics().0, 1);
/// ```
pub trait Statistics: Default {
    /// A probe found its structure.
    fn hit(&mut self);
    /// A probe did not find its structure; `evicted` says whether storing it displaced another.
    fn miss(&mut self, evicted: bool);
}

/// Counts nothing.
///
/// ```
/// use pawn_hash::{NoStats, PawnTable};
///
/// // What a table does that names no statistics.
/// let table: PawnTable<u32> = PawnTable::new(64);
/// assert_eq!(*table.statistics(), NoStats);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoStats;

impl Statistics for NoStats {
    #[inline]
    fn hit(&mut self) {}
    #[inline]
    fn miss(&mut self, _evicted: bool) {}
}

/// Counts probes, hits and evictions.
///
/// ```
/// use pawn_hash::{Counters, PawnTable};
///
/// // Is a table of 64 slots large enough for what a search visits? Here 200 structures in turn.
/// let mut table: PawnTable<u32, Counters> = PawnTable::new(64);
/// for n in (0..200_u64).chain(0..200) {
///     table.get_or_insert_with(n << 8, 0, n.wrapping_mul(0x9e37_79b9_7f4a_7c15), || n as u32);
/// }
/// let Counters { probes, hits, evictions, .. } = *table.statistics();
/// assert!(probes == 400 && hits < 100 && evictions > 100, "it is not");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Lookups, found or not.
    pub probes: u64,
    /// Lookups that found their structure.
    pub hits: u64,
    /// Structures displaced by another one.
    pub evictions: u64,
}

impl core::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.evictions += other.evictions;
    }
}

impl Statistics for Counters {
    #[inline]
    fn hit(&mut self) {
        self.probes += 1;
        self.hits += 1;
    }

    #[inline]
    fn miss(&mut self, evicted: bool) {
        self.probes += 1;
        self.evictions += u64::from(evicted);
    }
}
