//! [`PawnTable`]: one thread's cache of what depends on pawns.

use tt_core::{MultiplyHigh, NoStatistics};

use crate::cache::Cache;
use crate::index::Index;
use crate::statistics::Statistics;
use crate::verify::{TwoSets, Verify};

/// A cache of a payload per pawn structure, owned by one thread.
///
/// With the default verification, [`TwoSets`], the key only chooses the slot: a slot keeps both
/// pawn sets and a hit compares both, so a payload is never returned for another structure,
/// whatever the keys are. Slots form pairs, and a miss overwrites the one of its pair that was used
/// longer ago.
///
/// The table allocates in [`new`](PawnTable::new) and never after. `S` is [`NoStatistics`] or an
/// observer such as [`Counters`](crate::Counters), `V` how a slot distinguishes structures, `I` how
/// a structure chooses its slot. The payload may be of any size.
///
/// ```
/// use pawn_hash::{BLACK, PawnStructure, PawnTable, WHITE};
///
/// /// What an evaluation wants to know of the pawns again and again.
/// #[derive(Clone, Debug, PartialEq)]
/// struct Pawns {
///     score: i32,
///     passed: [u64; 2],
/// }
///
/// struct Thread {
///     pawns: PawnTable<Pawns>,
/// }
///
/// let mut thread = Thread { pawns: PawnTable::new(16 * 1024) };
/// let (pawns, key) = ([1 << 36 | 1 << 8, 1 << 48], 0x1f83_d9ab_fb41_bd6b); // e5 a2, a7
/// let found = thread.pawns.get_or_insert_with(pawns, key, || {
///     let structure = PawnStructure::of(pawns);
///     let isolated = structure.isolated.map(|set| set.count_ones() as i32);
///     Pawns { score: 15 * (isolated[BLACK] - isolated[WHITE]), passed: structure.passed }
/// });
/// assert_eq!(*found, Pawns { score: -15, passed: [1 << 36, 0] });
/// ```
///
/// ```text
/// slot  | occupied | tag: white 48, black 48 | payload T |
/// index = high 64 bits of key · slots
/// ```
#[derive(Clone, Debug)]
pub struct PawnTable<T, S = NoStatistics, V: Verify = TwoSets, I = MultiplyHigh> {
    cache: Cache<T, V::Tag, S>,
    index: I,
}

impl<T, S: Statistics, V: Verify, I: Index> PawnTable<T, S, V, I> {
    /// Creates an empty table of `entries` slots; any number that the index can serve. The table's
    /// type has to be written somewhere, `PawnTable<i32>` in a field for example: the compiler does
    /// not infer the defaults of its parameters.
    ///
    /// # Panics
    /// If `entries` is 0, or if the index cannot serve it.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self { cache: Cache::new(entries), index: I::new(entries) }
    }

    /// Returns the payload of White's and Black's `pawns`; `compute` makes it if the table lacks
    /// it.
    ///
    /// The sets must be disjoint and leave the first and the eighth rank free: [`Verify`] looks at
    /// no more. `key` is any hash of them that is well mixed: the
    /// engine's pawn key, or [`key_of`](crate::key_of) if it keeps none.
    #[inline]
    pub fn get_or_insert_with(
        &mut self,
        pawns: [u64; 2],
        key: u64,
        compute: impl FnOnce() -> T,
    ) -> &T {
        let slot = self.index.slot(pawns, key);
        self.cache.get_or_insert_with(slot, V::tag(pawns, key), compute)
    }

    /// Prefetches the slots of a structure, for a probe that will probably follow.
    #[inline]
    pub fn prefetch(&self, pawns: [u64; 2], key: u64) {
        self.cache.prefetch(self.index.slot(pawns, key));
    }

    /// Forgets every structure and starts the statistics anew.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// Returns the number of slots.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.cache.capacity()
    }

    /// Returns what the statistics have counted since the table was made or cleared.
    #[must_use]
    pub fn statistics(&self) -> &S {
        self.cache.statistics()
    }
}
