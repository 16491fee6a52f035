//! How many different positions there are after each ply.

use std::collections::HashSet;

use movegen::keys::WideZobristKeys;
use movegen::{KeyedPosition, Position};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::tree::progress;

/// Positions with keys of 128 bits.
type Wide = KeyedPosition<WideZobristKeys>;

/// Parents whose children are in memory at once.
const BATCH: usize = 1 << 15;

/// The number of distinct positions after 1, 2, ... `depth` plies, told to `report` as each is
/// known.
///
/// Positions are the same if placement, side to move, rights to castle and legal en passant
/// captures are: what the full key holds. Keys of 128 random bits stand for them; that two of 10^9
/// positions share one has a chance of 10^-21.
///
/// # Errors
/// If the system starts no threads.
pub(crate) fn distinct(
    position: &Position,
    depth: u32,
    threads: usize,
    mut report: impl FnMut(u32, usize),
) -> Result<(), String> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| error.to_string())?;
    let mut parents: Vec<Wide> = vec![position.with_keys()];
    for ply in 1..=depth {
        let is_last = ply == depth;
        let mut seen = HashSet::new();
        let mut children = Vec::new();
        let bar = progress(parents.len(), "positions");
        for batch in parents.chunks(BATCH) {
            let made: Vec<Vec<(u128, Wide)>> =
                pool.install(|| batch.par_iter().map(children_of).collect());
            for (key, child) in made.into_iter().flatten() {
                // The last ply is counted only: its positions are the bulk of all.
                if seen.insert(key) && !is_last {
                    children.push(child);
                }
            }
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
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

    /// The published counts of the start position.
    #[test]
    fn the_start_position() {
        assert_eq!(counts(&Position::startpos(), 4), [20, 400, 5_362, 72_078]);
    }

    /// The keys stand for what a FEN says but for its clocks.
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
                .map(|child| child.to_fen(true).rsplitn(3, ' ').last().unwrap().to_owned())
                .collect();
            by_text.push(texts.len());
        }
        assert_eq!(counts(&position, 3), by_text);
    }
}
