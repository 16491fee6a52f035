//! [`Cache`]: the slots below both tables of one thread.
//!
//! Slots form pairs, 0 with 1, 2 with 3; the last of an odd number is alone. A structure that
//! belongs into one slot of a pair may be in either, and the one used longer ago is replaced: a
//! structure that is needed again and again is not replaced by one that is met once.

use alloc::boxed::Box;

use tt_core::{Stored, prefetch};

use crate::statistics::Statistics;

/// Slots that each keep a tag and a payload, and the statistics of asking them.
#[derive(Clone, Debug)]
pub(crate) struct Cache<T, G, S> {
    slots: Box<[Option<Slot<T, G>>]>,
    statistics: S,
}

#[derive(Clone, Debug)]
struct Slot<T, G> {
    tag: G,
    /// Whether it was used later than the other slot of its pair.
    recent: bool,
    payload: T,
}

impl<T, G: Copy + Eq, S: Statistics> Cache<T, G, S> {
    pub(crate) fn new(entries: usize) -> Self {
        assert!(entries > 0, "a pawn table needs at least one entry");
        Self { slots: (0..entries).map(|_| None).collect(), statistics: S::default() }
    }

    /// The payload of `tag`, computed and kept in the pair of its slot if it is not there.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        slot: usize,
        tag: G,
        compute: impl FnOnce() -> T,
    ) -> &T {
        let first = slot & !1;
        let last = (first + 1).min(self.slots.len() - 1);
        let holds = |slot: &Option<Slot<T, G>>| slot.as_ref().is_some_and(|slot| slot.tag == tag);
        let place = if holds(&self.slots[first]) {
            self.statistics.probed(true);
            first
        } else if holds(&self.slots[last]) {
            self.statistics.probed(true);
            last
        } else {
            let is_recent = self.slots[first].as_ref().is_some_and(|slot| slot.recent);
            let place = if is_recent { last } else { first };
            let evicted = self.slots[place].take().is_some();
            self.statistics.probed(false);
            self.statistics.stored(if evicted { Stored::Evicted } else { Stored::Vacant });
            place
        };
        let other = first + last - place;
        if other != place
            && let Some(other) = &mut self.slots[other]
        {
            other.recent = false;
        }
        let slot =
            self.slots[place].get_or_insert_with(|| Slot { tag, recent: true, payload: compute() });
        slot.recent = true;
        &slot.payload
    }

    /// Prefetches the pair of a slot; a probe looks at both slots.
    #[inline]
    pub(crate) fn prefetch(&self, slot: usize) {
        prefetch(&self.slots[slot & !1]);
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill_with(|| None);
        self.statistics = S::default();
    }

    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn statistics(&self) -> &S {
        &self.statistics
    }
}
