//! J. H. Condon, K. Thompson, "Belle chess hardware", Advances in Computer Chess 3, 1982.

use core::marker::PhantomData;

use tt_core::{RecordView, Replace, Unit};

use crate::hinted::CountedNodes;

/// Two levels in a bucket: one for the records that the policy `R` prefers, one for the newest.
///
/// The first slot belongs to the record that `R` lets in there. The record that it displaces moves
/// to the other slots, among which `R` chooses the victim, and so does a newcomer that the first
/// slot refuses. So a store is refused only by a record of its own key.
///
/// Belle has `TwoLevel<DepthPreferred>` in buckets of two, [`Wide<2>`](tt_core::Wide): side by side
/// a depth-preferred and an always-replaced record. A bucket of a single slot does not compile.
///
/// ```
/// use tt_classics::thompson::TwoLevel;
/// use tt_core::{DepthPreferred, Entry, Table, Wide};
///
/// // One bucket.
/// let table: Table<Entry, Wide<2>, TwoLevel<DepthPreferred>> = Table::with_parts(32)?;
/// table.store(1, Entry { draft: 4, ..Entry::default() });
/// table.store(2, Entry { draft: 7, ..Entry::default() });
/// // The deeper one took the first level, and the other one is still there.
/// assert!(table.probe(1).is_some() && table.probe(2).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoLevel<R>(PhantomData<R>);

impl<R: Replace> Replace for TwoLevel<R> {
    const UNIT: Option<Unit> = R::UNIT;
    const REFRESH: bool = R::REFRESH;
    const TWO_LEVEL: bool = true;

    #[inline]
    fn worth(record: RecordView) -> i64 {
        R::worth(record)
    }

    #[inline]
    fn strength(newcomer: RecordView) -> u64 {
        R::strength(newcomer)
    }

    #[inline]
    fn eviction_bar(record: RecordView) -> u64 {
        R::eviction_bar(record)
    }

    #[inline]
    fn renewal_bar(record: RecordView) -> u64 {
        R::renewal_bar(record)
    }
}

/// As the policy of the first level counts.
impl<R: CountedNodes> CountedNodes for TwoLevel<R> {
    #[inline]
    fn counted_nodes(searched: u64, saved: u64) -> u64 {
        R::counted_nodes(searched, saved)
    }
}
