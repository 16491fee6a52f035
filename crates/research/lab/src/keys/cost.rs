//! Verb `keys-cost`: what it costs to keep all keys of a position.
//!
//! Perft makes every move but evaluates nothing, so no other program pays a larger share. Both
//! kinds of positions run in turn in one process, because two runs of a machine differ more than
//! the keys cost. Runs are short and many, and each is compared with its neighbour only: the median
//! of the ratios is not moved by runs that something interrupted.

use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use movegen::keys::{
    ChessKeys, DefaultKeys, FEATURES, KeyTables, MATERIAL_FEATURES, PAWN_FEATURES,
};
use movegen::{KeyedPosition, perft};
use zobrist_keys::NoKey;

use crate::page::{Spread, geometric_mean};

/// How to measure.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CostArguments {
    /// Runs of each kind for each position
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// Well-known positions of perft, and depths that take less than a time slice.
const POSITIONS: [(&str, u32); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

#[derive(Clone, Copy, Debug)]
struct NoKeys;

impl ChessKeys for NoKeys {
    type Key = NoKey;
    const TABLES: &'static KeyTables<NoKey> =
        &KeyTables::new(&[NoKey; FEATURES], &[NoKey; PAWN_FEATURES], &[NoKey; MATERIAL_FEATURES]);
}

pub(crate) fn run(arguments: &CostArguments) -> Result<String> {
    let mut lines = Vec::new();
    let mut all = Vec::new();
    for (fen, depth) in POSITIONS {
        let with = KeyedPosition::<DefaultKeys>::from_fen(fen)?;
        let without = KeyedPosition::<NoKeys>::from_fen(fen)?;
        let mut ratios = Vec::new();
        let mut counts = [0; 2];
        for _ in 0..arguments.runs {
            let (time_with, time_without);
            (counts[0], time_with) = timed(|| perft(&with, depth));
            (counts[1], time_without) = timed(|| perft(&without, depth));
            ratios.push(time_with / time_without);
        }
        ensure!(counts[0] == counts[1], "the keys change the count of leaves");
        let ratio = Spread::of(ratios).median;
        lines.push(format!("{fen}: {} leaves, {}", counts[0], cost(ratio)));
        all.push(ratio);
    }
    lines.push(format!("geometric mean: {}", cost(geometric_mean(&all))));
    Ok(lines.join("\n"))
}

/// Runs `count`: what it counts, and the seconds that it takes.
fn timed(count: impl FnOnce() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let leaves = count();
    (leaves, start.elapsed().as_secs_f64())
}

/// Returns a line with the cost of all keys, by the ratio of the time with all to the time with
/// none.
fn cost(ratio: f64) -> String {
    format!("all keys cost {:+.1} %", (ratio - 1.0) * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_told_in_percent_of_the_mean_ratio() {
        assert!((geometric_mean(&[1.0, 1.2, 1.44]) - 1.2).abs() < 1e-9);
        assert_eq!([1.2, 0.9].map(cost), ["all keys cost +20.0 %", "all keys cost -10.0 %"]);
    }

    #[test]
    fn positions_without_keys_play_the_same_games() {
        let report = run(&CostArguments { runs: 1 }).unwrap();
        assert!(report.contains(": 197281 leaves"), "{report}");
        assert_eq!(report.lines().count(), POSITIONS.len() + 1);
    }

    /// Otherwise the price of a copy would be measured, not that of the keys.
    #[test]
    fn positions_with_and_without_keys_are_equally_large() {
        assert_eq!(size_of::<KeyedPosition<NoKeys>>(), size_of::<KeyedPosition<DefaultKeys>>());
    }

    #[test]
    fn the_cost_is_the_middle_ratio() {
        assert_eq!(cost(Spread::of([1.03, 9.0, 0.2]).median), "all keys cost +3.0 %");
    }
}
