//! Counting legal moves by direction lanes, without listing them.
//!
//! The rules of the generator in terms of sets: from checks, pins and attacked squares follow the
//! squares that each piece may go to; those on the rays of sliders, the jumps of knights and the
//! steps of pawns are counted.

use super::lanes::{Lanes, Ways};
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, KeyedPosition, Rank, attacks};

/// The pieces of a side to move and their targets, besides its pawns.
struct Mobility {
    /// Own sliders, in the directions in which each may go.
    sliders: Lanes,
    knights: u64,
    /// The squares to which they may go.
    targets: u64,
}

/// The pawns that may go each way as far as pins are concerned, and where.
struct PawnMobility {
    pushers: u64,
    /// Along NE or SW, and along NW or SE.
    captors: [u64; 2],
    targets: u64,
}

/// Returns the number of legal moves.
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
#[inline]
pub(super) fn count_legal<K: ChessKeys>(position: &KeyedPosition<K>) -> u32 {
    match position.side_to_move() {
        // SAFETY: the target has the features, as asserted in `lanes.rs`.
        Color::White => unsafe { position.count_by_lanes::<true>() },
        // SAFETY: as above.
        Color::Black => unsafe { position.count_by_lanes::<false>() },
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the number of legal moves.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline(never)]
    fn count_by_lanes<const WHITE: bool>(&self) -> u32 {
        let us = if WHITE { Color::White } else { Color::Black };
        let [pawns, knights, bishops, rooks, queens, _, white, black] = self.sets.map(|set| set.0);
        let (ours, theirs) = if WHITE { (white, black) } else { (black, white) };
        let king = self.king(us);
        let threats = self.threats::<WHITE>();
        let (attacked, pins) = (threats.attacked, threats.pins);

        let mut moves = (attacks::king(king).0 & !ours & !attacked).count_ones();
        let mut targets = !ours;
        if Bitboard(attacked).contains(king) {
            (_, targets) = self.checkers_and_targets::<WHITE>(&threats, king);
            if targets == 0 {
                return moves; // double check: only the king moves
            }
        } else if self.castling_rooks().0 & ours != 0 {
            moves += self.castlers(us, Bitboard(attacked), Bitboard(pins.union())).count();
        }

        let pawns = pawns & ours;
        let mut pieces = Mobility {
            sliders: Lanes::kinds((rooks | queens) & ours, (bishops | queens) & ours),
            knights: knights & ours,
            targets,
        };
        let mut pawn_moves = PawnMobility { pushers: pawns, captors: [pawns; 2], targets };
        if pins.any() {
            let pinned = pins.union();
            let lines = pins.or(pins.opposite());
            pieces.sliders = pieces.sliders.and(lines.or(Lanes::splat(!pinned)));
            pieces.knights &= !pinned;
            let [north, north_east, _, north_west] = lines.first_half();
            pawn_moves.pushers &= !pinned | north;
            pawn_moves.captors[0] &= !pinned | north_east;
            pawn_moves.captors[1] &= !pinned | north_west;
        }
        moves += pieces.count(&threats.ways);
        moves += pawn_moves.count::<WHITE>(!(ours | theirs), theirs);
        if let Some(to) = self.en_passant() {
            moves += (attacks::pawn(!us, to) & Bitboard(pawns))
                .into_iter()
                .filter(|&from| self.en_passant_is_legal(from, to))
                .count() as u32;
        }
        moves
    }
}

impl Mobility {
    /// Moves of pieces.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    fn count(&self, ways: &Ways) -> u32 {
        let targets = Lanes::splat(self.targets);
        let rays = self.sliders.rays(ways).and(targets);
        rays.count_both(Lanes::jumps(self.knights).and(targets))
    }
}

impl PawnMobility {
    /// Moves of pawns, en passant excluded. A push of one square and one of two never end on the
    /// same square.
    #[inline]
    fn count<const WHITE: bool>(&self, empty: u64, enemies: u64) -> u32 {
        use crate::Direction::{North, NorthEast, NorthWest, South, SouthEast, SouthWest};
        let (us, up, diagonals) = if WHITE {
            (Color::White, North, [NorthEast, NorthWest])
        } else {
            (Color::Black, South, [SouthWest, SouthEast])
        };
        let empty = Bitboard(empty);
        let targets = Bitboard(self.targets);
        let third = Bitboard::rank(Rank::Third.relative(us));
        let last = Bitboard::rank(Rank::Eighth.relative(us));
        let one = Bitboard(self.pushers).shift(up) & empty;
        let two = (one & third).shift(up) & empty;
        let pushes = (one | two) & targets;
        let [right, left] = [0, 1].map(|side| {
            Bitboard(self.captors[side]).shift(diagonals[side]) & Bitboard(enemies) & targets
        });
        let mut moves = pushes.count() + right.count() + left.count();
        if ((pushes | right | left) & last).any() {
            // Each of these is four moves.
            moves += 3 * ((pushes & last).count() + (right & last).count() + (left & last).count());
        }
        moves
    }
}
