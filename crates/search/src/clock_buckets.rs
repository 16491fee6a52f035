//! [`table_key`]: the key of a position in the table, and the buckets of the no-progress clock in
//! it.

use movegen::Position;

/// An odd number near 2^64 divided by the golden ratio, which spreads small numbers over the key
/// (Knuth, The Art of Computer Programming, volume 3, 6.4).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Buckets of the no-progress clock, for
/// [`Switches::clock_buckets`](crate::Switches::clock_buckets): within one bucket the table has one
/// record of a position. The first bucket reaches from 0 to `first`, the others have `step` plies
/// each. The idea is Stockfish's (2021); the lab's experiment `ghi` says what it is worth.
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
    /// The buckets of a search.
    pub const DEFAULT: Self = Self { first: 14, step: 8 };

    /// One bucket for all clocks: the table keeps a position whatever its clock is.
    pub const NONE: Self = Self { first: u32::MAX, step: 1 };

    /// Returns the key of a position in the table.
    #[inline]
    #[must_use]
    pub fn key_of(self, position: &Position) -> u64 {
        position.key() ^ self.key_at(position.halfmove_clock())
    }

    /// Returns the number that distinguishes the bucket of a clock in the table's key.
    #[inline]
    #[must_use]
    pub fn key_at(self, clock: u32) -> u64 {
        let bucket = clock.checked_sub(self.first).map_or(0, |plies| 1 + plies / self.step);
        u64::from(bucket).wrapping_mul(SPREAD)
    }
}

/// Returns the key by which a search keeps a position in the table: up to a no-progress clock of 13
/// plies the position's own, from there on one for each eight plies. So a draw that was found near
/// the limit of the no-progress rule settles no position that is far from it.
///
/// ```
/// use search::movegen::Position;
/// use search::table_key;
///
/// let at = |clock: u32| Position::from_fen(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 60"));
/// assert_eq!(table_key(&at(13)?), at(0)?.key());
/// assert_ne!(table_key(&at(14)?), at(0)?.key());
/// assert_eq!(table_key(&at(14)?), table_key(&at(21)?));
/// # Ok::<(), search::movegen::FenError>(())
/// ```
#[inline]
#[must_use]
pub fn table_key(position: &Position) -> u64 {
    ClockBuckets::DEFAULT.key_of(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUCKETS: ClockBuckets = ClockBuckets::DEFAULT;

    #[test]
    fn a_position_has_a_key_for_each_bucket() {
        let key = |clock: u32, buckets: ClockBuckets| {
            let fen = format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 60");
            let position = Position::from_fen(&fen).expect("a legal position");
            (buckets.key_of(&position), position.key())
        };
        let (none, own) = key(90, ClockBuckets::NONE);
        assert_eq!(none, own);
        let bucketed = |clock| key(clock, BUCKETS).0;
        assert_eq!(bucketed(13), own);
        assert!(bucketed(14) == bucketed(21) && bucketed(14) != own);
        assert_ne!(bucketed(21), bucketed(22));
    }

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
}
