//! The table of the program Rival, by its page "Transposition/refutation tables".
//!
//! [`RivalTable`] is the whole: records of 13 bytes ([`Packed`]) of six fields ([`RivalEntry`]), a
//! lock of 31 bits that is independent of the index, an index folded by one subtraction from a key
//! that is drawn anew for each size ([`RivalDrawn`]), and [`Staleness`]. [`two_tables`] joins
//! Rival's two tables of drawn numbers, one for the index and one for the lock.

mod entry;
mod index;
mod packed;
mod staleness;
mod two_tables;

use tt_core::Table;

pub use self::entry::RivalEntry;
pub use self::index::{RivalDrawn, RivalFold};
pub use self::packed::{Packed, PackedBucket};
pub use self::staleness::Staleness;
pub use self::two_tables::two_tables;

/// Rival's table whole, for one thread.
///
/// ```
/// use tt_classics::rival::{RivalEntry, RivalTable};
/// use tt_core::Bound;
///
/// let table = RivalTable::with_parts(8_000 << 10)?;
/// assert_eq!(table.capacity(), 630_153);
/// let entry = RivalEntry { mv: 7, value: -3, bound: Bound::Exact, depth: 5 };
/// table.store(0x9d39_247e_3377_6d41, entry);
/// assert_eq!(table.probe(0x9d39_247e_3377_6d41), Some(entry));
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub type RivalTable = Table<RivalEntry, Packed, Staleness>;
