//! Perft against counts that two independent generators agree on: hand-made cases, openings, random
//! games, all 960 starts of Chess960, starts of double Chess960. `cargo xtask oracle` derives the
//! files.

use std::sync::atomic::{AtomicUsize, Ordering};

use movegen::perft;

use super::suite::{Case, parse};

/// Counts every `step`-th case at its deepest level, on all threads of the machine; the leaves
/// counted.
fn count(suite: &str, positions: usize, step: usize) -> u64 {
    let mut cases = parse(suite);
    assert_eq!(cases.len(), positions);
    cases = cases.into_iter().step_by(step).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut total = 0;
        while let Some(Case { position, counts }) = cases.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let &(depth, leaves) = counts.last().expect("a case has a count");
            assert_eq!(perft(position, depth), leaves, "{position:?} depth {depth}");
            total += leaves;
        }
        total
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a count differs")).sum()
    })
}

#[test]
fn standard_positions_have_the_oracles_counts() {
    assert!(count(include_str!("../../data/standard.epd"), 206, 1) > 50_000_000);
}

/// Depth 3 of all starts is in [`shallow_levels_have_the_oracles_counts`].
#[test]
fn every_sixth_of_960_starts_has_the_oracles_count_at_depth_4() {
    let suite = include_str!("../../data/chess960.epd");
    assert!(
        parse(suite).iter().all(|case| case.counts.last().is_some_and(|&(depth, _)| depth == 4))
    );
    assert_eq!(count(suite, 960, 6), 29_622_180);
}

#[test]
fn every_third_of_the_double_starts_has_the_oracles_count_at_depth_4() {
    assert_eq!(count(include_str!("../../data/dfrc.epd"), 300, 3), 18_848_957);
}

/// Every level of every case, not only the deepest.
#[test]
fn shallow_levels_have_the_oracles_counts() {
    let suites = [
        include_str!("../../data/standard.epd"),
        include_str!("../../data/chess960.epd"),
        include_str!("../../data/dfrc.epd"),
    ];
    for Case { position, counts } in suites.iter().flat_map(|suite| parse(suite)) {
        for (depth, leaves) in counts.into_iter().filter(|&(_, leaves)| leaves <= 50_000) {
            assert_eq!(perft(&position, depth), leaves, "{position:?} depth {depth}");
        }
    }
}
