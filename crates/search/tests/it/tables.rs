//! One search over different tables.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};

use movegen::{Move, Position, Square};
use search::score::{DRAW, MATE, is_mate};
use search::{
    Evaluate, Hints, NO_EVAL, NoTable, Search, Settings, Switches, TableHandle, TranspositionTable,
};
use tt_core::{Bound, Entry, Table};

use crate::plain::PLAIN;
use crate::support::{
    POSITIONS, Unbounded, check_mates, depth, evaluate, fresh, measured, pool, position, run, table,
};

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
fn an_entry_with_an_illegal_move_can_count_as_none() {
    let illegal = Move::new(Square::A1, Square::H8);
    let (mv, bound) = (illegal.to_bits(), Bound::Lower);
    let liar = OneEntry(Entry { mv, score: 400, eval: NO_EVAL, draft: 99, bound, pv: false });
    for fen in POSITIONS {
        let root = position(fen);
        let nodes = |discard_illegal| {
            let switches = Switches { discard_illegal, ..Switches::NONE };
            measured(switches, &liar, &root, depth(5)).nodes
        };
        if !root.is_legal(illegal) {
            assert_eq!(nodes(true), fresh(&NoTable, &root, depth(5)).0.nodes, "{fen}");
            assert_ne!(nodes(true), nodes(false), "{fen}");
        }
    }
}

/// A line of one move has its reply from the table, which may hold another position's.
#[test]
fn the_move_to_ponder_is_legal() {
    let root = position(POSITIONS[0]);
    let reply = |from, to| {
        let (mv, bound) = (Move::new(from, to).to_bits(), Bound::None);
        let entry = Entry { mv, score: 0, eval: NO_EVAL, draft: -1, bound, pv: false };
        fresh(&OneEntry(entry), &root, depth(1)).0.ponder
    };
    assert_eq!(reply(Square::A1, Square::H8), None);
    assert_eq!(reply(Square::G8, Square::F6), Some(Move::new(Square::G8, Square::F6)));
}

/// The second and third line are searched at the same root, and are worse by a queen.
#[test]
fn the_roots_record_is_that_of_the_best_line() {
    let root = position("4k3/pp6/8/3q4/4P3/8/PP6/4K3 w - - 0 1");
    let settings = Settings { multi_pv: 3, ..Settings::default() };
    let kept = table(1 << 20);
    let (outcome, lines) = run(&mut pool(), &kept, &root, depth(7), &settings);
    let of_line = |rank| lines.iter().rfind(|line| line.multi_pv == rank).expect("a line");
    let [first, second] = [1, 2].map(|rank| of_line(rank).score.value());
    assert!(first > second + 500, "{first} {second}");
    let record = kept.probe(root.key()).expect("the root's record");
    assert_eq!(i32::from(record.score), first);
    assert_eq!(Some(record.mv), outcome.best.map(Move::to_bits));
}

