//! The key of a position in the table: the position's own, or that with a bucket of the no-progress
//! clock.

use movegen::{Move, PieceType, Position};

use crate::switches::Switches;

/// An odd number near 2^64 divided by the golden ratio, which spreads small numbers over the key
/// (Knuth, The Art of Computer Programming, volume 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Buckets of the no-progress clock, for [`Switches::clock_buckets`]: within one bucket the
/// table has one record of a position. The first bucket reaches from 0 to `first`,
/// the others have `step` plies each.
///
/// The key of the first bucket is the position's own. That of another is its exclusive or with a
/// number of the bucket, so it is known as soon as the position's key and clock are: a move changes
/// it by what it changes in the position's key, and by the numbers of both buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockBuckets {
    /// The clock at which the second bucket begins, in plies.
    pub first: u32,
    /// The plies of the second bucket and each one after it, at least 1.
    pub step: u32,
}

impl ClockBuckets {
    /// Returns the number that distinguishes the bucket of a clock in the table's key.
    #[inline]
    #[must_use]
    pub fn key_at(self, clock: u32) -> u64 {
        let bucket = clock.checked_sub(self.first).map_or(0, |plies| 1 + plies / self.step);
        u64::from(bucket).wrapping_mul(SPREAD)
    }
}

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

    const BUCKETS: ClockBuckets = ClockBuckets { first: 14, step: 8 };

    #[test]
    fn the_first_bucket_is_the_position_and_the_others_are_all_different() {
        let keys: Vec<u64> = (0..=100).map(|clock| BUCKETS.key_at(clock)).collect();
        assert!(keys[..14].iter().all(|&key| key == 0) && keys[14] != 0);
        for clock in 15..=100 {
            assert_eq!(keys[clock] == keys[clock - 1], (clock - 14) % 8 != 0, "{clock}");
        }
        let mut distinct = keys;
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 12);
    }

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
