//! Verb `keys-walk`: incremental keys against keys from scratch at every node of whole trees.

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use indicatif::ParallelProgressIterator;
use movegen::{DefaultKeys, Position};
use rayon::prelude::*;

/// The trees: the positions of the perft suite that its publishers chose, five plies deep.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/8/8/3b4/8/7R/8/4K2R b K - 0 1",
];

/// How far the walk goes.
#[derive(Args)]
pub(crate) struct WalkArguments {
    /// Plies below each position
    #[arg(long, default_value_t = 5)]
    depth: u32,
}

/// Visits every node of every tree; returns how many there were. Every key is compared: full, pawn,
/// non-pawn of both colours, minor, material.
///
/// # Errors
/// At the first node whose keys are not those of its pieces, rights and side.
pub(crate) fn run(arguments: &WalkArguments) -> Result<String> {
    let mut lines = Vec::new();
    for fen in POSITIONS {
        let root = Position::from_fen(fen)?;
        let moves = root.legal_moves().to_vec();
        let below = arguments.depth.saturating_sub(1);
        let nodes: u64 = moves
            .par_iter()
            .progress()
            .map(|&mv| walk(&root.make(mv), below))
            .sum::<Result<u64>>()?;
        lines.push(format!("{nodes} nodes below {fen}: every key equals the one from scratch"));
    }
    Ok(lines.join("\n"))
}

/// Checks a position and all those below it, and that both ways to make a move give the same keys;
/// the number of positions.
fn walk(position: &Position, depth: u32) -> Result<u64> {
    let scratch = position.with_keys::<DefaultKeys>();
    ensure!(position.keys() == scratch.keys(), "{position:?}: the keys are not those from scratch");
    let mut nodes = Ok(1);
    if depth > 0 {
        let mut made = position.clone();
        position.for_each_child(|mv, child| {
            let Ok(&before) = nodes.as_ref() else { return };
            position.make_into(mv, &mut made);
            let below = if made.keys() == child.keys() {
                walk(child, depth - 1)
            } else {
                Err(anyhow!("{position:?} {mv}: the ways to make a move differ"))
            };
            nodes = below.map(|below| before + below);
        });
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_of_the_tree_is_visited() {
        // 20 + 400 + 8,902 nodes; the other trees likewise.
        let text = run(&WalkArguments { depth: 3 }).unwrap();
        assert!(text.starts_with("9322 nodes below rnbqkbnr"), "{text}");
        assert_eq!(text.lines().count(), POSITIONS.len());
    }
}
