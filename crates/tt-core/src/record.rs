//! The records in the bucket of a key, for people who want to know why a probe missed.

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
