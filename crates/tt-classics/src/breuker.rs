//! D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, "Replacement schemes for
//! transposition tables", ICCA Journal 17(4), 1994, and "Replacement schemes and two-level tables",
//! ICCA Journal 19(3), 1996.
//!
//! A scheme decides which of two positions stays when both belong in one place. The papers compare
//! seven of them on chess positions, by the nodes that a search needs with tables of one size:
//!
//! | scheme | who stays | layout | record |
//! |---|---|---|---|
//! | [`Deep`] | the deeper one, or the newcomer | `Wide<1>` | any |
//! | [`New`] | the newcomer | `Wide<1>` | any |
//! | [`Old`] | the record in the slot | `Wide<1>` | any |
//! | [`Big1`] | the greater subtree, by nodes searched | `Wide<1>` | `HintedEntry` |
//! | [`BigAll`] | the same, with the nodes that the table saved | `Wide<1>` | `HintedEntry` |
//! | [`TwoDeep`] | first level as `Deep`, second as `New` | `Wide<2>` | any |
//! | [`TwoBig1`] | first level as `Big1`, second as `New` | `Wide<2>` | `HintedEntry` |
//!
//! [`TwoBigAll`] follows from them and completes the pairs. The papers found `TwoBig1` best.
//!
//! The papers' tables have one position an entry, or two in those of two levels: that is
//! [`Wide<1>`](tt_core::Wide) and `Wide<2>` here. In wider buckets a scheme of one level chooses
//! its victim among all slots, and one of two levels among all but the first.
//!
//! A collision is between different positions. Of two records of one position the newer one stays
//! here, but under `Deep` and `TwoDeep` only if it is as deep.

use tt_core::{Always, DepthPreferred, RecordView, Replace};

use crate::hinted::CountedNodes;
use crate::thompson::TwoLevel;

/// The deeper record stays; the newcomer enters if it is as deep.
///
/// ```
/// use tt_classics::breuker::Deep;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, Deep> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 6, ..Entry::default() });
/// table.store(2, Entry { draft: 5, ..Entry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// table.store(3, Entry { draft: 6, ..Entry::default() });
/// assert!(table.probe(1).is_none() && table.probe(3).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type Deep = DepthPreferred;

/// The newcomer always enters. In buckets of several slots the victim is the oldest by generation.
///
/// ```
/// use tt_classics::breuker::New;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, New> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 9, ..Entry::default() });
/// table.store(2, Entry { draft: 1, ..Entry::default() });
/// assert!(table.probe(1).is_none() && table.probe(2).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type New = Always;

/// The first of the different positions stays for ever; only its own newer record replaces it.
///
/// ```
/// use tt_classics::breuker::Old;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, Old> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 6, ..Entry::default() });
/// table.store(2, Entry { draft: 9, ..Entry::default() });
/// table.store(1, Entry { draft: 2, ..Entry::default() });
/// assert_eq!(table.probe(1).map(|entry| entry.draft), Some(2));
/// assert_eq!(table.probe(2), None);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Old;

impl Replace for Old {
    #[inline]
    fn worth(_record: RecordView) -> i64 {
        0
    }

    #[inline]
    fn eviction_bar(_record: RecordView) -> u64 {
        u64::MAX
    }
}

impl CountedNodes for Old {}

/// Nothing ever gives way, not even to a newer record of its own key: stricter than [`Old`], to see
/// what a table is worth that is never updated.
///
/// ```
/// use tt_classics::breuker::Never;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<1>, Never> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 1, ..Entry::default() });
/// table.store(1, Entry { draft: 9, ..Entry::default() });
/// assert_eq!(table.probe(1).map(|entry| entry.draft), Some(1), "the first word is the last");
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl Replace for Never {
    #[inline]
    fn worth(_record: RecordView) -> i64 {
        0
    }

    #[inline]
    fn eviction_bar(_record: RecordView) -> u64 {
        u64::MAX
    }

    #[inline]
    fn renewal_bar(_record: RecordView) -> u64 {
        u64::MAX
    }
}

impl CountedNodes for Never {}

