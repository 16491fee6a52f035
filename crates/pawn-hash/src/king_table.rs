//! [`PawnKingTable`]: one thread's cache of what depends on pawns and kings.

use tt_core::{MultiplyHigh, NoStatistics};

use crate::cache::Cache;
use crate::index::KeyIndex;
use crate::mix::spread;
use crate::statistics::Statistics;
use crate::verify::{TwoSets, Verify};

/// A [`PawnTable`](crate::PawnTable) whose payload also depends on the squares of the kings.
///
/// The kings' squares enter the key that chooses the slot, and the slot keeps them beside the tag:
/// a hit for other kings is impossible, whatever the verification of the pawns is.
///
/// ```
/// use pawn_hash::{PawnKingTable, PawnStructure, WHITE, Wing};
///
/// let mut shelters: PawnKingTable<u32> = PawnKingTable::new(4 * 1024);
/// let pawns = [1 << 13 | 1 << 14 | 1 << 15, 1 << 53]; // f2 g2 h2, f7
/// let key = 0x1f83_d9ab_fb41_bd6b; // of the pawns
/// let mut shelter = |king: u8| {
///     *shelters.get_or_insert_with(pawns, [king, 60], key, || {
///         let wing = Wing::of_king(king.into());
///         PawnStructure::of(pawns).shelter[WHITE][wing as usize].count_ones()
///     })
/// };
/// assert_eq!((shelter(6), shelter(2)), (3, 0), "three pawns before g1, none before c1");
/// ```
///
/// ```text
/// slot  | occupied | tag: white 48, black 48 | kings 2 × 8 | payload T |
/// index = high 64 bits of (key ⊕ mixed kings) · slots
/// ```
#[derive(Clone, Debug)]
pub struct PawnKingTable<T, S = NoStatistics, V: Verify = TwoSets, I = MultiplyHigh> {
    cache: Cache<T, (V::Tag, [u8; 2]), S>,
    index: I,
}

impl<T, S: Statistics, V: Verify, I: KeyIndex> PawnKingTable<T, S, V, I> {
    /// Creates an empty table of `entries` slots; any number that the index can serve.
    ///
    /// # Panics
    /// If `entries` is 0, or if the index cannot serve it.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self { cache: Cache::new(entries), index: I::new(entries) }
    }

    /// Returns the payload of White's and Black's `pawns` with White's and Black's king on `kings`:
    /// 0 = a1, 63 = h8; two bits above may say what else the payload depends on, as rights to
    /// castle. `compute` makes it if the table lacks it. `key` is the key of the pawns alone. The
    /// sets must be disjoint and leave the first and the eighth rank free.
    #[inline]
    pub fn get_or_insert_with(
        &mut self,
        pawns: [u64; 2],
        kings: [u8; 2],
        key: u64,
        compute: impl FnOnce() -> T,
    ) -> &T {
        let slot = self.slot(pawns, kings, key);
        self.cache.get_or_insert_with(slot, (V::tag(pawns, key), kings), compute)
    }

    /// Prefetches the slots of these pawns and kings, for a probe that will probably follow.
    #[inline]
    pub fn prefetch(&self, pawns: [u64; 2], kings: [u8; 2], key: u64) {
        self.cache.prefetch(self.slot(pawns, kings, key));
    }

    #[inline]
    fn slot(&self, pawns: [u64; 2], kings: [u8; 2], key: u64) -> usize {
        self.index.slot(pawns, key ^ spread(u16::from_be_bytes(kings).into()))
    }

    /// Forgets everything and starts the statistics anew.
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
