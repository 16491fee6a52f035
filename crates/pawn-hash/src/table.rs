//! [`PawnTable`]: one thread's memory of pawn structures.

use tt_core::{Index, MultiplyHigh};

use crate::stats::{NoStats, Statistics};

/// A direct-mapped cache of a payload per pawn structure, owned by one thread.
///
/// The key only chooses the slot. A slot keeps both pawn sets and a hit compares both, so a payload
/// is never returned for another structure, whatever the keys are. A miss always overwrites: old
/// entries need no ageing, because a structure that comes back is computed again.
///
/// The table allocates in [`new`](PawnTable::new) and never after. `S` is [`NoStats`] or a
/// counter such as [`Counters`](crate::Counters).
///
/// ```text
/// slot  | occupied | white u64 | black u64 | payload T |
/// index = high 64 bits of key · slots
/// ```
#[derive(Clone, Debug)]
pub struct PawnTable<T, S: Statistics = NoStats> {
    slots: Box<[Option<Slot<T>>]>,
    index: MultiplyHigh,
    statistics: S,
}

#[derive(Clone, Debug)]
struct Slot<T> {
    white: u64,
    black: u64,
    payload: T,
}

impl<T> Slot<T> {
    fn holds(&self, white: u64, black: u64) -> bool {
        self.white == white && self.black == black
    }
}

impl<T, S: Statistics> PawnTable<T, S> {
    /// An empty table of `entries` slots; any number will do, a power of two or not.
    ///
    /// # Panics
    /// If `entries` is 0.
    pub fn new(entries: usize) -> Self {
        assert!(entries > 0, "a pawn table needs at least one entry");
        Self {
            slots: (0..entries).map(|_| None).collect(),
            index: MultiplyHigh::new(entries),
            statistics: S::default(),
        }
    }

    /// The payload of the structure `white`, `black`; `compute` makes it if the table lacks it.
    ///
    /// `key` is any hash of the two sets whose high bits are well mixed (a Zobrist key, say).
    pub fn get_or_insert_with(
        &mut self,
        white: u64,
        black: u64,
        key: u64,
        compute: impl FnOnce() -> T,
    ) -> &T {
        let slot = &mut self.slots[self.index.bucket(key)];
        if slot.as_ref().is_some_and(|slot| slot.holds(white, black)) {
            self.statistics.hit();
        } else {
            self.statistics.miss(slot.is_some());
            *slot = None;
        }
        &slot.get_or_insert_with(|| Slot { white, black, payload: compute() }).payload
    }

    /// Forgets every structure and starts the statistics anew.
    pub fn clear(&mut self) {
        self.slots.fill_with(|| None);
        self.statistics = S::default();
    }

    /// The number of slots.
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// What was counted since the table was made or cleared.
    pub fn statistics(&self) -> &S {
        &self.statistics
    }
}
