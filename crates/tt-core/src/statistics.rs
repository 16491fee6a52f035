//! Counts of what happens in a table, if the table's type asks for them.

use core::fmt::Debug;

use crate::sync::Word;

/// What became of an offered record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stored {
    /// It took an empty slot.
    Vacant,
    /// It replaced an older record of its own key.
    Renewed,
    /// It evicted a record of another key and the current generation.
    Evicted,
    /// It evicted a record of another key and an older generation.
    EvictedOld,
    /// The policy refused it.
    Refused,
}

/// What is told of each operation on a table. The default, [`NoStatistics`], costs nothing.
pub trait Statistics: Default + Debug + Send + Sync {
    /// A probe hit or missed.
    fn probed(&self, _hit: bool) {}
    /// A record was offered.
    fn stored(&self, _what: Stored) {}
}

/// Counts nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStatistics;

impl Statistics for NoStatistics {}

/// Counts everything, in counters that all threads share: for experiments, not for speed.
#[derive(Debug, Default)]
pub struct Counters {
    hits: Word,
    misses: Word,
    stores: [Word; 5],
}

/// What [`Counters`] have counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Probes that found their key.
    pub hits: u64,
    /// Probes that did not.
    pub misses: u64,
    /// Stores into empty slots.
    pub vacant: u64,
    /// Stores over a record of the same key.
    pub renewed: u64,
    /// Stores over another key's record of the current generation.
    pub evicted: u64,
    /// Stores over another key's record of an older generation.
    pub evicted_old: u64,
    /// Stores that the policy refused.
    pub refused: u64,
}

impl Counters {
    /// The counts so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let [vacant, renewed, evicted, evicted_old, refused] =
            self.stores.each_ref().map(Word::get);
        let (hits, misses) = (self.hits.get(), self.misses.get());
        Counts { hits, misses, vacant, renewed, evicted, evicted_old, refused }
    }
}

impl Statistics for Counters {
    #[inline]
    fn probed(&self, hit: bool) {
        let counter = if hit { &self.hits } else { &self.misses };
        counter.increment();
    }

    #[inline]
    fn stored(&self, what: Stored) {
        self.stores[what as usize].increment();
    }
}