/// Near the limit the table settles no node, unless an experiment ignores the clock.
#[test]
fn a_table_can_ignore_the_clock() {
    let (mv, bound) = (0, Bound::Lower);
    let table = OneEntry(Entry { mv, score: 400, eval: NO_EVAL, draft: 99, bound, pv: false });
    let nodes = |clock: u32, table_ignores_clock| {
        let root = position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w - - {clock} 60"));
        let switches = Switches { table_ignores_clock, ..Switches::NONE };
        measured(switches, &table, &root, depth(8)).nodes
    };
    assert_eq!(nodes(0, true), nodes(0, false));
    assert_eq!(nodes(91, true), nodes(0, true));
    assert!(nodes(91, false) > 2 * nodes(91, true));
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
        for outcome in outcomes {
            assert!(root.is_legal(outcome.best.expect("a move")));
            assert_eq!(outcome.depth, 8);
        }
        // Without selectivity: what a table knows may lead to extensions, too.
        let nodes = [
            measured(PLAIN, &NoTable, &root, depth(4)).nodes,
            measured(PLAIN, &Unbounded::default(), &root, depth(4)).nodes,
            measured(PLAIN, &table(1 << 20), &root, depth(4)).nodes,
        ];
        for (total, nodes) in totals.iter_mut().zip(nodes) {
            *total += nodes;
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

/// A real table that is made to answer some keys with a lie.
struct Lies {
    table: Table,
    told: HashMap<u64, Entry>,
}

impl TranspositionTable for Lies {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

impl TableHandle for &Lies {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.told.get(&key).copied().or_else(|| self.table.probe(key))
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        self.table.store(key, entry);
    }
}

/// Entries that claim to come from a search of `draft` plies. They do not touch the evaluation,
/// which is taken from an entry that has one.
fn lies(draft: i16) -> impl Iterator<Item = Entry> {
    let scores = [-MATE as i16 + 1, -3_000, 0, 3_000, MATE as i16 - 1];
    let moves = [Move::new(Square::A1, Square::H8), Move::new(Square::E2, Square::E4)];
    let bounds = [Bound::Exact, Bound::Lower, Bound::Upper];
    scores.into_iter().flat_map(move |score| {
        bounds.into_iter().flat_map(move |bound| {
            moves.into_iter().map(move |mv| {
                let mv = mv.to_bits();
                Entry { mv, score, eval: NO_EVAL, draft, bound, pv: true }
            })
        })
    })
}

/// A false entry for the root settles nothing: the root is searched.
#[test]
fn a_lie_about_the_root_changes_neither_its_moves_nor_its_score() {
    for fen in POSITIONS {
        let root = position(fen);
        let truth = measured(PLAIN, &table(1 << 18), &root, depth(4));
        for lie in lies(3) {
            let lies = Lies { table: table(1 << 18), told: HashMap::from([(root.key(), lie)]) };
            let outcome = measured(PLAIN, &lies, &root, depth(4));
            assert_eq!((outcome.score, outcome.best), (truth.score, truth.best), "{fen} {lie:?}");
            let (outcome, lines) = fresh(&lies, &root, depth(5));
            assert!(root.is_legal(outcome.best.expect("a move")), "{fen}: {lie:?}");
            check_mates(&root, &lines);
        }
    }
}

/// Lies about the root's children may hide a good move, but they make no score up: an exact score
/// was searched, so it is the true one of the move that is reported. Where the lies praise every
/// move, the search finds them out, and the score is the root's.
#[test]
fn lies_about_the_roots_children_make_no_score_up() {
    let mut hidden = 0;
    for fen in POSITIONS {
        let root = position(fen);
        for plies in 2..=4 {
            let true_score = |mv: Move| {
                let child = root.make(mv);
                let outcome = measured(PLAIN, &NoTable, &child, depth(plies - 1));
                if child.is_insufficient_material() { DRAW } else { -outcome.score.value() }
            };
            let legal = root.legal_moves();
            let scores: Vec<(Move, i32)> = legal.iter().map(|&mv| (mv, true_score(mv))).collect();
            let best = scores.iter().map(|&(_, score)| score).max();
            for lie in lies(plies as i16 - 1).filter(|lie| !is_mate(lie.score.into())) {
                let told = legal.iter().map(|&mv| (root.make(mv).key(), lie)).collect();
                let lies = Lies { table: table(1 << 16), told };
                let outcome = measured(PLAIN, &lies, &root, depth(plies));
                let found = (outcome.best.expect("a move"), outcome.score.value());
                assert!(scores.contains(&found), "{fen}: {lie:?} {found:?}");
                hidden += u32::from(Some(found.1) < best);
                let (outcome, lines) = fresh(&lies, &root, depth(plies + 1));
                assert!(root.is_legal(outcome.best.expect("a move")), "{fen}: {lie:?}");
                check_mates(&root, &lines);
            }
        }
    }
    assert!(hidden > 0, "lies are believed where nothing contradicts them");
}

/// Says the same everywhere.
struct OneEntry(Entry);

impl TranspositionTable for OneEntry {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {}

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &OneEntry {
    fn probe(&mut self, _: u64) -> Option<Entry> {
        Some(self.0)
    }

    fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
}

/// Counts the searches that it is told of.
#[derive(Default)]
struct Generations(AtomicU32);

impl TranspositionTable for Generations {
    type Handle<'t> = NoTable;

    fn handle(&self, _: usize) -> NoTable {
        NoTable
    }

    fn advance_generation(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn hashfull(&self) -> u32 {
        0
    }
}

#[test]
fn each_search_makes_the_entries_of_a_table_grow_older_once() {
    let table = Generations::default();
    for searches in 1..=3 {
        fresh(&table, &position(POSITIONS[0]), depth(2));
        assert_eq!(table.0.load(Ordering::Relaxed), searches);
    }
}

/// The table's move is played only where it is legal.
#[test]
fn a_move_from_the_table_is_verified() {
    for (from, to) in [(Square::E2, Square::E4), (Square::A1, Square::H8), (Square::E8, Square::G8)]
    {
        let mv = Move::new(from, to).to_bits();
        let liar = OneEntry(Entry { mv, eval: NO_EVAL, ..Entry::default() });
        for fen in POSITIONS {
            let root = position(fen);
            let (outcome, _) = fresh(&liar, &root, depth(5));
            assert!(root.is_legal(outcome.best.expect("a move")));
        }
    }
}

/// Counts how often each position is evaluated.
#[derive(Default)]
struct Evaluations(HashMap<u64, u32>);

impl Evaluate for Evaluations {
    fn evaluate(&mut self, position: &Position) -> i32 {
        *self.0.entry(position.key()).or_default() += 1;
        evaluate(position)
    }
}

/// A node that is left early leaves its static evaluation behind.
#[test]
fn no_position_is_evaluated_twice_while_the_table_keeps_it() {
    for fen in POSITIONS {
        let table = Unbounded::default();
        let mut pool = search::Pool::new(Evaluations::default);
        Search::new(&table).position(position(fen)).limits(depth(9)).run(&mut pool);
        let counts = &pool.evaluators().next().expect("a thread").0;
        assert!(counts.len() > 500 && counts.values().all(|&count| count == 1), "{fen}");
    }
}
