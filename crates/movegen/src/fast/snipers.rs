//! Checks and pins from the few sliders that would see the king if our own pieces were gone: most
//! positions have none or one, and two lookups cost less than the fills of lanes of 256 bits.

use super::attacked;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, KeyedPosition, Legality, attacks};

/// Checks, pins and attacked squares of the side to move.
pub(super) fn legality<K: ChessKeys>(position: &KeyedPosition<K>) -> Legality {
    match position.side_to_move() {
        Color::White => legality_for::<true, K>(position),
        Color::Black => legality_for::<false, K>(position),
    }
}

/// [`legality`] for a side that is known at compile time.
#[inline]
fn legality_for<const WHITE: bool, K: ChessKeys>(position: &KeyedPosition<K>) -> Legality {
    let us = if WHITE { Color::White } else { Color::Black };
    let king = position.king(us);
    let (ours, theirs) = (position.color(us), position.color(!us));
    let [pawns, knights, bishops, rooks, queens, ..] = position.sets;
    let attacked = attacked::<WHITE, K>(position);
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
