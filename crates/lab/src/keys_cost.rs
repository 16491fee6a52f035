//! Verb `keys-cost`: what it costs to keep all keys of a position.
//!
//! Perft makes every move but evaluates nothing, so no other program pays a larger share. Both kinds of
//! positions run in turn in one process, because two runs of a machine differ more than the keys cost. Runs are
//! short and many: the fastest of each kind fell between two interruptions.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use movegen::keys::{
    ChessKeys, DefaultKeys, FEATURES, KeyTables, MATERIAL_FEATURES, PAWN_FEATURES,
};
use movegen::{KeyedPosition, perft};
use zobrist_keys::NoKey;

/// How to measure.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CostArguments {
    /// Runs of each kind for each position
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// Well-known positions of perft, and depths of some milliseconds.
const POSITIONS: [(&str, u32); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
];

/// A choice of no keys.
#[derive(Clone, Copy, Debug)]
struct NoKeys;

impl ChessKeys for NoKeys {
    type Key = NoKey;
    const TABLES: &'static KeyTables<NoKey> =
        &KeyTables::new(&[NoKey; FEATURES], &[NoKey; PAWN_FEATURES], &[NoKey; MATERIAL_FEATURES]);
}

/// Measures and reports.
///
/// # Errors
///
/// If both kinds count different numbers of leaves.
pub(crate) fn run(arguments: &CostArguments) -> Result<String> {
    let mut lines = Vec::new();
    let mut totals = [Duration::ZERO; 2];
    for (fen, depth) in POSITIONS {
        let with = KeyedPosition::<DefaultKeys>::from_fen(fen)?;
        let without = KeyedPosition::<NoKeys>::from_fen(fen)?;
        let mut fastest = [Duration::MAX; 2];
        let mut leaves = [0; 2];
        for _ in 0..arguments.runs {
            leaves = [
                timed(&mut fastest[0], || perft(&with, depth)),
                timed(&mut fastest[1], || perft(&without, depth)),
            ];
        }
        ensure!(leaves[0] == leaves[1], "the keys change the count of leaves");
        lines.push(format!("{fen}: {} leaves, {}", leaves[0], compare(fastest)));
        totals = [totals[0] + fastest[0], totals[1] + fastest[1]];
    }
    lines.push(format!("all: {}", compare(totals)));
    Ok(lines.join("\n"))
}

/// Runs `count` and keeps its time in `fastest`, if it is the shortest so far.
fn timed(fastest: &mut Duration, count: impl FnOnce() -> u64) -> u64 {
    let start = Instant::now();
    let leaves = count();
    *fastest = (*fastest).min(start.elapsed());
    leaves
}

/// The times with and without keys, and what the difference is of the smaller.
fn compare([with, without]: [Duration; 2]) -> String {
    let [with, without] = [with, without].map(|time| time.as_secs_f64() * 1e3);
    let cost = (with / without - 1.0) * 100.0;
    format!("{with:.2} ms with all keys, {without:.2} ms with none: {cost:+.1} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_without_keys_play_the_same_games() {
        let report = run(&CostArguments { runs: 1 }).unwrap();
        assert!(report.contains(": 4865609 leaves"), "{report}");
        assert_eq!(report.lines().count(), POSITIONS.len() + 1);
    }

    /// Otherwise the price of a copy would be measured, not that of the keys.
    #[test]
    fn positions_with_and_without_keys_are_equally_large() {
        assert_eq!(size_of::<KeyedPosition<NoKeys>>(), size_of::<KeyedPosition<DefaultKeys>>());
    }

    #[test]
    fn the_cost_is_a_share_of_the_time_without() {
        let times = [103, 100].map(Duration::from_millis);
        assert!(compare(times).ends_with("+3.0 %"));
    }
}
