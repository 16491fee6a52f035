//! The limit: what the memory of this machine gives, without a table's work.

mod memory;

use std::sync::atomic::Ordering;

use tt_core::{Index, MultiplyHigh};

use super::loops::Subject;
use memory::{Line, Lines};

/// Lines in memory like a table's, and the index of the default layout.
pub(super) struct Limit {
    lines: Lines,
    index: MultiplyHigh,
}

impl Limit {
    /// Creates as many lines as a table of `bytes` bytes has.
    pub(super) fn new(bytes: usize) -> Self {
        let count = bytes / size_of::<Line>();
        Self { lines: Lines::new(count), index: MultiplyHigh::new(count) }
    }

    #[inline]
    fn line(&self, key: u64) -> &Line {
        &self.lines.as_slice()[self.index.bucket(key)]
    }
}

impl Subject for Limit {
    /// Returns four records a line, so that the keys are those of the default layout.
    fn capacity(&self) -> u64 {
        4 * self.lines.as_slice().len() as u64
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        memory::prefetch(self.line(key));
    }

    #[inline]
    fn probe(&self, key: u64) -> u64 {
        memory::load(self.line(key))
    }

    #[inline]
    fn store(&self, key: u64, value: u64) {
        self.line(key).words[0].store(value, Ordering::Relaxed);
    }

    #[inline]
    fn read_and_store(&self, key: u64, value: u64) {
        let line = self.line(key);
        let read = memory::load(line);
        line.words[0].store(read ^ value, Ordering::Relaxed);
    }
}
