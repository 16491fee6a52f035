//! Any table of tt-core's kind as a table of the search, so that a search can run on every design
//! of the literature.
//!
//! A design is a record, a layout and a policy. [`Record`] translates between its record and the
//! search's [`Entry`]; [`Holder`] says whether threads share the table as it is, or through a
//! `Mutex` because its layout belongs to one thread. The numbers that some policies go by come from
//! the search's [`StoreHints`](search::StoreHints); which nodes count as effort, the policy says
//! ([`CountedNodes`]).

mod record;

use std::sync::Mutex;

use search::{Hints, TableHandle, TranspositionTable};
use tt_classics::hinted::CountedNodes;
use tt_core::{AllocError, Entry, Layout, Table};

use super::lens::lock;

pub(crate) use record::Record;

/// A table that the threads of a search may use at the same time.
pub(crate) trait Holder: Sync + Sized {
    type Record: Record;
    type Layout: Layout;
    /// Which of them give way, and which nodes count as a record's effort.
    type Policy: CountedNodes;

    /// Creates an empty table in at most `bytes` bytes.
    fn new(bytes: usize) -> Result<Self, AllocError>;

    fn with<T>(
        &self,
        work: impl FnOnce(&Table<Self::Record, Self::Layout, Self::Policy>) -> T,
    ) -> T;
}

/// A table whose layout any number of threads may use at once.
impl<P: Record, L: Layout, R: CountedNodes> Holder for Table<P, L, R>
where
    Self: Sync,
{
    type Record = P;
    type Layout = L;
    type Policy = R;

    fn new(bytes: usize) -> Result<Self, AllocError> {
        Self::with_parts(bytes)
    }

    #[inline]
    fn with<T>(&self, work: impl FnOnce(&Self) -> T) -> T {
        work(self)
    }
}

/// A table of one thread: each access takes the lock.
impl<P: Record, L: Layout, R: CountedNodes> Holder for Mutex<Table<P, L, R>>
where
    Table<P, L, R>: Send,
{
    type Record = P;
    type Layout = L;
    type Policy = R;

    fn new(bytes: usize) -> Result<Self, AllocError> {
        Table::with_parts(bytes).map(Self::new)
    }

    fn with<T>(&self, work: impl FnOnce(&Table<P, L, R>) -> T) -> T {
        work(&lock(self))
    }
}

/// A table of any records, as the search sees it.
pub(crate) struct Adapter<H> {
    held: H,
}

impl<H: Holder> Adapter<H> {
    pub(crate) fn new(held: H) -> Self {
        Self { held }
    }
}

impl<H: Holder> TranspositionTable for Adapter<H> {
    type Handle<'t>
        = AdapterHandle<'t, H>
    where
        Self: 't;

    fn handle(&self, _: usize) -> AdapterHandle<'_, H> {
        AdapterHandle { adapter: self, last_effort: 0 }
    }

    fn advance_generation(&self) {
        self.held.with(|table| table.advance_generation());
    }

    fn hashfull(&self) -> u32 {
        self.held.with(|table| table.hashfull())
    }
}

pub(crate) struct AdapterHandle<'t, H> {
    adapter: &'t Adapter<H>,
    last_effort: u64,
}

