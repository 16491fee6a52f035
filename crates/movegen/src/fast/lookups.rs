//! Attacked squares and the moves of pieces on targets without lanes: one piece after the other.

use core::array;

use super::mobility::{Shared, pawn_moves};
use super::{Sets, snipers};
use crate::{Bitboard, Color, Direction, Legality, Square, attacks};

/// Returns the board after a piece left `from`, and the piece whose sets `mask` marks came to `to`,
/// in place of the one that was there.
#[inline(always)]
pub(super) fn with_move(board: &Sets, from: Bitboard, to: Bitboard, mask: &Sets) -> Sets {
    Sets(array::from_fn(|set| board.0[set] & !(from | to) | to & mask.0[set]))
}

pub(super) struct KingView {
    pub(super) square: Square,
}

impl KingView {
    #[inline]
    pub(super) fn new(_: Color, square: Square) -> Self {
        Self { square }
    }
}

impl Shared<KingView> {
    /// Returns the number of moves in all positions, en passant excluded. The enemy of the side to
    /// move is White or not.
    pub(super) fn count<const ENEMY_WHITE: bool>(&self, positions: &[Sets]) -> u64 {
        let king = self.king.square;
        let mut moves = 0;
        for sets in positions {
            let legality = snipers::find::<ENEMY_WHITE>(&sets.0, king);
            let Legality { pinned, targets, attacked, .. } = legality;
            let [pawns, knights, bishops, rooks, queens, _, white, black] = sets.0;
            let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
            let occupied = ours | theirs;
            if targets == Bitboard::ALL {
                moves += self.castlings(rooks & ours & !pinned, occupied, attacked);
            }
            let mut pawns = [pawns & ours; 3];
            if pinned.any() {
                pawns = self.pawn_lines.map(|line| pawns[0] & (!pinned | line));
            }
            moves += pawn_moves::<ENEMY_WHITE>(pawns, !occupied, theirs, targets);
            let mut count = |reached: Bitboard| moves += u64::from((reached & !ours).count());
            count(attacks::king(king) & !attacked);
            let mut count = |reached| count(reached & targets);
            for from in knights & ours & !pinned {
                count(attacks::knight(from));
            }
            let line = |from| match pinned.contains(from) {
                true => attacks::line(king, from),
                false => Bitboard::ALL,
            };
            for from in (bishops | queens) & ours {
                count(attacks::bishop(from, occupied) & line(from));
            }
            for from in (rooks | queens) & ours {
                count(attacks::rook(from, occupied) & line(from));
            }
        }
        moves
    }
}

/// Returns the squares that the enemy of `king` attacks, those behind the king too.
#[inline]
pub(super) fn attacked<const ENEMY_WHITE: bool>(sets: &[Bitboard; 8], king: Square) -> Bitboard {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = *sets;
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
