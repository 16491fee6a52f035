//! Counts of the leaves of the tree of legal moves, by root move, and of the distinct positions of
//! each ply.

mod distinct;
mod table;
mod tree;

use std::ops::RangeInclusive;

use movegen::{Move, Position, perft};

pub(crate) use distinct::distinct;
pub(crate) use table::CountTable;
pub(crate) use tree::Tree;

/// The depths that `perft` accepts, in plies. No count of a deeper tree would end.
pub(crate) const DEPTHS: RangeInclusive<i64> = 1..=15;

/// Counts the leaves `depth` plies (at least one) below `position`, for one root move after the
/// other. Each count is made when the iterator asks for it, so a long divide shows its counts one
/// by one and can stop.
pub(crate) fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
    let moves = position.legal_moves();
    moves.into_iter().map(move |mv| (mv, perft(&position.make(mv), depth - 1)))
}
