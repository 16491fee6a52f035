//! Counting the leaves of the game tree: the test of a move generator.

use crate::KeyedPosition;
use crate::keys::ChessKeys;

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
