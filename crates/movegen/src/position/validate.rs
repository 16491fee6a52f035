//! The conditions on which a position is legal enough to generate moves in.

use alloc::vec::Vec;
use core::fmt;

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, PieceType, Rank, Square};

/// A reason why a set-up board is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    Kings(Color, u32),
    PawnRank(Square),
    TooMany(Color, u32),
    Promoted(Color),
    OpponentInCheck(Color),
    Checkers(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(color, count) => write!(f, "{color} has {count} kings, not one"),
            Self::PawnRank(square) => write!(f, "a pawn stands on {square}"),
            Self::TooMany(color, count) => write!(f, "{color} has {count} pieces, more than 16"),
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

impl Fault {
    /// Whether a side lacks its king or has several: then [`KeyedPosition::king`] has no answer.
    pub(crate) fn leaves_no_king(&self) -> bool {
        matches!(self, Self::Kings(..))
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Every breach of what move generation relies on, and material that no game can have. Checks
    /// are looked at only if the side to move is known.
    pub(crate) fn faults(&self, side_is_known: bool) -> Vec<Fault> {
        let mut faults = Vec::new();
        for color in Color::ALL {
            let kings = self.colored(color, PieceType::King).count();
            if kings != 1 {
                faults.push(Fault::Kings(color, kings));
            }
            let count = self.color(color).count();
            if count > 16 {
                faults.push(Fault::TooMany(color, count));
            }
            let promoted: u32 = AT_START
                .into_iter()
                .map(|(kind, start)| self.colored(color, kind).count().saturating_sub(start))
                .sum();
            if promoted + self.colored(color, PieceType::Pawn).count() > 8 {
                faults.push(Fault::Promoted(color));
            }
        }
        let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        faults.extend((self.pieces(PieceType::Pawn) & ends).into_iter().map(Fault::PawnRank));
        if side_is_known && !faults.iter().any(Fault::leaves_no_king) {
            let us = self.side_to_move();
            if self.is_attacked(self.king(!us), us, self.occupied()) {
                faults.push(Fault::OpponentInCheck(!us));
            }
            let checkers = self.checkers().count();
            if checkers > 2 {
                faults.push(Fault::Checkers(checkers));
            }
        }
        faults
    }
}
