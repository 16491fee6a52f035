//! The number of different positions after each ply.

use std::collections::HashSet;

use movegen::keys::WideZobristKeys;
use movegen::{KeyedPosition, Position};
use rayon::prelude::*;

use crate::io::progress::Progress;
use crate::threads::thread_pool;

/// Positions with keys of 128 bits.
type Wide = KeyedPosition<WideZobristKeys>;

/// The number of parents whose children are in memory at once.
const BATCH: usize = 1 << 15;

/// Counts the distinct positions after 1, 2, ... `depth` plies, and passes each number to `report`
/// when it is known.
///
/// Positions are the same if placement, side to move, castling rights and legal en passant captures
/// are, as in the full key. They are compared by keys of 128 random bits; the chance that two of
/// 10^9 positions share one is 10^-21.
pub(crate) fn distinct(
    position: &Position,
    depth: u32,
    threads: usize,
    mut report: impl FnMut(u32, usize),
) -> Result<(), String> {
    let pool = thread_pool(threads)?;
    let mut parents: Vec<Wide> = vec![position.with_keys()];
    for ply in 1..=depth {
        let is_last = ply == depth;
        let mut seen = HashSet::new();
        let mut children = Vec::new();
        let progress = Progress::new(|| Some(parents.len() as u64), "positions");
        for batch in parents.chunks(BATCH) {
            let made: Vec<Vec<(u128, Wide)>> =
                pool.install(|| batch.par_iter().map(children_of).collect());
            for (key, child) in made.into_iter().flatten() {
                // The last ply is only counted: it has most of the positions.
                if seen.insert(key) && !is_last {
                    children.push(child);
                }
            }
            progress.add(batch.len() as u64);
        }
        progress.finish();
        report(ply, seen.len());
        parents = children;
    }
    Ok(())
}

fn children_of(position: &Wide) -> Vec<(u128, Wide)> {
    let moves = position.legal_moves();
    moves
        .into_iter()
        .map(|mv| {
            let child = position.make(mv);
            (child.keys().full.0, child)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn counts(position: &Position, depth: u32) -> Vec<usize> {
        let mut counts = Vec::new();
        distinct(position, depth, 2, |_, count| counts.push(count)).unwrap();
        counts
    }

    #[test]
    fn the_start_position() {
        assert_eq!(counts(&Position::startpos(), 4), [20, 400, 5_362, 72_078]);
    }

    /// Two keys differ if and only if the FENs without their clocks do.
    #[test]
    fn distinct_keys_are_distinct_fens() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(kiwipete).unwrap();
        let mut level = vec![position.clone()];
        let mut by_text = Vec::new();
        for _ in 0..3 {
            level = level
                .iter()
                .flat_map(|parent| parent.legal_moves().into_iter().map(|mv| parent.make(mv)))
                .collect();
            let texts: BTreeSet<String> = level
                .iter()
                .map(|child| child.to_fen().rsplitn(3, ' ').last().unwrap().to_owned())
                .collect();
            by_text.push(texts.len());
        }
        assert_eq!(counts(&position, 3), by_text);
    }
}
