//! Short ways to a search, and tables that stand in for the real one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use movegen::{KeyHistory, Move, Position};
use search::{
    Control, Info, Limits, MonotonicClock, Outcome, Pool, Reporter, RootScore, SearchRequest,
    Settings, StoreHints, TranspositionTable,
};
use tt_core::{Entry, Payload, Table};

/// Positions of every phase, none with a mate in sight.
pub(crate) const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 5",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "6k1/6p1/P6p/r1N5/5p2/7P/1b3PP1/4R1K1 w - - 0 1",
];

pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a legal position")
}

pub(crate) fn table(bytes: usize) -> Table {
    Table::new(bytes).expect("memory for a small table")
}

pub(crate) fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A line of a report, kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) depth: u32,
    pub(crate) multi_pv: usize,
    pub(crate) score: RootScore,
    pub(crate) pv: Vec<Move>,
}

/// Keeps every line.
#[derive(Default)]
pub(crate) struct Lines(pub(crate) Vec<Line>);

impl Reporter for Lines {
    fn iteration(&mut self, info: &Info<'_>) {
        let Info { depth, multi_pv, score, pv, .. } = *info;
        self.0.push(Line { depth, multi_pv, score, pv: pv.to_vec() });
    }
}

/// One search: the outcome and what was reported.
pub(crate) fn run<T: TranspositionTable>(
    pool: &mut Pool,
    table: &T,
    position: &Position,
    limits: Limits,
    settings: &Settings,
) -> (Outcome, Vec<Line>) {
    run_after(pool, table, (position, KeyHistory::new()), limits, settings)
}

/// One search of a position with a past.
pub(crate) fn run_after<T: TranspositionTable>(
    pool: &mut Pool,
    table: &T,
    (position, history): (&Position, KeyHistory),
    limits: Limits,
    settings: &Settings,
) -> (Outcome, Vec<Line>) {
    let request = SearchRequest { position: position.clone(), history, limits };
    let mut lines = Lines::default();
    let clock = MonotonicClock::start();
    let outcome = pool.search(table, &request, settings, &Control::new(), &clock, &mut lines);
    (outcome, lines.0)
}

/// One search by a new pool of one thread.
pub(crate) fn fresh<T: TranspositionTable>(
    table: &T,
    position: &Position,
    limits: Limits,
) -> (Outcome, Vec<Line>) {
    run(&mut Pool::new(), table, position, limits, &Settings::default())
}

/// The naive twin of a table: it never loses an entry and takes every new one.
#[derive(Default)]
pub(crate) struct Unbounded(Mutex<HashMap<u64, Entry>>);

impl TranspositionTable for Unbounded {
    fn probe(&self, key: u64) -> Option<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    fn store(&self, key: u64, entry: Entry, _: StoreHints) {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = map.get(&key).copied().unwrap_or_default();
        map.insert(key, entry.inherit(old));
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}
