//! When a record gives way in the table of the program Rival.

use tt_core::{RecordView, Replace};

use crate::hinted::CountedNodes;

/// A record gives way if it is stale or not deeper than the newcomer, whatever its key. Each search
/// makes all records stale, and a hit makes one fresh.
///
/// Rival sets a flag in every record after each search. Here a record is fresh if its age in
/// generations is 0, so that nothing is swept. The two differ in one case: an age wraps around.
/// With the six bits of [`RivalEntry`](super::entry::RivalEntry) a record that nothing touched for
/// exactly 64 searches, or a multiple of that, counts as fresh during the next search, where
/// Rival's would be stale. During that search it gives way only to a record as deep.
///
/// ```
/// use tt_classics::rival::Staleness;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, Staleness> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 9, ..Entry::default() });
/// table.store(2, Entry { draft: 3, ..Entry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none(), "fresh and deeper");
/// table.advance_generation();
/// table.store(2, Entry { draft: 3, ..Entry::default() });
/// assert!(table.probe(1).is_none() && table.probe(2).is_some(), "stale");
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Staleness;

const FRESH: i64 = 1 << 32;

impl Replace for Staleness {
    const REFRESH: bool = true;

    #[inline]
    fn worth(record: RecordView) -> i64 {
        i64::from(record.priority) + if record.age == 0 { FRESH } else { 0 }
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        if record.age == 0 { record.priority.into() } else { 0 }
    }

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        Self::eviction_bar(record)
    }
}

impl CountedNodes for Staleness {}
