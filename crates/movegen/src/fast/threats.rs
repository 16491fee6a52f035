//! Attacked squares, checks and pins of the side to move, and the moves of its pieces, by direction
//! lanes.
//!
//! - The squares that the enemy attacks come from one fill of its sliders.
//! - Checks and pins need a fill from our king, only if a slider of the enemy stands on one of the
//!   king's lines or if a leaper gives check. Both are known before the first fill has ended, so
//!   that a branch that is guessed wrong costs less.
//! - A piece of ours is pinned if a ray from our king and a ray of an enemy slider meet on it from
//!   opposite sides. King, piece and slider are then on one line with nothing else between them.

use super::Sets;
use super::lanes::{Lanes, Tally, Ways, with_lanes};
use super::mobility::{Shared, pawn_moves};
use crate::{Bitboard, Color, Square, attacks};

/// A king's square, and the squares from which it can be attacked.
pub(super) struct KingView {
    pub(super) square: Square,
    knights: Bitboard,
    pawns: Bitboard,
    /// The squares on its lines. Without a slider of the enemy on them nothing is pinned.
    lines: Lanes,
    /// All squares in the directions in which pawns of the enemy capture.
    captures: Lanes,
}

/// The threats against a king, and its side's pieces in lanes.
struct Threats {
    ways: Ways,
    own: Lanes,
    /// The own sliders, each in the directions in which it moves.
    sliders: Lanes,
    knights: Lanes,
    /// As in [`Legality`](crate::Legality).
    attacked: Bitboard,
    targets: Bitboard,
    pinned: Bitboard,
    /// The pinned pieces, each in the two directions of its line; only if there are any.
    pin_lines: Lanes,
}

/// Returns all squares in the directions in which pawns capture.
const fn captures(white: bool) -> [u64; 8] {
    if white { [!0, 0, !0, 0, 0, 0, 0, 0] } else { [0, 0, 0, 0, !0, 0, !0, 0] }
}

impl KingView {
    with_lanes! {
        /// Returns the view of our king on a square.
        pub(super) fn new(us: Color, square: Square) -> Self {
            let lines = Lanes::splat(square.bb()).rays(&Ways::new(Lanes::splat(Bitboard::EMPTY)));
            let (knights, pawns) = (attacks::knight(square), attacks::pawn(us, square));
            let captures = Lanes::new(captures(us == Color::Black));
            Self { square, knights, pawns, lines, captures }
        }
    }
}

impl Threats {
    with_lanes! {
        /// Finds the threats against a king whose enemy is White or not.
        fn new<const ENEMY_WHITE: bool>(sets: &Sets, king: &KingView) -> Self {
            let [pawns, knights, bishops, rooks, queens, kings, white, black] = sets.0;
            let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
            let (own, enemies) = (Lanes::splat(ours), Lanes::splat(theirs));
            let ways = Ways::new(own.or(enemies));
            let sliders = Lanes::kinds(rooks, bishops).or(Lanes::splat(queens));
            let enemy_sliders = sliders.and(enemies);
            let reached = enemy_sliders.reach(&ways);
            let knight_lanes = Lanes::splat(knights);
            // A constant is better if its halves are two registers, one of them empty.
            let known = cfg!(movegen_lanes = "256");
            let captures = if known { Lanes::new(captures(ENEMY_WHITE)) } else { king.captures };
            let steppers = Lanes::splat(kings).or(Lanes::splat(pawns).and(captures)).and(enemies);
            let mut attacked = attacked_after(reached, steppers, knight_lanes.and(enemies));
            let (mut targets, mut pinned, mut pin_lines) = (Bitboard::ALL, Bitboard::EMPTY, own);
            let leapers = (king.knights & knights | king.pawns & pawns) & theirs;
            if leapers.any() | enemy_sliders.and(king.lines).any() {
                let king_set = Lanes::splat(king.square.bb());
                let king_rays = king_set.rays(&ways);
                let checks = king_rays.and(enemy_sliders);
                if leapers.any() | checks.any() {
                    attacked = attacked.or(king_set.where_any(checks.opposite()).step());
                    targets = match (leapers | checks.union()).has_many() {
                        true => Bitboard::EMPTY,
                        false => leapers | king_rays.where_any(checks).union(),
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

impl Shared<KingView> {
    with_lanes! {
        /// Returns the number of moves in all positions, en passant excluded. The enemy of the side
        /// to move is White or not.
        pub(super) fn count<const ENEMY_WHITE: bool>(&self, positions: &[Sets]) -> u64 {
            let king_attacks = attacks::king(self.king.square);
            let (mut pieces, mut others) = (Tally::new(), 0);
            for sets in positions {
                let [pawns, _, _, rooks, .., white, black] = sets.0;
                let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
                let threats = Threats::new::<ENEMY_WHITE>(sets, &self.king);
                let Threats { mut sliders, mut knights, attacked, targets, pinned, .. } = threats;
                others += u64::from((king_attacks & !ours & !attacked).count());
                let (mut blocked, mut pawns) = (threats.own, [pawns & ours; 3]);
                if pinned.any() {
                    let lanes = Lanes::splat(pinned);
                    sliders = sliders.but(lanes.but(threats.pin_lines));
                    knights = knights.but(lanes);
                    pawns = self.pawn_lines.map(|line| pawns[0] & (!pinned | line));
                }
                if targets == Bitboard::ALL {
                    others += self.castlings(rooks & ours & !pinned, ours | theirs, attacked);
                } else {
                    blocked = blocked.or(Lanes::splat(!targets));
                }
                let rays = sliders.rays(&threats.ways).but(blocked);
                pieces.add([rays, knights.jumps().but(blocked)]);
                others += pawn_moves::<ENEMY_WHITE>(pawns, !(ours | theirs), theirs, targets);
            }
            others + pieces.total()
        }
    }
}

with_lanes! {
    /// Returns the squares that a side attacks whose sliders have `reached` some, and whose kings
    /// and pawns step.
    fn attacked_after(reached: Lanes, steppers: Lanes, knights: Lanes) -> Lanes {
        reached.or(steppers).step().or(knights.jumps())
    }

    fn attacked_by_lanes<const ENEMY_WHITE: bool>(sets: &[Bitboard; 8], king: Square) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = *sets;
        let theirs = if ENEMY_WHITE { white } else { black };
        let enemies = Lanes::splat(theirs);
        // Not by `kinds`, for which words are loaded together: those of a new child have just been
        // stored one by one, and such a load waits for the stores.
        let diagonal = Lanes::kinds(Bitboard::EMPTY, Bitboard::ALL);
        let straight = Lanes::splat(rooks | queens).but(diagonal);
        let sliders = Lanes::splat(bishops | queens).and(diagonal).or(straight).and(enemies);
        let reached = sliders.reach(&Ways::new(Lanes::splat((white | black) & !king.bb())));
        let pawns = Lanes::splat(pawns).and(Lanes::new(captures(ENEMY_WHITE)));
        let steppers = Lanes::splat(kings).or(pawns).and(enemies);
        attacked_after(reached, steppers, Lanes::splat(knights & theirs)).union()
    }
}

/// Returns the squares that the enemy of `king` attacks, those behind the king too.
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn attacked<const ENEMY_WHITE: bool>(sets: &[Bitboard; 8], king: Square) -> Bitboard {
    // SAFETY: the target has the features, as asserted in `lanes.rs`.
    unsafe { attacked_by_lanes::<ENEMY_WHITE>(sets, king) }
}
