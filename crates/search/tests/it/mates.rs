//! Mates: found at their exact distance, whatever the table holds, and shown to their end.

use movegen::Position;
use search::score::mate_in;
use search::{Limits, NoTable, Settings, TranspositionTable};

use crate::proof::Prover;
use crate::support::{Pool, Unbounded, check_mates, pool, position, run, table};

/// Each is enough for every mate of the suite.
const NODES: u64 = 8_000_000;

/// The suite: positions with the number of moves in which the side to move mates, and no fewer.
fn suite() -> Vec<(Position, u32)> {
    let lines = include_str!("data/mates.epd").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, moves) = line.split_once("; dm ").expect("FEN; dm N");
            (position(fen), moves.parse().expect("a number of moves"))
        })
        .collect()
}

/// The variable under which each test takes a sample of the suite: `cargo xtask ci` sets it.
const SHORT: &str = "SHORT_TESTS";

/// Every `step`th position of the suite from number `first` on; fewer in the short form.
fn sample(first: usize, step: usize) -> impl Iterator<Item = (Position, u32)> {
    let step = if std::env::var_os(SHORT).is_some() { 8 } else { step };
    suite().into_iter().skip(first).step_by(step)
}

const LONGEST: u32 = 5;

/// Every distance is what a search of all moves proves: there is no mate in fewer.
#[test]
fn every_distance_is_proved_by_the_rules_alone() {
    let longest = suite().iter().filter(|(_, moves)| *moves == LONGEST).count();
    assert!(longest >= 8, "{longest} mates in {LONGEST}");
    for (root, moves) in sample(0, 1) {
        assert_eq!(Prover::default().distance(&root, moves), Some(moves), "{root:?}");
    }
}

fn find_mate<T: TranspositionTable>(pool: &mut Pool, table: &T, root: &Position, moves: u32) {
    let limits = Limits { mate: Some(moves), nodes: Some(NODES), ..Limits::default() };
    let (outcome, lines) = run(pool, table, root, limits, &Settings::default());
    let exact = mate_in(2 * moves as usize - 1);
    assert_eq!(outcome.score.value(), exact, "{root:?} in {} nodes", outcome.nodes);
    assert_eq!(outcome.pv.len(), 2 * moves as usize - 1, "{root:?}");
    check_mates(root, &lines);
}

#[test]
fn with_a_cold_table_then_with_a_hot_one() {
    for (root, moves) in sample(0, 1) {
        let table = table(1 << 20);
        let mut pool = pool();
        find_mate(&mut pool, &table, &root, moves);
        find_mate(&mut pool, &table, &root, moves);
    }
}

#[test]
fn with_a_table_of_256_entries() {
    let table = table(256 * 16);
    assert_eq!(table.capacity(), 256);
    for (root, moves) in sample(1, 2) {
        find_mate(&mut pool(), &table, &root, moves);
    }
}

#[test]
fn with_the_naive_table_and_with_none() {
    for (root, moves) in sample(0, 2) {
        find_mate(&mut pool(), &Unbounded::default(), &root, moves);
        if moves <= 3 {
            find_mate(&mut pool(), &NoTable, &root, moves);
        }
    }
}

#[test]
fn the_mated_side_sees_it_too_and_every_line_is_whole() {
    for (root, moves) in sample(1, 2).filter(|(_, moves)| *moves > 1) {
        let table = table(1 << 20);
        let limits = Limits { mate: Some(moves), nodes: Some(NODES), ..Limits::default() };
        let (outcome, _) = run(&mut pool(), &table, &root, limits, &Settings::default());
        let reply = root.make(outcome.pv[0]);
        // The table is hot, but this root is new.
        let limits = Limits { mate: Some(moves - 1), nodes: Some(NODES), ..Limits::default() };
        let (outcome, lines) = run(&mut pool(), &table, &reply, limits, &Settings::default());
        assert_eq!(outcome.score.value(), -mate_in(2 * (moves as usize - 1)), "{reply:?}");
        check_mates(&reply, &lines);
    }
}

#[test]
fn several_threads_find_the_same_mates() {
    let settings = Settings::default();
    for (root, moves) in sample(0, 1) {
        let mut pool = pool();
        pool.set_threads(3);
        let limits = Limits { mate: Some(moves), nodes: Some(3 * NODES), ..Limits::default() };
        let (outcome, lines) = run(&mut pool, &table(1 << 20), &root, limits, &settings);
        assert_eq!(outcome.score.value(), mate_in(2 * moves as usize - 1), "{root:?}");
        check_mates(&root, &lines);
    }
}
