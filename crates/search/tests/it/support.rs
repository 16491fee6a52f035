//! Short ways to a search, and tables that replace the real one.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use movegen::{Color, KeyHistory, Move, PieceType, Position, Square};
use search::score::{is_mate, mate_distance_plies};
use search::{
    AnyTable, Hints, Info, Limits, Outcome, Reporter, RootScore, Search, Settings, Switches,
    TableHandle, TranspositionTable,
};
use tt_core::{Bound, Entry, Payload, Table};

/// A wait that should have ended long ago.
pub(crate) const GUARD: Duration = Duration::from_secs(10);

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

/// The evaluation of these tests, in centipawns: material, pieces near the centre, the right to
/// move.
pub(crate) fn evaluate(position: &Position) -> i32 {
    const TEMPO: i32 = 10;
    const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];
    let centre = |square: Square| {
        let outward = |index: usize| (2 * index as i32 - 7).abs();
        8 - (outward(square.file().index()) + outward(square.rank().index())) / 2
    };
    let side = |color: Color| -> i32 {
        let value = |kind: PieceType| -> i32 {
            let squares = position.colored(color, kind);
            squares.into_iter().map(|square| VALUES[kind.index()] + 3 * centre(square)).sum()
        };
        PieceType::ALL.into_iter().map(value).sum()
    };
    let us = position.side_to_move();
    side(us) - side(!us) + TEMPO
}

pub(crate) type Pool = search::Pool<fn(&Position) -> i32>;

pub(crate) fn pool() -> Pool {
    Pool::new(|| evaluate)
}

pub(crate) fn table(bytes: usize) -> Table {
    Table::new(bytes).expect("memory for a small table")
}

pub(crate) fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) depth: u32,
    pub(crate) multi_pv: usize,
    pub(crate) score: RootScore,
    pub(crate) pv: Vec<Move>,
}

#[derive(Default)]
pub(crate) struct Lines(pub(crate) Vec<Line>);

impl Reporter for Lines {
    fn iteration(&mut self, info: &Info<'_>) {
        let Info { depth, multi_pv, score, pv, .. } = *info;
        self.0.push(Line { depth, multi_pv, score, pv: pv.to_vec() });
    }
}

/// An exact mate's line has the promised length and ends in mate.
pub(crate) fn check_mates(root: &Position, lines: &[Line]) {
    let exact = lines.iter().filter(|line| line.score.bound == Bound::Exact);
    for line in exact.filter(|line| is_mate(line.score.value())) {
        assert_eq!(mate_distance_plies(line.score.value()), Some(line.pv.len() as u32));
        let end = line.pv.iter().fold(root.clone(), |position, &mv| {
            assert!(position.is_legal(mv));
            position.make(mv)
        });
        assert!(end.in_check() && end.count_legal() == 0, "{root:?}: {line:?}");
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
    let mut lines = Lines::default();
    // One search is compiled for all tables.
    let outcome = Search::new(&AnyTable::new(table))
        .position(position.clone())
        .history(history)
        .limits(limits)
        .settings(*settings)
        .reporter(&mut lines)
        .run(pool);
    (outcome, lines.0)
}

/// One search by a new pool of one thread.
pub(crate) fn fresh<T: TranspositionTable>(
    table: &T,
    position: &Position,
    limits: Limits,
) -> (Outcome, Vec<Line>) {
    run(&mut pool(), table, position, limits, &Settings::default())
}

/// Searches once with these switches, by a new pool of one thread.
pub(crate) fn measured<T: TranspositionTable>(
    switches: Switches,
    table: &T,
    position: &Position,
    limits: Limits,
) -> Outcome {
    let table = AnyTable::new(table);
    let search = Search::new(&table).position(position.clone()).limits(limits);
    search.switches(switches).run(&mut pool())
}

/// The naive twin of a table: it never loses an entry and takes every new one.
#[derive(Default)]
pub(crate) struct Unbounded(Mutex<HashMap<u64, Entry>>);

impl TranspositionTable for Unbounded {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &Unbounded {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied()
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        let mut map = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = map.get(&key).copied().unwrap_or_default();
        map.insert(key, entry.inherit(old));
    }
}
