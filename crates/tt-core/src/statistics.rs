//! Counts of what happens in a table, if the table's type asks for them.

use core::fmt::Debug;
use core::ops::AddAssign;

use crate::sync::Word;

/// The outcome of a store.
///
/// ```
/// use tt_core::{Ageing, Entry, Statistics, Stored, Table, Wide, Word};
///
/// /// Counts only the records that the present search loses: many, if the table is too small.
/// #[derive(Debug, Default)]
/// struct Losses(Word);
///
/// impl Statistics for Losses {
///     fn stored(&self, what: Stored) {
///         if what == Stored::Evicted {
///             self.0.increment();
///         }
///     }
/// }
///
/// let table: Table<Entry, Wide, Ageing, Losses> = Table::with_parts(64)?; // four records
/// (1..=6).for_each(|key| table.store(key, Entry::default()));
/// assert_eq!(table.statistics().0.get(), 2);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
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

/// An observer of the operations on a table. The default, [`NoStatistics`], costs nothing.
///
/// ```
/// use tt_core::{Ageing, Entry, Statistics, Table, Wide, Word};
///
/// /// Hits and nothing else: one shared counter instead of seven.
/// #[derive(Debug, Default)]
/// struct Hits(Word);
///
/// impl Statistics for Hits {
///     fn probed(&self, hit: bool) {
///         if hit {
///             self.0.increment();
///         }
///     }
/// }
///
/// let table: Table<Entry, Wide, Ageing, Hits> = Table::with_parts(1 << 20)?;
/// table.store(7, Entry::default());
/// let found = [7, 8, 7].map(|key| table.probe(key).is_some());
/// assert_eq!((found, table.statistics().0.get()), ([true, false, true], 2));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub trait Statistics: Default + Debug + Send + Sync {
    /// Records that a probe hit or missed.
    fn probed(&self, _hit: bool) {}
    /// Records that a record was offered, and its outcome.
    fn stored(&self, _what: Stored) {}
}

/// Counts nothing.
///
/// ```
/// use tt_core::Table;
///
/// // The default table's statistics take no memory.
/// let table = Table::new(1 << 20)?;
/// assert_eq!(size_of_val(table.statistics()), 0);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStatistics;

impl Statistics for NoStatistics {}

/// Counts everything, in counters that all threads share: for experiments, not for speed.
///
/// ```
/// use tt_core::{Ageing, Counters, Entry, Table, Wide};
///
/// let table: Table<Entry, Wide, Ageing, Counters> = Table::with_parts(64)?; // four records
/// for key in 1..=5 {
///     table.store(key, Entry { draft: key as i16, ..Entry::default() });
///     table.advance_generation();
/// }
/// let found = (1..=5).filter(|&key| table.probe(key).is_some());
/// assert_eq!(found.count(), 4);
///
/// let counts = table.statistics().counts();
/// assert_eq!((counts.vacant, counts.evicted_old), (4, 1), "the fifth came for the first");
/// assert_eq!((counts.hits, counts.misses), (4, 1));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Debug, Default)]
pub struct Counters {
    hits: Word,
    misses: Word,
    stores: [Word; 5],
}

/// The counts of [`Counters`].
///
/// ```
/// use tt_core::{Ageing, Counters, Counts, Entry, Table, Wide};
///
/// /// The share of stores that cost this search a record: not near 0 if the table is too small.
/// fn pressure(counts: Counts) -> f64 {
///     let Counts { vacant, renewed, evicted, evicted_old, .. } = counts;
///     evicted as f64 / (vacant + renewed + evicted + evicted_old) as f64
/// }
///
/// let table: Table<Entry, Wide, Ageing, Counters> = Table::with_parts(64)?; // four records
/// (1..=8).for_each(|key| table.store(key, Entry::default()));
/// assert_eq!(pressure(table.statistics().counts()), 0.5);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
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

impl Counts {
    /// Returns the number of probes: hits and misses.
    #[must_use]
    pub const fn probes(&self) -> u64 {
        self.hits + self.misses
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.misses += other.misses;
        self.vacant += other.vacant;
        self.renewed += other.renewed;
        self.evicted += other.evicted;
        self.evicted_old += other.evicted_old;
        self.refused += other.refused;
    }
}

impl Counters {
    /// Returns the counts so far.
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

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn counts_are_added_field_by_field() {
        let counts = |unit: u64| Counts {
            hits: unit,
            misses: 2 * unit,
            vacant: 3 * unit,
            renewed: 4 * unit,
            evicted: 5 * unit,
            evicted_old: 6 * unit,
            refused: 7 * unit,
        };
        let mut sum = counts(1_000);
        sum += counts(1);
        assert_eq!(sum, counts(1_001));
        assert_eq!(sum.probes(), 3 * 1_001);
    }
}
