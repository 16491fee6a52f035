//! Counting the leaves of the game tree: the test of a move generator.

use alloc::vec::Vec;

use crate::keys::ChessKeys;
use crate::{KeyedPosition, Move};

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The last ply is counted, not
/// made.
///
/// ```
/// use movegen::{Position, perft};
///
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
#[must_use]
pub fn perft<K: ChessKeys>(position: &KeyedPosition<K>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal()),
        2 => {
            let mut leaves = 0;
            position.for_each_child(|_, child| leaves += u64::from(child.count_legal()));
            leaves
        }
        _ => {
            let mut leaves = 0;
            position.for_each_child(|_, child| leaves += perft(child, depth - 1));
            leaves
        }
    }
}

/// Runs [`perft`] move by move: returns each root move with the leaves below it, in the order of
/// generation. Depth 0 has no moves.
///
/// ```
/// use movegen::{Position, perft_divide};
///
/// let divided = perft_divide(&Position::startpos(), 3);
/// let (first, leaves) = divided[0];
/// assert_eq!((divided.len(), first.to_string().as_str(), leaves), (20, "b1a3", 400));
/// ```
#[must_use]
pub fn perft_divide<K: ChessKeys>(position: &KeyedPosition<K>, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|mv| (mv, perft(&position.make(mv), depth - 1)))
        .collect()
}
