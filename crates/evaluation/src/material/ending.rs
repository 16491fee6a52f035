//! [`Ending`]: the endings with a function of their own.

use movegen::Color;

use crate::material::counts::{Army, Counts, can_mate_without_pawns};

/// An ending with a function of its own in `terms/endings`, by the pieces of the stronger and of
/// the weaker side, beside the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Enough to mate, with pawns or without, against nothing.
    BareKing,
    /// Bishop and knight against nothing.
    BishopAndKnight,
    /// A pawn against nothing.
    Pawn,
    /// A rook against a pawn.
    RookAgainstPawn,
    /// A rook against a bishop or a knight.
    RookAgainstMinor,
    /// A queen against a pawn.
    QueenAgainstPawn,
    /// A queen against a rook.
    QueenAgainstRook,
    /// Two knights against a pawn.
    KnightsAgainstPawn,
    /// A bishop and a pawn against a bishop.
    BishopAndPawnAgainstBishop,
}

impl Ending {
    /// Returns the ending that these numbers make, if any, and the stronger side.
    pub(crate) fn of(counts: &Counts) -> Option<(Self, Color)> {
        Color::ALL.into_iter().find_map(|strong| {
            let ending = Self::between(counts.army(strong), counts.army(!strong))?;
            Some((ending, strong))
        })
    }

    /// Returns the ending in which `strong` is the stronger side.
    fn between(strong: &Army, weak: &Army) -> Option<Self> {
        const NOTHING: Army = [0; 5];
        const PAWN: Army = [1, 0, 0, 0, 0];
        const KNIGHT: Army = [0, 1, 0, 0, 0];
        const BISHOP: Army = [0, 0, 1, 0, 0];
        const ROOK: Army = [0, 0, 0, 1, 0];
        const QUEEN: Army = [0, 0, 0, 0, 1];
        Some(match (*strong, *weak) {
            (PAWN, NOTHING) => Self::Pawn,
            ([0, 1, 1, 0, 0], NOTHING) => Self::BishopAndKnight,
            (strong, NOTHING) if can_mate_without_pawns(&strong) => Self::BareKing,
            (ROOK, PAWN) => Self::RookAgainstPawn,
            (ROOK, KNIGHT | BISHOP) => Self::RookAgainstMinor,
            (QUEEN, PAWN) => Self::QueenAgainstPawn,
            (QUEEN, ROOK) => Self::QueenAgainstRook,
            ([0, 2, 0, 0, 0], PAWN) => Self::KnightsAgainstPawn,
            ([1, 0, 1, 0, 0], BISHOP) => Self::BishopAndPawnAgainstBishop,
            _ => return None,
        })
    }
}
