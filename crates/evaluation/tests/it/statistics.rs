//! The counts of an evaluator, and the size of one that counts nothing.

use std::collections::HashSet;

use evaluation::{Counters, Evaluator, NoStatistics, PawnProbe};
use movegen::Position;

const STARTS: &str = include_str!("positions.txt");

/// Returns the start positions and those after one and two moves.
fn positions() -> Vec<Position> {
    let children = |position: &Position| -> Vec<Position> {
        position.legal_moves().into_iter().map(|mv| position.make(mv)).collect()
    };
    let starts = STARTS.lines().filter(|line| !line.is_empty());
    let starts = starts.map(|fen| Position::from_fen(fen).expect("a legal position"));
    let mut positions = Vec::new();
    for start in starts {
        let first = children(&start);
        positions.extend(first.iter().step_by(4).flat_map(&children));
        positions.extend(first);
        positions.push(start);
    }
    positions
}

#[test]
fn counters_add_up_to_the_evaluations() {
    let positions = positions();
    let (mut counting, mut plain) = (Evaluator::<Counters>::default(), Evaluator::new());
    for position in &positions {
        let value = counting.evaluate(position);
        assert_eq!(value, plain.evaluate(position));
        // The trace probes no table.
        assert_eq!(value.abs(), counting.trace(position).value().abs());
    }
    let evaluations = positions.len() as u64;
    assert!(evaluations > 1_000, "{evaluations}");

    let asked: Vec<PawnProbe> = positions.iter().map(PawnProbe::of).collect();
    let structures: HashSet<_> = asked.iter().map(|probe| probe.pawns.map(|set| set.0)).collect();
    let with_kings: HashSet<_> =
        asked.iter().map(|probe| (probe.pawns.map(|set| set.0), probe.kings)).collect();
    let materials: HashSet<u64> = positions.iter().map(Position::material_key).collect();
    for (counters, distinct) in [
        (counting.material_statistics(), materials.len() as u64),
        (counting.pawn_statistics(), structures.len() as u64),
        (counting.pawn_king_statistics(), with_kings.len() as u64),
    ] {
        let counts = counters.counts();
        assert_eq!(counts.probes(), evaluations);
        assert_eq!(counts.vacant + counts.evicted, counts.misses);
        // A missed entry is new, or was evicted before.
        assert!((distinct..=distinct + counts.evicted).contains(&counts.misses), "{counts:?}");
        assert!(counts.hits > 0);
    }
}

#[test]
fn an_evaluator_that_counts_nothing_is_no_larger_for_it() {
    assert_eq!(size_of::<NoStatistics>(), 0);
    let counters = 3 * size_of::<Counters>();
    assert_eq!(size_of::<Evaluator<Counters>>(), size_of::<Evaluator>() + counters);
}
