//! Counting the moves of positions by direction lanes.

use super::Sets;
use super::lanes::{Lanes, Tally, with_lanes};
use super::leaves::{PawnMobility, Shared};
use super::threats::Threats;
use crate::{Color, attacks};

impl Shared {
    with_lanes! {
        /// Returns the number of moves in all positions, en passant excluded. The enemy of the side
        /// to move is White or not.
        pub(super) fn count<const ENEMY_WHITE: bool>(&self, positions: &[Sets]) -> u64 {
            let us = if ENEMY_WHITE { Color::Black } else { Color::White };
            let king_attacks = attacks::king(self.king.square).0;
            let (mut pieces, mut others) = (Tally::new(), 0);
            for sets in positions {
                let [pawns, _, _, rooks, .., white, black] = sets.0;
                let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
                let threats = Threats::new::<ENEMY_WHITE>(sets, &self.king);
                others += u64::from((king_attacks & !ours & !threats.attacked).count_ones());
                let (mut sliders, mut blocked) = (threats.sliders, threats.own);
                let (mut knights, pawns) = (threats.knights, pawns & ours);
                let mut pawn_moves = PawnMobility { pushers: pawns, captors: [pawns; 2] };
                if threats.targets == !0 {
                    let able = rooks & ours & !threats.pinned;
                    others += self.castlings(able, ours | theirs, threats.attacked);
                } else {
                    blocked = blocked.or(Lanes::splat(!threats.targets));
                }
                if threats.pinned != 0 {
                    let pinned = Lanes::splat(threats.pinned);
                    sliders = sliders.but(pinned.but(threats.pin_lines));
                    knights = knights.but(pinned);
                    let [north_east, north, north_west, ..] = threats.pin_lines.words();
                    let free = !threats.pinned;
                    pawn_moves.pushers &= free | north;
                    pawn_moves.captors[0] &= free | north_east;
                    pawn_moves.captors[1] &= free | north_west;
                }
                let rays = sliders.rays(&threats.ways).but(blocked);
                pieces.add([rays, knights.jumps().but(blocked)]);
                let moves = pawn_moves.count(us, !(ours | theirs), theirs, threats.targets);
                others += u64::from(moves);
            }
            others + pieces.total()
        }
    }
}
