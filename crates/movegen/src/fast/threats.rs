//! Attacked squares, checks and pins of the side to move, by direction lanes.
//!
//! Most of it comes from one fill of the enemy's sliders:
//!
//! - the squares that the enemy attacks. If the king's own square is among them, it is in check,
//!   and a second fill without the king finds the squares behind it;
//! - pins: a piece of ours is pinned if a ray from our king and a ray of an enemy slider meet on it
//!   from opposite sides. King, piece and slider are then on one line with nothing else between
//!   them.

use super::lanes::{Lanes, Ways};
use super::sets::Sets;
use crate::{Bitboard, Color, Square, attacks};

/// A king's square, and the squares from which it can be attacked.
pub(super) struct KingView {
    pub(super) square: Square,
    knights: u64,
    pawns: u64,
    /// The squares on its lines. Without a slider of the enemy on them nothing is pinned.
    lines: Lanes,
}

/// The ways of sliders, attacked squares, checks and pins.
pub(super) struct Threats {
    /// The ways over empty squares.
    pub(super) ways: Ways,
    /// Our pieces, in each direction.
    pub(super) own: Lanes,
    /// Our sliders, each in the directions in which it moves.
    pub(super) sliders: Lanes,
    /// The squares that the enemy attacks, those behind our king too.
    pub(super) attacked: u64,
    pub(super) checkers: u64,
    /// The squares where a move other than the king's ends a check: the one checker's and those in
    /// between; none in double check, all without a check.
    pub(super) targets: u64,
    pub(super) pinned: u64,
    /// The pinned pieces, each in the two directions of its line; only if there are any.
    pub(super) pin_lines: Lanes,
}

impl KingView {
    /// Returns the view of our king on a square.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    pub(super) fn new(us: Color, square: Square) -> Self {
        let lines = Lanes::splat(square.bb().0).rays(&Ways::new(Lanes::splat(0)));
        let (knights, pawns) = (attacks::knight(square).0, attacks::pawn(us, square).0);
        Self { square, knights, pawns, lines }
    }
}

impl Threats {
    /// Finds the threats against the king of `king`, whose enemy is White or not.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    pub(super) fn new<const ENEMY_WHITE: bool>(sets: &Sets, king: &KingView) -> Self {
        let [pawns, knights, bishops, rooks, queens, _, white, black] = sets.0;
        let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
        let (own, enemies) = (Lanes::splat(ours), Lanes::splat(theirs));
        let ways = Ways::new(own.or(enemies));
        let sliders = Lanes::kinds(rooks, bishops).or(Lanes::splat(queens));
        let enemy_sliders = sliders.and(enemies);
        let rays = enemy_sliders.rays(&ways);
        let mut attacked = rays.or(leaps::<ENEMY_WHITE>(sets, enemies)).union();
        let (mut checkers, mut targets, mut pinned, mut pin_lines) = (0, !0, 0, enemies);
        let king_set = king.square.bb().0;
        let in_check = attacked & king_set != 0;
        if in_check || enemy_sliders.and(king.lines).any() {
            let king_rays = Lanes::splat(king_set).rays(&ways);
            if in_check {
                let without_king = Ways::new(Lanes::splat((ours | theirs) & !king_set));
                attacked |= enemy_sliders.rays(&without_king).union();
                let checks = king_rays.and(enemy_sliders);
                let leapers = (king.knights & knights | king.pawns & pawns) & theirs;
                checkers = leapers | checks.union();
                targets = match checkers & checkers.wrapping_sub(1) {
                    0 => leapers | king_rays.where_any(checks).union(),
                    _ => 0,
                };
            }
            let pins = king_rays.and(rays.opposite()).and(own);
            if pins.any() {
                pinned = pins.union();
                pin_lines = pins.or(pins.opposite());
            }
        }
        let sliders = sliders.and(own);
        Self { ways, own, sliders, attacked, checkers, targets, pinned, pin_lines }
    }
}

/// Returns the squares that kings, pawns and knights among the `enemies` attack, by directions and
/// by jumps.
#[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
#[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
#[inline]
fn leaps<const ENEMY_WHITE: bool>(sets: &Sets, enemies: Lanes) -> Lanes {
    let [pawns, knights, _, _, _, kings, ..] = sets.0;
    let pawn_lanes = if ENEMY_WHITE { 0b0000_1010 } else { 0b1010_0000 };
    let steps = Lanes::splat_and(kings, pawns, pawn_lanes).and(enemies).step();
    steps.or(Lanes::splat(knights).and(enemies).jumps())
}

/// Returns the squares that the enemy of `king` attacks, those behind the king too.
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn attacked<const ENEMY_WHITE: bool>(sets: &Sets, king: Square) -> Bitboard {
    // SAFETY: the target has the features, as asserted in `lanes.rs`.
    Bitboard(unsafe { attacked_by_lanes::<ENEMY_WHITE>(sets, king) })
}

#[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
#[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
#[inline]
fn attacked_by_lanes<const ENEMY_WHITE: bool>(sets: &Sets, king: Square) -> u64 {
    let [_, _, bishops, rooks, queens, _, white, black] = sets.0;
    let enemies = Lanes::splat(if ENEMY_WHITE { white } else { black });
    let sliders = Lanes::kinds(rooks | queens, bishops | queens).and(enemies);
    let ways = Ways::new(Lanes::splat((white | black) & !king.bb().0));
    sliders.rays(&ways).or(leaps::<ENEMY_WHITE>(sets, enemies)).union()
}
