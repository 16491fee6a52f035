//! [`Switches`]: switches that measure the search.

use crate::clock_buckets::ClockBuckets;

/// The switches of an experiment, for [`Search::switches`](crate::Search::switches): instruments
/// that measure the search. An engine that plays has [`NONE`](Self::NONE). They promise nothing
/// from version to version.
///
/// ```
/// use search::{Limits, NoTable, Pool, Search, Switches, tt_core};
///
/// let plain = Switches { plain: true, ..Switches::NONE };
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let mut pool = Pool::new(|| |_: &_| 0);
/// let without = Search::new(&NoTable).limits(limits.clone()).switches(plain).run(&mut pool);
/// pool.clear();
/// let table = tt_core::Table::new(1 << 20)?;
/// let with = Search::new(&table).limits(limits).switches(plain).run(&mut pool);
/// assert_eq!(with.score, without.score);
/// assert!(with.nodes < without.nodes);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Plain alpha-beta, to compare tables, drivers and orders of moves by: with one thread and a
    /// table that keeps whole keys, the score of each finished iteration depends on the position,
    /// the depth and the evaluation alone. It is that of negamax, and no table changes it.
    ///
    /// Nothing is pruned, reduced or extended, nor is the evaluation corrected by what was learnt
    /// or by the table. The only draws are stalemate and the lack of material, because the others
    /// depend on the way to the position. A table's entry settles a node only if its draft is the
    /// node's depth. Quiescence stands pat or plays what captures or promotes without a loss by
    /// static exchange; in check it plays every move.
    pub plain: bool,
    /// An entry whose move is not legal in the position counts as no entry: it was stored for
    /// another one. A table that compares whole keys has none.
    pub discard_illegal: bool,
    /// The table settles nodes whatever the no-progress clock says, as a naive table would: near
    /// the limit too, and with mates that come after it. It saves nodes and shows false wins: it
    /// measures what the clock costs.
    pub table_ignores_clock: bool,
    /// The buckets of the no-progress clock for each of which the table keeps a position apart.
    pub clock_buckets: ClockBuckets,
}

impl Switches {
    /// The search of an engine that plays: every switch is off.
    pub const NONE: Self = Self {
        plain: false,
        discard_illegal: false,
        table_ignores_clock: false,
        clock_buckets: ClockBuckets::DEFAULT,
    };
}
