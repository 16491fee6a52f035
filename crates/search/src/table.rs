//! The transposition table, as the search sees it: a trait, so that any table or none may serve.

mod adapters;
pub(crate) mod any;
#[cfg(all(unix, feature = "shared", target_has_atomic = "64"))]
pub(crate) mod shared;

use tt_core::Entry;

use crate::hit::CutoffNode;
pub use crate::hit::NO_EVAL;

/// The draft of an entry from quiescence at its first ply, or in check.
///
/// With tt-core's default policy, `Ageing`, such an entry is the first of its age to be evicted
/// from a bucket, and is refused where the table has a current entry of the same position that is 4
/// plies deeper or more. As a newcomer to a full bucket it always enters: the entry of least draft
/// and greatest age gives way, however deep that is.
pub(crate) const QUIESCENCE_DRAFT: i32 = 0;

/// The draft of an entry from the later plies of quiescence, where no checks are tried: the least
/// that the search stores.
pub(crate) const WITHOUT_CHECKS_DRAFT: i32 = -1;

/// Facts about an entry, beside its draft, for a replacement policy.
///
/// The plain tables of tt-core do without. A table of larger records can keep the effort, and have
/// the policy protect the entries that were dear (Breuker, Uiterwijk and van den Herik, 1994:
/// `Big1` counts `subtree_nodes`, `BigAll` adds `saved_nodes`), or those whose move was late in the
/// order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreHints {
    /// Nodes that the search visited below the entry's position.
    pub subtree_nodes: u64,
    /// Nodes that it did not visit, because an entry settled a node below: the sum of the
    /// numbers that [`TableHandle::settled`] returned for these entries.
    pub saved_nodes: u64,
    /// The place of the best move in the order of the moves tried, from 1; 0 without one.
    pub move_number: u32,
}

/// The hints of a store, computed for a table that asks for them.
pub type Hints<'a> = &'a dyn Fn() -> StoreHints;

/// A table of searched positions, shared by all threads of a search. Each thread works with a
/// [handle](TableHandle) of its own.
///
/// A table that is shared and nothing else is its own handle:
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::Mutex;
///
/// use search::{Hints, Limits, Pool, Search, TableHandle, TranspositionTable};
/// use tt_core::Entry;
///
/// #[derive(Default)]
/// struct Naive(Mutex<HashMap<u64, Entry>>);
///
/// impl TranspositionTable for Naive {
///     type Handle<'t> = &'t Self;
///
///     fn handle(&self, _thread: usize) -> &Self {
///         self
///     }
///     fn advance_generation(&self) {}
///     fn hashfull(&self) -> u32 {
///         0
///     }
/// }
///
/// impl TableHandle for &Naive {
///     fn probe(&mut self, key: u64) -> Option<Entry> {
///         self.0.lock().unwrap().get(&key).copied()
///     }
///     fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
///         self.0.lock().unwrap().insert(key, entry);
///     }
/// }
///
/// let table = Naive::default();
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// Search::new(&table).limits(limits).run(&mut Pool::new(|| |_: &movegen::Position| 0));
/// assert!(!table.0.lock().unwrap().is_empty());
/// ```
pub trait TranspositionTable: Sync {
    /// The access of one thread to the table.
    type Handle<'t>: TableHandle
    where
        Self: 't;

    /// Returns the handle of a thread of the search; 0 is the leader. Called in that thread, once a
    /// search. The handle is dropped there when the search ends.
    fn handle(&self, thread: usize) -> Self::Handle<'_>;

    /// Begins a new search: the entries in the table grow older. Called once a search, before any
    /// thread asks for its handle.
    fn advance_generation(&self);

    /// Returns how many places of the table hold an entry of the present search, in per mille.
    fn hashfull(&self) -> u32;
}

/// A thread's access to a [`TranspositionTable`].
///
/// Any entry may be lost at any time, and a probe may return the entry of another position. The
/// harm of such a false entry is bounded. Its move is played only if it is legal. It settles
/// neither the root nor a node with an open window: a move that it praises is searched there, one
/// that it condemns may be missed. So the answer is legal, lines are legal to their end, and an
/// exact score has a line that was searched. Its evaluation is believed.
///
/// Scores count mates from the entry's position ([`to_table`](crate::score::to_table)). Moves are
/// [`Move::to_bits`](movegen::Move::to_bits), 0 for none: a table should then keep the move that it
/// has.
pub trait TableHandle {
    /// Returns the entry stored for a key.
    fn probe(&mut self, key: u64) -> Option<Entry>;

    /// Returns the entry stored for a key, for a node of quiescence. A table that keeps nothing of
    /// quiescence can return none here, and drop entries that are stored with draft 0 or below.
    fn probe_quiescence(&mut self, key: u64) -> Option<Entry> {
        self.probe(key)
    }

    /// Keeps an entry, if the table's policy agrees. The hints are computed if the table asks.
    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>);

    /// Prefetches the place of a key, if that helps: a probe of it will probably follow.
    fn prefetch(&mut self, key: u64) {
        let _ = key;
    }

    /// Takes note that the entry of the last probe settled a node. Returns the nodes that the entry
    /// represents, if the table keeps that number: as [`StoreHints`] gave it when it was stored.
    fn settled(&mut self) -> u64 {
        0
    }

    /// Returns the score by which the table settles a node whose entry gives `score`, or none. For
    /// experiments with other rules; it promises nothing from version to version.
    #[doc(hidden)]
    #[inline]
    fn cutoff(&mut self, node: &CutoffNode<'_>, score: Option<i32>) -> Option<i32> {
        let _ = node;
        score
    }
}

/// No table at all: every probe misses. It shows what a table is worth:
///
/// ```
/// use search::movegen::Position;
/// use search::{Limits, NoTable, Pool, Search, TranspositionTable, tt_core};
///
/// fn nodes(table: &impl TranspositionTable, position: &Position) -> u64 {
///     let limits = Limits { depth: Some(24), ..Limits::default() };
///     let search = Search::new(table).position(position.clone()).limits(limits);
///     search.run(&mut Pool::new(|| |_: &Position| 0)).nodes
/// }
///
/// let table = tt_core::Table::new(1 << 20)?;
/// // Kings and blocked pawns (Fine, 1941, 70): few positions, and many ways to each of them.
/// let position = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")?;
/// assert!(nodes(&table, &position) < nodes(&NoTable, &position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl TranspositionTable for NoTable {
    type Handle<'t> = Self;

    fn handle(&self, _: usize) -> Self {
        Self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for NoTable {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
}
