//! Pawn structure by set algebra, and pawn hash tables, for any chess engine.
//!
//! All that the crate is given is two sets of pawns (`u64`, bit 0 = a1, bit 63 = h8), the squares
//! of the kings and a plain `u64` key: no board and no score. It needs `alloc`, not `std`.
//!
//! - [`PawnStructure::of`] turns the two sets into passed, isolated, backward, connected … pawns,
//!   and into the shelter and the storm of each [`Wing`].
//! - [`PawnTable`] keeps whatever an engine derives from the two sets, [`PawnKingTable`] what
//!   depends on the kings too; both belong to one thread. [`SharedPawnTable`] serves all threads.
//! - [`Index`] and [`Verify`] are the strategies of the tables. With the default verification,
//!   [`TwoSets`], both sets are stored and compared, so a false hit is impossible.
//!
//! ```
//! use pawn_hash::{PawnStructure, PawnTable, WHITE};
//!
//! let pawns = [1 << 28, 1 << 51]; // e4, d7
//! let structure = PawnStructure::of(pawns);
//! assert_eq!(structure.passed[WHITE], 0);
//!
//! let mut table: PawnTable<u32> = PawnTable::new(1 << 10);
//! let key = 0x1F83_D9AB_FB41_BD6B; // the engine's own key of the two sets
//! let count = || structure.passed[WHITE].count_ones();
//! assert_eq!(*table.get_or_insert_with(pawns, key, count), 0);
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod cache;
mod index;
mod key;
mod king_table;
mod mix;
mod pawns;
mod shared;
mod shelter;
mod statistics;
mod structure;
mod table;
mod verify;
mod words;

pub use index::{Index, KeyIndex};
pub use key::key_of;
pub use king_table::PawnKingTable;
pub use pawns::PAWN_SQUARES;
pub use shared::SharedPawnTable;
pub use shelter::Wing;
pub use statistics::{Counters, Statistics};
pub use structure::{BLACK, PawnStructure, WHITE};
pub use table::PawnTable;
/// The crate of the key indexes and of the words for statistics: they are in the signatures here.
pub use tt_core;
pub use tt_core::{Counts, Mask, MultiplyHigh, NoStatistics, Stored};
pub use verify::{FullKey, TwoSets, Verify};
pub use words::Words;

/// The README's example, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
