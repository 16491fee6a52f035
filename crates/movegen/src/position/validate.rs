//! What makes a position legal enough to generate moves in.

use core::fmt;

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, PieceType, Rank};

/// Why a set-up board is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Kings(Color, u32),
    PawnRank,
    Men(Color, u32),
    Promoted(Color),
    OpponentInCheck(Color),
    Checkers(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(color, count) => write!(f, "{color} has {count} kings, not one"),
            Self::PawnRank => f.write_str("a pawn stands on the first or last rank"),
            Self::Men(color, count) => write!(f, "{color} has {count} men, more than 16"),
            Self::Promoted(color) => {
                write!(f, "{color} has more promoted pieces than pawns are missing")
            }
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check but it is not {color}'s turn")
            }
            Self::Checkers(count) => write!(f, "{count} pieces give check at once"),
        }
    }
}

/// Pieces of each kind, pawn to queen, that a side starts with.
const AT_START: [(PieceType, u32); 4] =
    [(PieceType::Knight, 2), (PieceType::Bishop, 2), (PieceType::Rook, 2), (PieceType::Queen, 1)];

impl<K: ChessKeys> KeyedPosition<K> {
    /// Checks what move generation relies on, and that the material can arise in a game.
    pub(crate) fn validate(&self) -> Result<(), Fault> {
        for color in Color::ALL {
            let kings = self.colored(color, PieceType::King).count();
            if kings != 1 {
                return Err(Fault::Kings(color, kings));
            }
            let men = self.color(color).count();
            if men > 16 {
                return Err(Fault::Men(color, men));
            }
            let promoted: u32 = AT_START
                .into_iter()
                .map(|(kind, start)| self.colored(color, kind).count().saturating_sub(start))
                .sum();
            if promoted + self.colored(color, PieceType::Pawn).count() > 8 {
                return Err(Fault::Promoted(color));
            }
        }
        let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        if (self.pieces(PieceType::Pawn) & ends).any() {
            return Err(Fault::PawnRank);
        }
        let us = self.side_to_move();
        if self.is_attacked(self.king(!us), us, self.occupied()) {
            return Err(Fault::OpponentInCheck(!us));
        }
        match self.checkers().count() {
            count @ 3.. => Err(Fault::Checkers(count)),
            _ => Ok(()),
        }
    }
}
