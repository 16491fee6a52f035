//! Counting the leaves of the game tree: the test of a move generator.

use crate::KeyedPosition;
use crate::keys::ChessKeys;

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The last ply is counted, not
/// made, and the positions before it are sets alone: the last two plies keep no keys.
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
        2 => position.count_leaves(),
        _ => {
            let mut leaves = 0;
            position.for_each_child(|_, child| leaves += perft(child, depth - 1));
            leaves
        }
    }
}
