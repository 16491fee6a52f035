//! A picture of a table: how its records spread over drafts, bounds and ages; and the records in
//! the bucket of a key, for people who want to know why a probe missed.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

/// Counts of a table's records at one moment. Records that other threads write meanwhile may be
/// counted as before or after.
///
/// ```
/// use tt_core::{Bound, DRAFT_MIN, Entry, Table};
///
/// let table = Table::new(1 << 16)?;
/// for (key, bound) in [(1, Bound::Lower), (2, Bound::Lower), (3, Bound::Upper)] {
///     table.store(key << 60, Entry { draft: 7, bound, ..Entry::default() });
/// }
/// table.advance_generation();
/// table.store(4 << 60, Entry { draft: 2, bound: Bound::Exact, ..Entry::default() });
///
/// let snapshot = table.snapshot();
/// assert_eq!((snapshot.occupied, snapshot.capacity), (4, 4_096));
/// assert_eq!(snapshot.bounds[Bound::Lower as usize], 2, "records of nodes that failed high");
/// assert_eq!(snapshot.ages[..3], [1, 3, 0], "three are of the search before");
/// // The field of an `Entry`'s draft is 1 for the least draft.
/// assert_eq!(snapshot.priorities[(7 - DRAFT_MIN + 1) as usize], 3);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Snapshot {
    /// Slots of the table.
    pub capacity: u64,
    /// Slots with a record.
    pub occupied: u64,
    /// Records by priority: index is the value of the priority's field. For fields of more than 16
    /// bits each count covers equally many neighbouring values.
    pub priorities: Vec<u64>,
    /// Records by [`Bound`](crate::Bound), as the payload says: index is `Bound as usize`.
    pub bounds: [u64; 4],
    /// Records by age in generations.
    pub ages: Vec<u64>,
    /// Buckets by how many of their slots are taken.
    pub filled: Vec<u64>,
}

/// The widest histogram, in bits.
const BITS: u32 = 16;

/// Counts values below `2^width`, at most 2^16 of them apart.
#[derive(Debug)]
pub(crate) struct Histogram {
    shift: u32,
    pub(crate) counts: Vec<u64>,
}

impl Histogram {
    /// For values up to `max`, a power of two less one.
    pub(crate) fn new(max: u64) -> Self {
        let width = u64::BITS - max.leading_zeros();
        let shift = width.saturating_sub(BITS);
        Self { shift, counts: vec![0; 1 << (width - shift)] }
    }

    pub(crate) fn add(&mut self, value: u64) {
        self.counts[(value >> self.shift) as usize] += 1;
    }
}

/// A record in the bucket of a key that somebody asked for.
///
/// ```
/// use tt_core::{Entry, Table};
///
/// let table = Table::new(64)?; // one bucket of four records
/// table.store(7, Entry { draft: 12, ..Entry::default() });
/// table.advance_generation();
/// table.store(8, Entry { draft: 3, ..Entry::default() });
///
/// // Why is there nothing of key 9? Two other positions share its bucket, and it has room.
/// let bucket = table.bucket_of(9);
/// assert!(!bucket.iter().flatten().any(|record| record.matches));
/// let found: Vec<_> = bucket.iter().flatten().map(|it| (it.payload.draft, it.age)).collect();
/// assert_eq!((found, bucket.len()), (vec![(12, 1), (3, 0)], 4));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<P> {
    /// Its payload. If another thread writes meanwhile and the key does not match, it may be torn.
    pub payload: P,
    /// The generations since it was stored or last refreshed, modulo the field's range.
    pub age: u32,
    /// Whether it is a record of the key that was asked for; false for each record that
    /// [`Table::visit`](crate::Table::visit) passes on.
    pub matches: bool,
    /// Its whole key, where the layout [keeps it](crate::Bucket::WHOLE_KEYS). If another thread
    /// writes meanwhile, it may be the key of another record.
    pub key: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::{BITS, Histogram};

    #[test]
    fn values_of_more_bits_share_a_count() {
        let mut wide = Histogram::new(u64::MAX);
        [0, 1, u64::MAX].into_iter().for_each(|value| wide.add(value));
        assert_eq!(
            (wide.counts.len(), wide.counts[0], wide.counts[(1 << BITS) - 1]),
            (1 << BITS, 2, 1)
        );
        let mut narrow = Histogram::new(7);
        [0, 5, 5].into_iter().for_each(|value| narrow.add(value));
        assert_eq!(narrow.counts, [1, 0, 0, 0, 0, 2, 0, 0]);
    }
}
