//! [`PawnFacts`]: the facts that the pawn table keeps of a structure.

use movegen::{Bitboard, Color, PieceType, Position};

use crate::geometry::PerColor;
use crate::score::Score;

/// The facts about the pawns alone, small enough that a slot of the pawn table with its two sets
/// fits one cache line.
#[derive(Clone, Debug)]
pub(crate) struct PawnFacts {
    /// Squares that pawns of the colour attack or may attack later.
    pub(crate) attack_spans: PerColor<Bitboard>,
    pub(crate) passed: PerColor<Bitboard>,
    /// Value, squares and structure of all pawns, White's minus Black's.
    pub(crate) score: Score,
}

/// Beside the facts a slot has two sets in 12 bytes, and 4 bytes for its other notes.
const _: () = assert!(size_of::<PawnFacts>() <= 64 - 12 - 4);

#[inline]
pub(crate) fn pawn_sets(position: &Position) -> PerColor<Bitboard> {
    Color::ALL.map(|us| position.colored(us, PieceType::Pawn))
}
