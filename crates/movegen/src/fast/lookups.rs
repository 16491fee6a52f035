//! Boards, kings and attacked squares on targets without lanes.

use core::array;

use super::Sets;
use crate::{Bitboard, Color, Direction, Square, attacks};

/// The sets of a board.
pub(super) struct Board([u64; 8]);

impl Board {
    #[inline(always)]
    pub(super) fn load(sets: &Sets) -> Self {
        Self(sets.0)
    }

    /// Returns the board after a piece left `from`, and the piece whose sets `mask` marks came to
    /// `to`, in place of the one that was there.
    #[inline(always)]
    pub(super) fn with_move(&self, from: u64, to: u64, mask: &Sets) -> Sets {
        Sets(array::from_fn(|set| (self.0[set] & !(from | to)) | (to & mask.0[set])))
    }
}

/// A king's square.
pub(super) struct KingView(pub(super) Square);

impl KingView {
    #[inline]
    pub(super) fn new(_: Color, square: Square) -> Self {
        Self(square)
    }
}

/// Returns the squares that the enemy of `king` attacks, those behind the king too: one piece after
/// the other.
#[inline]
pub(super) fn attacked<const ENEMY_WHITE: bool>(sets: &Sets, king: Square) -> Bitboard {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = sets.0.map(Bitboard);
    let enemies = if ENEMY_WHITE { white } else { black };
    let occupied = (white | black) & !king.bb();
    let [left, right] = if ENEMY_WHITE { [NorthWest, NorthEast] } else { [SouthWest, SouthEast] };
    let pawns = pawns & enemies;
    let enemy_king = Square::masked((kings & enemies).0.trailing_zeros());
    let mut attacked = pawns.shift(left) | pawns.shift(right) | attacks::king(enemy_king);
    for from in knights & enemies {
        attacked |= attacks::knight(from);
    }
    for from in (bishops | queens) & enemies {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in (rooks | queens) & enemies {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}
