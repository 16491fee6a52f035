//! The key of a position in the table: the position's own, or that with a bucket of the no-progress
//! clock.

use movegen::Position;

use crate::evaluate::Evaluate;
use crate::table::TableHandle;
use crate::worker::Worker;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the key of a position in the table. Prefetches take the position's own: with buckets
    /// they may fetch a line in vain.
    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        match self.clock_buckets {
            None => position.key(),
            Some(buckets) => position.key() ^ buckets.key_at(position.halfmove_clock()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock_buckets::ClockBuckets;
    use crate::worker::harness::{Records, with_worker};

    const BUCKETS: ClockBuckets = ClockBuckets { first: 14, step: 8 };

    #[test]
    fn positions_of_one_bucket_share_a_key_and_others_do_not() {
        let key = |clock: u32, clock_buckets| {
            let fen = format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 60");
            let position = Position::from_fen(&fen).expect("a legal position");
            with_worker(Records::default(), &position, |worker| {
                worker.clock_buckets = clock_buckets;
                (worker.table_key(&position), position.key())
            })
        };
        let (own, other) = key(30, None);
        assert_eq!(own, other);
        let bucketed = |clock| key(clock, Some(BUCKETS)).0;
        assert_eq!(bucketed(13), own);
        assert!(bucketed(14) == bucketed(21) && bucketed(14) != own);
        assert_ne!(bucketed(21), bucketed(22));
    }
}
