//! Statistics of the tables of one thread, in tt-core's words: its [`Stored`], [`Counts`] and
//! [`NoStatistics`] serve here, too.

use core::fmt::Debug;

use tt_core::{Counts, NoStatistics, Stored};

/// An observer of the operations on a table. The default, [`NoStatistics`], has no size, and a
/// table spends no instruction on it.
///
/// It is tt-core's trait of this name for a table that one thread owns: `&mut self` in place of
/// `&self`, so no counter has to be atomic.
///
/// ```
/// use pawn_hash::{PawnTable, Statistics};
///
/// /// Misses alone: how often the structure was computed.
/// #[derive(Debug, Default)]
/// struct Computed(u64);
///
/// impl Statistics for Computed {
///     fn probed(&mut self, hit: bool) {
///         self.0 += u64::from(!hit);
///     }
/// }
///
/// let mut table: PawnTable<u32, Computed> = PawnTable::new(64);
/// (0..3).for_each(|_| _ = table.get_or_insert_with([1 << 12, 1 << 52], 77, || 5));
/// assert_eq!(table.statistics().0, 1);
/// ```
pub trait Statistics: Default + Debug {
    /// Records that a probe hit or missed.
    fn probed(&mut self, _hit: bool) {}
    /// Records that a payload was stored after a miss: in a vacant slot ([`Stored::Vacant`]), or in
    /// place of another structure's ([`Stored::Evicted`]). These tables have no other outcome.
    fn stored(&mut self, _what: Stored) {}
}

impl Statistics for NoStatistics {}

/// Counts everything, in plain integers.
///
/// ```
/// use pawn_hash::{Counters, PawnTable};
///
/// // Is a table of 64 slots large enough for what a search visits? Here 200 structures in turn.
/// let mut table: PawnTable<u32, Counters> = PawnTable::new(64);
/// for n in (0..200_u64).chain(0..200) {
///     table.get_or_insert_with([n << 8, 0], n.wrapping_mul(0x9e37_79b9_7f4a_7c15), || n as u32);
/// }
/// let counts = table.statistics().counts();
/// assert!(counts.probes() == 400 && counts.hits < 100 && counts.evicted > 100, "it is not");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    counts: Counts,
}

impl Counters {
    /// Returns the counts so far: hits, misses, and stores that were `vacant` or `evicted`.
    #[inline]
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }
}

impl Statistics for Counters {
    #[inline]
    fn probed(&mut self, hit: bool) {
        let counter = if hit { &mut self.counts.hits } else { &mut self.counts.misses };
        *counter += 1;
    }

    #[inline]
    fn stored(&mut self, what: Stored) {
        let vacant = what == Stored::Vacant;
        let counter = if vacant { &mut self.counts.vacant } else { &mut self.counts.evicted };
        *counter += 1;
    }
}
