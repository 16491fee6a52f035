//! Designs that the Chess Programming Wiki, page "Transposition Table", describes without an
//! author.
//!
//! Its other designs are elsewhere: "Always replace" is [`Always`](tt_core::Always), the "Two-tier
//! system" [`TwoLevel`](crate::thompson::TwoLevel), masking [`Mask`](tt_core::Mask), and a mix of
//! depth and age [`Ageing`](tt_core::Ageing).

use tt_core::{Entry, Index, RecordView, Replace, Table, Wide};

use crate::breuker::Big1;
use crate::hinted::CountedNodes;

/// The newcomer always enters in place of the shallowest record of its bucket, whatever the ages. A
/// record of its own key stays if it is deeper. (Section "Bucket systems"; D. F. Beal, M. C. Smith,
/// "Multiple probes of transposition tables", ICCA Journal 19(4), 1996.)
///
/// ```
/// use tt_classics::wiki::ShallowestFirst;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<2>, ShallowestFirst> = Table::with_parts(32)?; // a single pair
/// for (key, draft) in [(1, 6), (2, 4), (3, 1)] {
///     table.store(key, Entry { draft, ..Entry::default() });
///     table.advance_generation(); // of which it takes no notice
/// }
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, false, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ShallowestFirst;

impl Replace for ShallowestFirst {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        record.priority.into()
    }

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        record.priority.into()
    }
}

impl CountedNodes for ShallowestFirst {}

/// The plain bucket system: four slots, and [`ShallowestFirst`].
///
/// ```
/// use tt_classics::wiki::BucketSystem;
/// use tt_core::Entry;
///
/// let table: BucketSystem = BucketSystem::with_parts(64)?; // a single bucket
/// for (key, draft) in [(1, 9), (2, 3), (3, 7), (4, 8), (5, 1)] {
///     table.store(key, Entry { draft, ..Entry::default() });
/// }
/// let found = [1, 2, 3, 4, 5].map(|key| table.probe(key).is_some());
/// assert_eq!(found, [true, false, true, true, true], "3 plies were the least");
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type BucketSystem<P = Entry> = Table<P, Wide<4>, ShallowestFirst>;

/// The newcomer always enters; the victim is the oldest record of its bucket, and among equally old
/// ones the shallowest. (Section "Aging".)
///
/// The age is counted in generations. The wiki's counts half-moves of the game: that is a
/// generation for each half-move played, whichever side searches.
///
/// ```
/// use tt_classics::wiki::OldestFirst;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<2>, OldestFirst> = Table::with_parts(32)?; // a single pair
/// table.store(1, Entry { draft: 30, ..Entry::default() });
/// table.advance_generation();
/// table.store(2, Entry { draft: 2, ..Entry::default() });
/// table.store(3, Entry { draft: 1, ..Entry::default() });
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [false, true, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OldestFirst;

impl Replace for OldestFirst {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        i64::from(record.priority) - (i64::from(record.age) << 32)
    }
}

impl CountedNodes for OldestFirst {}

/// A record gives way only to a deeper one, of its own key too: the strict form of
/// [`DepthPreferred`](tt_core::DepthPreferred). (Section "Depth-preferred": "whether the new entry
/// has a higher depth than the old entry".)
///
/// ```
/// use tt_classics::wiki::StrictlyDeeper;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, StrictlyDeeper> = Table::with_parts(16)?; // a single record
/// for (key, draft) in [(1, 6), (2, 6), (3, 7)] {
///     table.store(key, Entry { draft, ..Entry::default() });
/// }
/// // As deep is not enough.
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [false, false, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StrictlyDeeper;

impl Replace for StrictlyDeeper {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        record.priority.into()
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        u64::from(record.priority) + 1
    }

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        u64::from(record.priority) + 1
    }
}

impl CountedNodes for StrictlyDeeper {}

/// A record gives way to another key that took at least as many nodes, and always to its own key.
/// (Section "Priority by searched nodes count".)
///
/// ```
/// use tt_classics::hinted::HintedEntry;
/// use tt_classics::wiki::ByEffort;
/// use tt_core::{Table, Wide};
///
/// let table: Table<HintedEntry, Wide<1>, ByEffort> = Table::with_parts(16)?; // a single record
/// table.store(1, HintedEntry { effort: 500, ..HintedEntry::default() });
/// table.store(2, HintedEntry { effort: 20, ..HintedEntry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type ByEffort = Big1;

/// A record gives way to another key whose best move was tried as late or later, and always to its
/// own key: what the order of moves would not find early is worth keeping. (Section "Priority by
/// move ordering position".)
///
/// ```
/// use tt_classics::hinted::HintedEntry;
/// use tt_classics::wiki::ByOrder;
/// use tt_core::{Table, Wide};
///
/// let table: Table<HintedEntry, Wide<1>, ByOrder> = Table::with_parts(16)?; // a single record
/// table.store(1, HintedEntry { mv: 7, order: 12, ..HintedEntry::default() });
/// table.store(2, HintedEntry { mv: 9, order: 1, ..HintedEntry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByOrder;

impl Replace for ByOrder {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        record.order.into()
    }

    #[inline]
    fn strength(newcomer: RecordView) -> u64 {
        newcomer.order.into()
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        record.order.into()
    }
}

impl CountedNodes for ByOrder {}

/// The remainder of the key by the number of buckets. The rest is the key's high half. (Section
/// "Address calculation".)
///
/// ```
/// use tt_classics::wiki::Modulo;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<4, Modulo>> = Table::with_parts(1_000 * 64)?;
/// table.store(17_000, Entry { mv: 5, ..Entry::default() });
/// assert_eq!(table.probe(17_000).map(|entry| entry.mv), Some(5));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Modulo {
    buckets: u64,
}

impl Index for Modulo {
    const NAME: &'static str = "modulo";

    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64 }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        (key % self.buckets) as usize
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        key >> 32
    }
}