impl<H: Holder> TableHandle for AdapterHandle<'_, H> {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let record = self.adapter.held.with(|table| table.probe(key))?;
        self.last_effort = record.effort();
        Some(record.to_entry())
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
        let hints = hints();
        let effort = H::Policy::counted_nodes(hints.subtree_nodes, hints.saved_nodes);
        let record = H::Record::new(entry, effort, hints.move_number);
        self.adapter.held.with(|table| table.store(key, record));
    }

    fn settled(&mut self) -> u64 {
        self.last_effort
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Mutex;

    use movegen::Position;
    use search::{Outcome, StoreHints, Switches};
    use tt_classics::breuker::{Big1, BigAll};
    use tt_classics::hinted::HintedEntry;
    use tt_core::{Table, Wide};

    use super::*;
    use crate::search::lens::{Lens, Seen, lock};
    use crate::search::line::search_root;

    /// So large that no record is evicted by the searches below.
    const BYTES: usize = 64 << 20;
    const ROOT: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    type Hinted<R> = Table<HintedEntry, Wide<4>, R>;

    /// Notes the search's stores, and the nodes that records saved, as reported to the search.
    struct Ledger<'a> {
        stored: &'a Mutex<Vec<(u64, Entry, StoreHints)>>,
        told: &'a Mutex<u64>,
    }

    impl Lens for Ledger<'_> {
        fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) -> bool {
            lock(self.stored).push((key, entry, hints()));
            true
        }

        fn settled(&mut self, nodes: u64) {
            *lock(self.told) += nodes;
        }
    }

    /// The stores of a search, its table and its outcome, and the nodes that records saved.
    struct Searched<R: CountedNodes> {
        stored: Vec<(u64, Entry, StoreHints)>,
        told: u64,
        table: Adapter<Hinted<R>>,
        outcome: Outcome,
    }

    fn search<R: CountedNodes>() -> Searched<R> {
        let (stored, told) = (Mutex::default(), Mutex::default());
        let table = Adapter::new(Hinted::new(BYTES).unwrap());
        let make = || Ledger { stored: &stored, told: &told };
        let root = Position::from_fen(ROOT).unwrap();
        let outcome = search_root(&Seen { table: &table, make }, &root, 7, Switches::NONE);
        Searched { stored: lock(&stored).clone(), told: *lock(&told), table, outcome }
    }

    /// Compares each position's record with what the search said at its last store; returns how
    /// many records hold nodes that were saved.
    fn check_records<R: CountedNodes>() -> usize {
        let Searched { stored, table, .. } = search::<R>();
        let last: HashMap<u64, _> =
            stored.iter().map(|&(key, entry, hints)| (key, (entry, hints))).collect();
        assert!(last.len() > 1_000, "{} positions", last.len());
        let (mut late_moves, mut with_saved) = (0, 0);
        for (&key, (entry, hints)) in &last {
            let record = table.held.probe(key).expect("no record is evicted");
            let nodes = R::counted_nodes(hints.subtree_nodes, hints.saved_nodes);
            assert!(record.effort <= nodes && nodes - record.effort <= nodes / 16);
            assert_eq!(u32::from(record.order), hints.move_number.min(63));
            assert_eq!(hints.move_number == 0, entry.mv == 0, "{entry:?} {hints:?}");
            assert_eq!((record.score, record.draft), (entry.score, entry.draft));
            late_moves += usize::from(record.order > 3);
            with_saved += usize::from(record.effort > hints.subtree_nodes);
        }
        assert!(late_moves > 0, "some best move was not among the first three");
        with_saved
    }

    /// The numbers of a record are those that the search gave, as exactly as the record keeps them.
    #[test]
    fn hints_of_every_store_reach_the_record() {
        assert_eq!(check_records::<Big1>(), 0);
        assert!(check_records::<BigAll>() > 0);
    }

    /// The root is searched once an iteration and window, and all else lies below it.
    #[test]
    fn effort_of_the_root_is_the_whole_search() {
        let Searched { stored, told, outcome, .. } = search::<BigAll>();
        let root = Position::from_fen(ROOT).unwrap();
        let of_root: Vec<StoreHints> = stored
            .iter()
            .filter(|(key, ..)| *key == root.key())
            .map(|(.., hints)| *hints)
            .collect();
        assert!(of_root.len() >= 7, "{} stores of the root", of_root.len());
        let visited: u64 = of_root.iter().map(|hints| hints.subtree_nodes).sum();
        assert_eq!(visited, outcome.nodes);
        let saved: u64 = of_root.iter().map(|hints| hints.saved_nodes).sum();
        assert_eq!(saved, told);
        assert!(saved > 0, "records settled nodes");
    }
}
