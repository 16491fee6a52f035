//! [`Cache`]: the slots below both tables of one thread.

use crate::stats::Statistics;

/// Slots that each keep a tag and a payload, and the statistics of asking them.
#[derive(Clone, Debug)]
pub(crate) struct Cache<T, G, S> {
    slots: Box<[Option<Slot<T, G>>]>,
    statistics: S,
}

#[derive(Clone, Debug)]
struct Slot<T, G> {
    tag: G,
    payload: T,
}

impl<T, G: Copy + Eq, S: Statistics> Cache<T, G, S> {
    pub(crate) fn new(entries: usize) -> Self {
        assert!(entries > 0, "a pawn table needs at least one entry");
        Self { slots: (0..entries).map(|_| None).collect(), statistics: S::default() }
    }

    /// The payload of `tag`, computed and kept in its slot if something else is there.
    #[inline]
    pub(crate) fn get_or_insert_with(
        &mut self,
        slot: usize,
        tag: G,
        compute: impl FnOnce() -> T,
    ) -> &T {
        let slot = &mut self.slots[slot];
        if slot.as_ref().is_some_and(|slot| slot.tag == tag) {
            self.statistics.hit();
        } else {
            self.statistics.miss(slot.is_some());
            *slot = None;
        }
        &slot.get_or_insert_with(|| Slot { tag, payload: compute() }).payload
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
