//! Checks and pins from the few sliders that would see the king if our own pieces were gone: most
//! positions have none or one, and two lookups cost less than the fills of lanes of 256 bits.

use super::attacked;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, KeyedPosition, Legality, Square, attacks};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Checks, pins and attacked squares of the side to move.
    #[must_use]
    pub fn legality(&self) -> Legality {
        let us = self.side_to_move();
        match us {
            Color::White => find::<false>(&self.sets, self.king(us)),
            Color::Black => find::<true>(&self.sets, self.king(us)),
        }
    }
}

/// Finds checks, pins and attacked squares of a side whose enemy is White or not.
#[inline]
pub(super) fn find<const ENEMY_WHITE: bool>(sets: &[Bitboard; 8], king: Square) -> Legality {
    let us = if ENEMY_WHITE { Color::Black } else { Color::White };
    let [pawns, knights, bishops, rooks, queens, _, white, black] = *sets;
    let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
    let attacked = attacked::<ENEMY_WHITE>(sets, king);
    let (mut checkers, mut pinned) = (Bitboard::EMPTY, Bitboard::EMPTY);
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
    let mut targets = Bitboard::ALL;
    if attacked.contains(king) {
        let leapers = attacks::pawn(us, king) & pawns | attacks::knight(king) & knights;
        checkers |= leapers & theirs;
        targets = match checkers.first() {
            Some(checker) if !checkers.has_many() => attacks::between(king, checker) | checkers,
            _ => Bitboard::EMPTY,
        };
    }
    Legality { checkers, pinned, targets, attacked }
}
