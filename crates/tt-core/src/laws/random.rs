//! Random numbers for the laws, the same in each run.

use crate::mix::mix;

/// A stream of mixed numbers.
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The stream of that number.
    pub(super) fn new(seed: u64) -> Self {
        Self(mix(!seed))
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(1);
        mix(self.0)
    }

    /// A number below `end`, which is small.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
