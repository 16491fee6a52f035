//! The two sides of castling, and the squares of king and rook after it. A right to castle is the
//! square of the rook that may still castle; a position keeps the set of those squares, which
//! serves every start of Chess960.

use crate::{Color, File, Rank, Square};

/// The side towards which the king castles.
///
/// ```
/// use movegen::{CastlingSide, Color, Square};
///
/// let side = CastlingSide::of(Square::E8, Square::A8);
/// assert_eq!(side, CastlingSide::QueenSide);
/// assert_eq!(side.king_to(Color::Black), Square::C8);
/// assert_eq!(side.rook_to(Color::Black), Square::D8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum CastlingSide {
    /// O-O: the king goes to the g-file, the rook to the f-file.
    KingSide = 0,
    /// O-O-O: the king goes to the c-file, the rook to the d-file.
    QueenSide = 1,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// Returns the side of a rook, seen from its king.
    #[inline]
    #[must_use]
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::KingSide } else { Self::QueenSide }
    }

    /// Returns the square of `color`'s king after castling.
    #[inline]
    #[must_use]
    pub const fn king_to(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        };
        Square::new(file, Rank::First).relative(color)
    }

    /// Returns the square of `color`'s rook after castling.
    #[inline]
    #[must_use]
    pub const fn rook_to(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        };
        Square::new(file, Rank::First).relative(color)
    }
}
