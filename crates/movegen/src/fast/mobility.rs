//! Counting the moves of positions by direction lanes.

use super::lanes::{Lanes, Tally};
use super::leaves::{PawnMobility, Shared};
use super::sets::Sets;
use super::threats::Threats;
use crate::{Color, attacks};

impl Shared {
    /// Returns the number of moves in all positions, en passant excluded. The enemy of the side to
    /// move is White or not.
    #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
    #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
    #[inline]
    pub(super) fn count<const ENEMY_WHITE: bool>(&self, positions: &[Sets]) -> u64 {
        let us = if ENEMY_WHITE { Color::Black } else { Color::White };
        let king_attacks = attacks::king(self.king.square).0;
        let (mut pieces, mut others) = (Tally::new(), 0);
        for sets in positions {
            let [pawns, knights, _, rooks, .., white, black] = sets.0;
            let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
            let threats = Threats::new::<ENEMY_WHITE>(sets, &self.king);
            others += u64::from((king_attacks & !ours & !threats.attacked).count_ones());
            let (mut sliders, mut blocked) = (threats.sliders, threats.own);
            let (mut knights, pawns) = (knights & ours, pawns & ours);
            let mut pawn_moves = PawnMobility { pushers: pawns, captors: [pawns; 2] };
            if threats.checkers == 0 {
                let able = rooks & ours & !threats.pinned;
                others += self.castlings(able, ours | theirs, threats.attacked);
            } else {
                blocked = blocked.or(Lanes::splat(!threats.targets));
            }
            if threats.pinned != 0 {
                let free = !threats.pinned;
                sliders = sliders.and(threats.pin_lines.or(Lanes::splat(free)));
                knights &= free;
                let [north, north_east, _, north_west] = threats.pin_lines.first_half();
                pawn_moves.pushers &= free | north;
                pawn_moves.captors[0] &= free | north_east;
                pawn_moves.captors[1] &= free | north_west;
            }
            pieces.add(sliders.rays(&threats.ways).but(blocked));
            pieces.add_jumps(knights, blocked);
            let moves = pawn_moves.count(us, !(ours | theirs), theirs, threats.targets);
            others += u64::from(moves);
        }
        others + pieces.total()
    }
}
