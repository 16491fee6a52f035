//! The key of a position in the table: the position's own, or that with a bucket of the no-progress
//! clock.

use movegen::{Move, PieceType, Position};

use crate::switches::Switches;

impl Switches {
    /// Returns the key of a position in the table.
    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        match self.clock_buckets {
            None => position.key(),
            Some(buckets) => position.key() ^ buckets.key_at(position.halfmove_clock()),
        }
    }

    /// Returns the key in the table of the position after a legal move, which is not made.
    #[inline]
    pub(crate) fn table_key_after(&self, position: &Position, mv: Move) -> u64 {
        let key = position.key_after(mv);
        let Some(buckets) = self.clock_buckets else { return key };
        let progress =
            position.captured(mv).is_some() || position.moved_piece(mv).kind() == PieceType::Pawn;
        let clock = if progress { 0 } else { position.halfmove_clock() + 1 };
        key ^ buckets.key_at(clock)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock_buckets::ClockBuckets;

    const BUCKETS: ClockBuckets = ClockBuckets { first: 14, step: 8 };

    /// The incremental law: after every move the key is that of the same position set up anew.
    #[test]
    fn the_key_after_a_move_is_that_of_the_child_from_scratch() {
        let root = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 12 30";
        let root = Position::from_fen(root).expect("a legal position");
        for clock_buckets in [None, Some(BUCKETS), Some(ClockBuckets { first: 1, step: 1 })] {
            let switches = Switches { clock_buckets, ..Switches::NONE };
            for first in root.legal_moves() {
                let parent = root.make(first);
                for mv in parent.legal_moves() {
                    let child = parent.make(mv);
                    let anew = Position::from_fen(&child.to_fen()).expect("a legal position");
                    assert_eq!(switches.table_key(&child), switches.table_key(&anew), "{child:?}");
                    let after = switches.table_key_after(&parent, mv);
                    assert_eq!(after, switches.table_key(&child), "{parent:?} {mv:?}");
                }
            }
        }
    }
}
