//! Attacked squares, checks and pins of the side to move, by direction lanes.
//!
//! - The squares that the enemy attacks come from one fill of its sliders.
//! - Checks and pins need a fill from our king, only if a slider of the enemy stands on one of the
//!   king's lines or if a leaper gives check. Both are known before the first fill has ended, so
//!   that a branch that is guessed wrong costs less.
//! - A piece of ours is pinned if a ray from our king and a ray of an enemy slider meet on it from
//!   opposite sides. King, piece and slider are then on one line with nothing else between them.

use super::Sets;
use super::lanes::{Lanes, Ways, with_lanes};
use crate::{Bitboard, Color, Square, attacks};

/// A king's square, and the squares from which it can be attacked.
pub(super) struct KingView {
    pub(super) square: Square,
    knights: u64,
    pawns: u64,
    /// The squares on its lines. Without a slider of the enemy on them nothing is pinned.
    lines: Lanes,
    /// All squares in the directions in which pawns of the enemy capture.
    captures: Lanes,
}

/// The ways of sliders, attacked squares, checks and pins.
pub(super) struct Threats {
    /// The ways over empty squares.
    pub(super) ways: Ways,
    /// Our pieces, in each direction.
    pub(super) own: Lanes,
    /// Our sliders, each in the directions in which it moves.
    pub(super) sliders: Lanes,
    /// Our knights.
    pub(super) knights: Lanes,
    /// The squares that the enemy attacks, the next one behind our king too.
    pub(super) attacked: u64,
    /// The squares where a move other than the king's ends a check: the one checker's and those in
    /// between; none in double check, all without a check.
    pub(super) targets: u64,
    pub(super) pinned: u64,
    /// The pinned pieces, each in the two directions of its line; only if there are any.
    pub(super) pin_lines: Lanes,
}

/// Returns all squares in the directions in which pawns capture.
const fn captures(color: Color) -> [u64; 8] {
    match color {
        Color::White => [!0, 0, !0, 0, 0, 0, 0, 0],
        Color::Black => [0, 0, 0, 0, !0, 0, !0, 0],
    }
}

impl KingView {
    with_lanes! {
        /// Returns the view of our king on a square.
        pub(super) fn new(us: Color, square: Square) -> Self {
            let lines = Lanes::splat(square.bb().0).rays(&Ways::new(Lanes::splat(0)));
            let (knights, pawns) = (attacks::knight(square).0, attacks::pawn(us, square).0);
            Self { square, knights, pawns, lines, captures: Lanes::new(captures(!us)) }
        }
    }
}

impl Threats {
    with_lanes! {
        /// Finds the threats against the king of `king`, whose enemy is White or not.
        pub(super) fn new<const ENEMY_WHITE: bool>(sets: &Sets, king: &KingView) -> Self {
            let [pawns, knights, bishops, rooks, queens, kings, white, black] = sets.0;
            let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
            let (own, enemies) = (Lanes::splat(ours), Lanes::splat(theirs));
            let ways = Ways::new(own.or(enemies));
            let sliders = Lanes::kinds(rooks, bishops).or(Lanes::splat(queens));
            let enemy_sliders = sliders.and(enemies);
            let reached = enemy_sliders.reach(&ways);
            let knight_lanes = Lanes::splat(knights);
            // A constant is better if its halves are two registers, one of them empty.
            let them = if ENEMY_WHITE { Color::White } else { Color::Black };
            let known = cfg!(movegen_lanes = "256");
            let captures = if known { Lanes::new(captures(them)) } else { king.captures };
            let pawn_lanes = Lanes::splat(pawns).and(captures);
            let steppers = Lanes::splat(kings).or(pawn_lanes).and(enemies);
            let mut attacked = attacked_after(reached, steppers, knight_lanes.and(enemies));
            let (mut targets, mut pinned, mut pin_lines) = (!0, 0, enemies);
            let leapers = (king.knights & knights | king.pawns & pawns) & theirs;
            if (leapers != 0) | enemy_sliders.and(king.lines).any() {
                let king_set = Lanes::splat(king.square.bb().0);
                let king_rays = king_set.rays(&ways);
                let checks = king_rays.and(enemy_sliders);
                if (leapers != 0) | checks.any() {
                    attacked = attacked.or(king_set.where_any(checks.opposite()).step());
                    let checkers = leapers | checks.union();
                    targets = match checkers & checkers.wrapping_sub(1) {
                        0 => leapers | king_rays.where_any(checks).union(),
                        _ => 0,
                    };
                }
                let pins = king_rays.and(reached.step().opposite()).and(own);
                if pins.any() {
                    pinned = pins.union();
                    pin_lines = pins.or(pins.opposite());
                }
            }
            let (sliders, knights) = (sliders.and(own), knight_lanes.and(own));
            let attacked = attacked.union();
            Self { ways, own, sliders, knights, attacked, targets, pinned, pin_lines }
        }
    }
}

with_lanes! {
    /// Returns the squares that a side attacks whose sliders have `reached` some, and whose kings
    /// and pawns step.
    fn attacked_after(reached: Lanes, steppers: Lanes, knights: Lanes) -> Lanes {
        reached.or(steppers).step().or(knights.jumps())
    }

    fn attacked_by_lanes<const ENEMY_WHITE: bool>(sets: &Sets, king: Square) -> u64 {
        let [pawns, knights, bishops, rooks, queens, k, white, black] = sets.0;
        let theirs = if ENEMY_WHITE { white } else { black };
        let enemies = Lanes::splat(theirs);
        // Not by `kinds`, for which words are loaded together: those of a new child have just been
        // stored one by one, and such a load waits for the stores.
        let diagonal = Lanes::kinds(0, !0);
        let straight = Lanes::splat(rooks | queens).but(diagonal);
        let sliders = Lanes::splat(bishops | queens).and(diagonal).or(straight).and(enemies);
        let reached = sliders.reach(&Ways::new(Lanes::splat((white | black) & !king.bb().0)));
        let b = k | pawns;
        let steppers =
            if ENEMY_WHITE { [b, k, b, k, k, k, k, k] } else { [k, k, k, k, b, k, b, k] };
        let steppers = Lanes::new(steppers).and(enemies);
        attacked_after(reached, steppers, Lanes::splat(knights & theirs)).union()
    }
}

/// Returns the squares that the enemy of `king` attacks, those behind the king too.
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn attacked<const ENEMY_WHITE: bool>(sets: &Sets, king: Square) -> Bitboard {
    // SAFETY: the target has the features, as asserted in `lanes.rs`.
    Bitboard(unsafe { attacked_by_lanes::<ENEMY_WHITE>(sets, king) })
}
