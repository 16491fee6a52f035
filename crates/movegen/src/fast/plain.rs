//! Counting the moves of positions on targets without lanes: one attack after the other.

use super::leaves::{PawnMobility, Shared};
use super::{Sets, snipers};
use crate::{Bitboard, Color, attacks};

impl Shared {
    /// Returns the number of moves in all positions, en passant excluded. The enemy of the side to
    /// move is White or not.
    pub(super) fn count<const ENEMY_WHITE: bool>(&self, positions: &[Sets]) -> u64 {
        let us = if ENEMY_WHITE { Color::Black } else { Color::White };
        let king = self.king.0;
        let king_attacks = attacks::king(king).0;
        let [north_east, north_west] = attacks::diagonals(king);
        let mut moves = 0;
        for sets in positions {
            let [pawns, knights, bishops, rooks, queens, _, white, black] = sets.0;
            let (ours, theirs) = if ENEMY_WHITE { (black, white) } else { (white, black) };
            let legality = snipers::find::<ENEMY_WHITE>(sets, king);
            let attacked = legality.attacked.0;
            moves += u64::from((king_attacks & !ours & !attacked).count_ones());
            let (occupied, targets) = (ours | theirs, legality.targets.0);
            let (free, pinned) = (!legality.pinned.0, legality.pinned);
            if legality.checkers.is_empty() {
                moves += self.castlings(rooks & ours & free, occupied, attacked);
            } else if targets == 0 {
                continue;
            }
            let blocked = ours | !targets;
            let mut count =
                |reached: Bitboard| moves += u64::from((reached.0 & !blocked).count_ones());
            for from in Bitboard(knights & ours & free) {
                count(attacks::knight(from));
            }
            let occupied = Bitboard(occupied);
            let line = |from| {
                if pinned.contains(from) { attacks::line(king, from) } else { Bitboard::ALL }
            };
            for from in Bitboard((bishops | queens) & ours) {
                count(attacks::bishop(from, occupied) & line(from));
            }
            for from in Bitboard((rooks | queens) & ours) {
                count(attacks::rook(from, occupied) & line(from));
            }
            let pawns = pawns & ours;
            let pawn_moves = PawnMobility {
                pushers: pawns & (free | Bitboard::file(king.file()).0),
                captors: [pawns & (free | north_east.0), pawns & (free | north_west.0)],
            };
            moves += u64::from(pawn_moves.count(us, !occupied.0, theirs, targets));
        }
        moves
    }
}
