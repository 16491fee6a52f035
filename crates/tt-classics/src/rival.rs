//! The table of the program Rival, whole: records of 13 bytes with a lock, staleness, and a folded index
//! that is drawn anew for each size.

mod entry;
mod index;
mod packed;
mod staleness;

pub use self::entry::RivalEntry;
pub use self::index::{RivalDrawn, RivalFold};
pub use self::packed::Packed;
pub use self::staleness::Staleness;