/// The record with the greater [effort](RecordView::effort) stays; the newcomer enters if its
/// effort is as great. The effort is the number of nodes that the search visited below the
/// position, where a position taken from the table is a single node ([`CountedNodes`]).
///
/// ```
/// use tt_classics::breuker::Big1;
/// use tt_classics::hinted::HintedEntry;
/// use tt_core::{Table, Wide};
///
/// let table: Table<HintedEntry, Wide<1>, Big1> = Table::with_parts(16)?; // a single record
/// table.store(1, HintedEntry { draft: 4, effort: 9_000, ..HintedEntry::default() });
/// // Deeper, but cheap to search again.
/// table.store(2, HintedEntry { draft: 6, effort: 50, ..HintedEntry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Big1;

impl Replace for Big1 {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        record.effort.into()
    }

    #[inline]
    fn strength(newcomer: RecordView) -> u64 {
        newcomer.effort.into()
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        record.effort.into()
    }
}

impl CountedNodes for Big1 {}

/// [`Big1`] with another count: a position taken from the table counts with all the nodes that it
/// once took, so that the effort is the size of the subtree as if there were no table
/// ([`CountedNodes`]).
///
/// ```
/// use tt_classics::breuker::{Big1, BigAll};
/// use tt_classics::hinted::CountedNodes;
///
/// // The search visited 30 nodes, among them some whose records spared it another 32.
/// assert_eq!(Big1::counted_nodes(30, 32), 30);
/// assert_eq!(BigAll::counted_nodes(30, 32), 62);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BigAll;

impl Replace for BigAll {
    #[inline]
    fn worth(record: RecordView) -> i64 {
        Big1::worth(record)
    }

    #[inline]
    fn strength(newcomer: RecordView) -> u64 {
        Big1::strength(newcomer)
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        Big1::eviction_bar(record)
    }
}

impl CountedNodes for BigAll {
    #[inline]
    fn counted_nodes(searched: u64, saved: u64) -> u64 {
        searched.saturating_add(saved)
    }
}

/// Two levels: the first by [`Deep`], the second for what it displaces or refuses.
///
/// ```
/// use tt_classics::breuker::TwoDeep;
/// use tt_core::{Entry, Table, Wide};
///
/// let table: Table<Entry, Wide<2>, TwoDeep> = Table::with_parts(32)?; // a single pair
/// for (key, draft) in [(1, 6), (2, 1), (3, 2)] {
///     table.store(key, Entry { draft, ..Entry::default() });
/// }
/// // The deepest and the newest.
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, false, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type TwoDeep = TwoLevel<Deep>;

/// Two levels: the first by [`Big1`], the second for what it displaces or refuses. The papers'
/// recommendation.
///
/// ```
/// use tt_classics::breuker::TwoBig1;
/// use tt_classics::hinted::HintedEntry;
/// use tt_core::{Table, Wide};
///
/// let table: Table<HintedEntry, Wide<2>, TwoBig1> = Table::with_parts(32)?; // a single pair
/// for (key, effort) in [(1, 9_000), (2, 50), (3, 10)] {
///     table.store(key, HintedEntry { draft: 4, effort, ..HintedEntry::default() });
/// }
/// // The dearest and the newest.
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, false, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type TwoBig1 = TwoLevel<Big1>;

/// Two levels: the first by [`BigAll`], the second for what it displaces or refuses. Not among the
/// papers' seven schemes.
///
/// ```
/// use tt_classics::breuker::TwoBigAll;
/// use tt_classics::hinted::{CountedNodes, HintedEntry};
/// use tt_core::{Table, Wide};
///
/// let table: Table<HintedEntry, Wide<2>, TwoBigAll> = Table::with_parts(32)?; // a single pair
/// let entry = |searched, saved| {
///     let effort = TwoBigAll::counted_nodes(searched, saved);
///     HintedEntry { draft: 4, effort, ..HintedEntry::default() }
/// };
/// // Few nodes were visited below the first, but without the table there would have been many.
/// table.store(1, entry(40, 8_000));
/// table.store(2, entry(900, 0));
/// table.store(3, entry(10, 0));
/// assert_eq!([1, 2, 3].map(|key| table.probe(key).is_some()), [true, false, true]);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type TwoBigAll = TwoLevel<BigAll>;
