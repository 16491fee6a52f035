//! The back end of targets without lanes: one attack after the other.

use crate::keys::ChessKeys;
use crate::{
    Bitboard, Color, Direction, Generate, KeyedPosition, Legality, Move, MoveSink, PieceType,
    Promotions, Square, attacks,
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

/// Checks, pins and attacked squares of the side to move.
pub(super) fn legality<K: ChessKeys>(position: &KeyedPosition<K>) -> Legality {
    let us = position.side_to_move();
    let king = position.king(us);
    let (ours, theirs) = (position.color(us), position.color(!us));
    let [pawns, knights, bishops, rooks, queens, ..] = position.sets;

    let leapers = attacks::pawn(us, king) & pawns | attacks::knight(king) & knights;
    let mut checkers = leapers & theirs;
    let mut pinned = Bitboard::EMPTY;
    // Sliders that would see the king if our own pieces were gone.
    let snipers = attacks::bishop(king, theirs) & (bishops | queens)
        | attacks::rook(king, theirs) & (rooks | queens);
    for sniper in snipers & theirs {
        let blockers = attacks::between(king, sniper) & ours;
        if blockers.is_empty() {
            checkers |= sniper.bb();
        } else if !blockers.has_many() {
            pinned |= blockers;
        }
    }

    let targets = match checkers.first() {
        None => Bitboard::ALL,
        Some(_) if checkers.has_many() => Bitboard::EMPTY,
        Some(checker) => attacks::between(king, checker) | checkers,
    };
    let attacked = attacks_of(position, !us, position.occupied() ^ king.bb());
    Legality { checkers, pinned, targets, attacked }
}

/// All squares that pieces of `by` attack, with `occupied` in the way.
fn attacks_of<K: ChessKeys>(
    position: &KeyedPosition<K>,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    use Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
    let pawns = position.colored(by, PieceType::Pawn);
    let [left, right] = match by {
        Color::White => [NorthWest, NorthEast],
        Color::Black => [SouthWest, SouthEast],
    };
    let king = position.king(by);
    let mut attacked = pawns.shift(left) | pawns.shift(right) | attacks::king(king);
    for from in position.colored(by, PieceType::Knight) {
        attacked |= attacks::knight(from);
    }
    let queens = position.pieces(PieceType::Queen);
    for from in (position.pieces(PieceType::Bishop) | queens) & position.color(by) {
        attacked |= attacks::bishop(from, occupied);
    }
    for from in (position.pieces(PieceType::Rook) | queens) & position.color(by) {
        attacked |= attacks::rook(from, occupied);
    }
    attacked
}
