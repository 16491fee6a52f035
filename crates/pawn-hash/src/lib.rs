//! Pawn structure by set algebra, and pawn hash tables whose hits are exact, for any chess engine.
//!
//! ```
//! use pawn_hash::{PawnStructure, PawnTable, WHITE, key_of};
//!
//! // Sets of squares, bit 0 = a1: White's pawns on e5 and a2, Black's on a7.
//! let pawns = [1 << 36 | 1 << 8, 1 << 48];
//! let key = key_of(pawns); // or the engine's own pawn key: it only chooses the slot
//!
//! // One table a thread, for whatever the engine derives from the pawns.
//! let mut table: PawnTable<u32> = PawnTable::new(16 * 1024);
//! let passed = || PawnStructure::of(pawns).passed[WHITE].count_ones();
//! assert_eq!(*table.get_or_insert_with(pawns, key, passed), 1, "the pawn on e5");
//! assert_eq!(*table.get_or_insert_with(pawns, key, || unreachable!()), 1, "a hit");
//! ```
//!
//! | to | take |
//! |---|---|
//! | know what the pawns mean: passed, isolated, backward … | [`PawnStructure`], [`Wing`] |
//! | keep what depends on the pawns | [`PawnTable`] |
//! | keep what depends on the kings, too | [`PawnKingTable`] |
//! | share a table between threads | [`SharedPawnTable`], [`Words`] |
//! | make a key of two sets | [`key_of`] |
//! | choose slots in another way | [`Index`], [`KeyIndex`], [`Mask`] |
//! | recognise a structure by its key alone | [`Verify`], [`FullKey`] |
//! | count hits and evictions | [`Counters`], [`Statistics`] |
//!
//! The crate takes two sets of pawns, the squares of the kings and a key, all of them plain
//! integers: it knows no board and no score. A pair is White's and Black's, by [`WHITE`] and
//! [`BLACK`]. It needs `alloc`, not `std`.
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

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
