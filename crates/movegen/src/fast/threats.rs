//! Attacked squares, checks and pins of the side to move, by direction lanes.
//!
//! All of it comes from one fill of the enemy's sliders, with our king removed from the board:
//!
//! - the squares that the enemy attacks, where our king may not go. If the king's own square is
//!   among them, it is in check;
//! - pins: a piece of ours is pinned if a ray from our king and a ray of an enemy slider meet on it
//!   from opposite sides. King, piece and slider are then on one line with nothing else between
//!   them.

use super::lanes::{Lanes, Ways};
#[cfg(movegen_lanes = "512")]
use crate::Legality;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, KeyedPosition, Square, attacks};

/// Attacked squares and pins, and what checks are found by.
pub(super) struct Threats {
    /// The ways over empty squares.
    pub(super) ways: Ways,
    /// The squares that the enemy attacks, those behind our king too.
    pub(super) attacked: u64,
    /// Own pieces that are pinned, each in the direction from the king.
    pub(super) pins: Lanes,
    /// Rays from the king, up to and including the first piece.
    king_rays: Lanes,
    /// The enemy's sliders, each in the directions in which it moves.
    sliders: Lanes,
}

/// Returns the squares that the enemy of the side to move attacks, those behind our king too.
#[cfg(movegen_lanes = "256")]
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn attacked<const WHITE: bool, K: ChessKeys>(position: &KeyedPosition<K>) -> Bitboard {
    // SAFETY: the target has the features, as asserted in `lanes.rs`.
    let (_, attacked) = unsafe { position.enemy_rays_and_attacks::<WHITE>() };
    Bitboard(attacked)
}

/// Checks, pins and attacked squares of the side to move.
#[cfg(movegen_lanes = "512")]
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn legality<K: ChessKeys>(position: &KeyedPosition<K>) -> Legality {
    match position.side_to_move() {
        // SAFETY: the target has the features, as asserted in `lanes.rs`.
        Color::White => unsafe { position.legality_by_lanes::<true>() },
        // SAFETY: as above.
        Color::Black => unsafe { position.legality_by_lanes::<false>() },
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the rays of the enemy's sliders over a board without our king, and all squares that
    /// the enemy attacks. The side to move is White or not.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    fn enemy_rays_and_attacks<const WHITE: bool>(&self) -> (Lanes, u64) {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] =
            self.sets.map(|set| set.0);
        let (ours, theirs) = if WHITE { (white, black) } else { (black, white) };
        let sliders = Lanes::kinds((rooks | queens) & theirs, (bishops | queens) & theirs);
        let rays = sliders.rays(&Ways::new(!(ours | theirs) | kings & ours));
        let pawn_lanes = if WHITE { 0b1010_0000 } else { 0b0000_1010 };
        let steps = Lanes::splat_and(kings & theirs, pawns & theirs, pawn_lanes).step();
        (rays, rays.or(steps).or(Lanes::jumps(knights & theirs)).union())
    }

    /// [`Threats`] of the side to move, which is White or not.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    pub(super) fn threats<const WHITE: bool>(&self) -> Threats {
        let [_, _, bishops, rooks, queens, kings, white, black] = self.sets.map(|set| set.0);
        let (ours, theirs) = if WHITE { (white, black) } else { (black, white) };
        let (rays, attacked) = self.enemy_rays_and_attacks::<WHITE>();
        let ways = Ways::new(!(ours | theirs));
        let sliders = Lanes::kinds((rooks | queens) & theirs, (bishops | queens) & theirs);
        let king_rays = Lanes::splat(kings & ours).rays(&ways);
        let pins = king_rays.and_both(rays.opposite(), Lanes::splat(ours));
        Threats { ways, attacked, pins, king_rays, sliders }
    }

    /// The checkers, and the squares where a move other than the king's ends the check: the one
    /// checker's and those in between; none if there are two.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    pub(super) fn checkers_and_targets<const WHITE: bool>(
        &self,
        threats: &Threats,
        king: Square,
    ) -> (u64, u64) {
        let us = if WHITE { Color::White } else { Color::Black };
        let [pawns, knights, ..] = self.sets;
        let leapers = attacks::knight(king) & knights | attacks::pawn(us, king) & pawns;
        let leapers = (leapers & self.color(!us)).0;
        let checks = threats.king_rays.and(threats.sliders);
        let checkers = leapers | checks.union();
        if checkers & checkers.wrapping_sub(1) != 0 {
            return (checkers, 0);
        }
        (checkers, leapers | threats.king_rays.where_any(checks).union())
    }

    /// Checks, pins and attacked squares as [`KeyedPosition::legality`] returns them.
    #[cfg(movegen_lanes = "512")]
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    fn legality_by_lanes<const WHITE: bool>(&self) -> Legality {
        let us = if WHITE { Color::White } else { Color::Black };
        let king = self.king(us);
        let threats = self.threats::<WHITE>();
        let (mut checkers, mut targets) = (0, !0);
        if Bitboard(threats.attacked).contains(king) {
            (checkers, targets) = self.checkers_and_targets::<WHITE>(&threats, king);
        }
        Legality {
            checkers: Bitboard(checkers),
            pinned: Bitboard(threats.pins.union()),
            targets: Bitboard(targets),
            attacked: Bitboard(threats.attacked),
        }
    }
}
