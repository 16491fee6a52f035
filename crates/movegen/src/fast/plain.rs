//! The back end of targets without lanes: one attack after the other.

use crate::keys::ChessKeys;
use crate::{
    Bitboard, Color, Direction, Generate, KeyedPosition, Move, MoveSink, PieceType, Promotions,
    Square, attacks,
};

/// Returns the number of legal moves: the generator into a counter.
#[inline]
pub(super) fn count_legal<K: ChessKeys>(position: &KeyedPosition<K>) -> u32 {
    let mut counter = MoveCounter::default();
    position.generate(Generate::All, &mut counter);
    counter.0
}

/// A sink that counts: a set of targets costs one population count.
#[derive(Default)]
struct MoveCounter(u32);

impl MoveSink for MoveCounter {
    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline]
    fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, pieces: Promotions) {
        self.0 += targets.count() * pieces.kinds().len() as u32;
    }
}

/// Returns the squares that the enemy of the side to move attacks, those behind our king too: one
/// piece after the other.
pub(super) fn attacked<const WHITE: bool, K: ChessKeys>(position: &KeyedPosition<K>) -> Bitboard {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    let us = if WHITE { Color::White } else { Color::Black };
    let occupied = position.occupied() ^ position.king(us).bb();
    let pawns = position.colored(!us, PieceType::Pawn);
    let [left, right] = match !us {
        Color::White => [NorthWest, NorthEast],
        Color::Black => [SouthWest, SouthEast],
    };
    let king = position.king(!us);
    let mut attacked = pawns.shift(left) | pawns.shift(right) | attacks::king(king);
    for from in position.colored(!us, PieceType::Knight) {
        attacked |= attacks::knight(from);
    }
    let queens = position.pieces(PieceType::Queen);
    for from in (position.pieces(PieceType::Bishop) | queens) & position.color(!us) {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in (position.pieces(PieceType::Rook) | queens) & position.color(!us) {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}
