//! The same search over different tables.

use std::sync::atomic::{AtomicU64, Ordering};

use movegen::{Move, Square};
use search::score::MATE;
use search::{NO_EVAL, NoTable, Settings, StoreHints, TableHandle, TranspositionTable};
use tt_core::{Bound, Entry};

use crate::support::{POSITIONS, Unbounded, depth, fresh, pool, position, run, table};

#[test]
fn one_thread_is_deterministic() {
    let table = table(1 << 20);
    let mut pool = pool();
    let mut results = Vec::new();
    for _ in 0..2 {
        for fen in POSITIONS {
            results.push(run(&mut pool, &table, &position(fen), depth(9), &Settings::default()));
        }
        pool.clear();
        // A new table of the same size is the same as an empty one.
        for fen in POSITIONS {
            let fresh = fresh(&crate::support::table(1 << 20), &position(fen), depth(9));
            results.push(fresh);
        }
        pool.clear();
    }
    let (first, second) = results.split_at(2 * POSITIONS.len());
    assert_eq!(first[POSITIONS.len()..], second[POSITIONS.len()..]);
    // The second round met a hot table; the very first search of all did not.
    assert_eq!(first[0], first[POSITIONS.len()]);
}

#[test]
fn clearing_the_pool_makes_it_new() {
    let mut pool = pool();
    let root = position(POSITIONS[2]);
    let settings = Settings::default();
    let first = run(&mut pool, &table(1 << 18), &root, depth(9), &settings);
    let second = run(&mut pool, &table(1 << 18), &root, depth(9), &settings);
    assert_ne!(first.0.nodes, second.0.nodes, "the histories were kept");
    pool.clear();
    assert_eq!(run(&mut pool, &table(1 << 18), &root, depth(9), &settings), first);
}

#[test]
fn every_table_leads_to_a_legal_move_and_a_table_saves_work() {
    let mut totals = [0; 3];
    for fen in POSITIONS {
        let root = position(fen);
        let outcomes = [
            fresh(&NoTable, &root, depth(8)).0,
            fresh(&Unbounded::default(), &root, depth(8)).0,
            fresh(&table(1 << 20), &root, depth(8)).0,
        ];
        for (total, outcome) in totals.iter_mut().zip(outcomes) {
            assert!(root.is_legal(outcome.best.expect("a move")));
            assert_eq!(outcome.depth, 8);
            *total += outcome.nodes;
        }
    }
    let [none, unbounded, real] = totals;
    assert!(unbounded < none && real < none, "{totals:?}");
}

/// The first iteration looks at the root's moves and at captures: with no entry to meet again, a
/// table changes nothing.
#[test]
fn the_first_iteration_has_one_score_with_any_table() {
    for fen in POSITIONS {
        let root = position(fen);
        let (with, without) =
            (fresh(&table(1 << 20), &root, depth(1)), fresh(&NoTable, &root, depth(1)));
        assert_eq!(with.0.score, without.0.score, "{fen}");
    }
}

/// Answers every probe with an entry that has nothing to do with the position.
struct Liar(AtomicU64);

impl Liar {
    fn random(&self) -> u64 {
        let x = self.0.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
        let x = (x ^ (x >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x ^ (x >> 29)
    }
}

impl TranspositionTable for Liar {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &Liar {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        let random = self.random();
        let score = match random % 4 {
            0 => 0,
            1 => (random >> 16) as i16 % 300,
            2 => (random >> 16) as i16 % MATE as i16,
            _ => MATE as i16 - (random >> 16) as i16 % 50,
        };
        (random >> 60 > 3).then_some(Entry {
            mv: (random >> 32) as u16,
            score,
            eval: if random & 64 == 0 { NO_EVAL } else { (random >> 20) as i16 % 500 },
            draft: (random >> 48) as i16 % 8,
            bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact]
                [(random >> 8) as usize % 4],
            pv: random & 32 == 0,
        })
    }

    fn store(&mut self, _: u64, _: Entry, _: StoreHints) {}
}

/// A window that fails high and then low, and the other way round, is widened until the score fits:
/// it neither panics nor runs for ever.
#[test]
fn searches_end_with_a_legal_move_whatever_the_table_says() {
    let liar = Liar(AtomicU64::new(1));
    let mut pool = pool();
    for round in 0..1_000 {
        let root = position(POSITIONS[round % POSITIONS.len()]);
        let (outcome, _) = run(&mut pool, &liar, &root, depth(4), &Settings::default());
        assert!(root.is_legal(outcome.best.expect("a move")));
    }
}

/// Says that one move is best everywhere.
struct OneMove(Move);

impl TranspositionTable for OneMove {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &OneMove {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        Some(Entry { mv: self.0.to_bits(), eval: NO_EVAL, ..Entry::default() })
    }

    fn store(&mut self, _: u64, _: Entry, _: StoreHints) {}
}

/// The table's move is played only where it is legal.
#[test]
fn a_move_from_the_table_is_verified() {
    for (from, to) in [(Square::E2, Square::E4), (Square::A1, Square::H8), (Square::E8, Square::G8)]
    {
        let liar = OneMove(Move::new(from, to));
        for fen in POSITIONS {
            let root = position(fen);
            let (outcome, _) = fresh(&liar, &root, depth(6));
            assert!(root.is_legal(outcome.best.expect("a move")));
        }
    }
}
