//! [`table_key`]: the key of a position in the table.

use movegen::Position;

use crate::clock_buckets::ClockBuckets;
use crate::evaluate::Evaluate;
use crate::table::TableHandle;
use crate::worker::Worker;

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

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    #[inline]
    pub(crate) fn table_key(&self, position: &Position) -> u64 {
        self.clock_buckets.key_of(position)
    }
}
