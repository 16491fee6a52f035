//! Any table of tt-core's kind as a table of the search, so that a search can run on every design
//! of the literature.
//!
//! A design is a record, a layout and a policy. [`Record`] translates between its record and the
//! search's [`Entry`]; [`Holder`] says whether threads share the table as it is, or through a
//! `Mutex` because its layout belongs to one thread. The numbers that some policies go by come from
//! the search's [`StoreHints`](search::StoreHints); which nodes count as effort, the policy says
//! ([`CountedNodes`]).

mod holder;
mod record;

use search::{Hints, TableHandle, TranspositionTable};
use tt_classics::hinted::CountedNodes;
use tt_core::Entry;

pub(crate) use holder::Holder;
pub(crate) use record::Record;

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

/// A thread's access to such a table.
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

    use engine::HandCrafted;
    use movegen::Position;
    use search::{Limits, Outcome, Pool, Search, StoreHints};
    use tt_classics::breuker::{Big1, BigAll};
    use tt_classics::hinted::HintedEntry;
    use tt_core::{Table, Wide};

    use super::*;

    /// So large that no record is evicted by the searches below.
    const BYTES: usize = 64 << 20;
    const ROOT: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    type Hinted<R> = Table<HintedEntry, Wide<4>, R>;

    /// A table that notes the search's stores, and the effort that the search asks for.
    struct Ledger<R: CountedNodes> {
        table: Adapter<Hinted<R>>,
        stored: Mutex<Vec<(u64, Entry, StoreHints)>>,
        /// The nodes that records saved, as reported to the search.
        told: Mutex<u64>,
    }

    impl<R: CountedNodes> TranspositionTable for Ledger<R> {
        type Handle<'t>
            = LedgerHandle<'t, R>
        where
            Self: 't;

        fn handle(&self, thread: usize) -> LedgerHandle<'_, R> {
            LedgerHandle { ledger: self, handle: self.table.handle(thread) }
        }

        fn advance_generation(&self) {
            self.table.advance_generation();
        }

        fn hashfull(&self) -> u32 {
            self.table.hashfull()
        }
    }

    struct LedgerHandle<'t, R: CountedNodes> {
        ledger: &'t Ledger<R>,
        handle: AdapterHandle<'t, Hinted<R>>,
    }

    impl<R: CountedNodes> TableHandle for LedgerHandle<'_, R> {
        fn probe(&mut self, key: u64) -> Option<Entry> {
            self.handle.probe(key)
        }

        fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) {
            self.ledger.stored.lock().unwrap().push((key, entry, hints()));
            self.handle.store(key, entry, hints);
        }

        fn settled(&mut self) -> u64 {
            let effort = self.handle.settled();
            *self.ledger.told.lock().unwrap() += effort;
            effort
        }
    }

    /// Searches with one thread; returns the root, the ledger and the outcome.
    fn search<R: CountedNodes>(depth: u32) -> (Position, Ledger<R>, Outcome) {
        let table = Adapter::new(Hinted::new(BYTES).unwrap());
        let ledger = Ledger { table, stored: Mutex::default(), told: Mutex::default() };
        let root = Position::from_fen(ROOT).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let outcome = Search::new(&ledger)
            .position(root.clone())
            .limits(limits)
            .run(&mut Pool::new(HandCrafted::default));
        (root, ledger, outcome)
    }

    /// Compares each position's record with what the search said at its last store; returns how
    /// many records hold nodes that were saved.
    fn check_records<R: CountedNodes>() -> usize {
        let (_, ledger, _) = search::<R>(7);
        let stored = ledger.stored.into_inner().unwrap();
        let last: HashMap<u64, _> =
            stored.iter().map(|&(key, entry, hints)| (key, (entry, hints))).collect();
        assert!(last.len() > 1_000, "{} positions", last.len());
        let (mut late_moves, mut with_saved) = (0, 0);
        for (&key, (entry, hints)) in &last {
            let record = ledger.table.held.probe(key).expect("no record is evicted");
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
        let (root, ledger, outcome) = search::<BigAll>(7);
        let stored = ledger.stored.into_inner().unwrap();
        let of_root: Vec<StoreHints> = stored
            .iter()
            .filter(|(key, ..)| *key == root.key())
            .map(|(.., hints)| *hints)
            .collect();
        assert!(of_root.len() >= 7, "{} stores of the root", of_root.len());
        let visited: u64 = of_root.iter().map(|hints| hints.subtree_nodes).sum();
        assert_eq!(visited, outcome.nodes);
        let saved: u64 = of_root.iter().map(|hints| hints.saved_nodes).sum();
        assert_eq!(saved, ledger.told.into_inner().unwrap());
        assert!(saved > 0, "records settled nodes");
    }
}
