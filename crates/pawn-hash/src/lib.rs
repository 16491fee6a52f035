//! Pawn structure by set algebra, and pawn hash tables whose hits are exact, for any chess engine.
//!
//! ```
//! use pawn_hash::{PawnStructure, PawnTable, WHITE};
//! use zobrist_keys::mix;
//!
//! // Sets of squares, bit 0 = a1: White's pawns on e5 and a2, Black's on a7.
//! let (white, black) = (1 << 36 | 1 << 8, 1 << 48);
//! let key = mix(white ^ !black); // in an engine its pawn key, kept from move to move
//!
//! // One table a thread, for whatever the engine derives from the pawns.
//! let mut table: PawnTable<u32> = PawnTable::new(16 * 1024);
//! let passed = || PawnStructure::of(white, black).passed[WHITE].count_ones();
//! assert_eq!(*table.get_or_insert_with(white, black, key, passed), 1, "the pawn on e5");
//! assert_eq!(*table.get_or_insert_with(white, black, key, || unreachable!()), 1, "a hit");
//! ```
//!
//! | to | take |
//! |---|---|
//! | know what the pawns mean: passed, isolated, backward … | [`PawnStructure`], [`Wing`] |
//! | keep what depends on the pawns | [`PawnTable`] |
//! | keep what depends on the kings, too | [`PawnKingTable`] |
//! | share a table between threads | [`SharedPawnTable`], [`Words`] |
//! | choose slots in another way | [`Index`], [`KeyIndex`] |
//! | recognise a structure by less than both sets | [`Verify`] |
//! | count hits and evictions | [`Counters`] |
//! | number and pack structures, find mirror images | [`rank()`], [`pack()`], [`Canonical`] |
//! | recognise structures that no game can have | [`can_arise`], [`least_captures`] |
//! | reduce a bitboard | [`mod49981`], [`mod49981_by_product`] |
//!
//! The crate takes two sets of pawns, the squares of the kings and a key, all of them plain
//! integers: it knows no board and no score. It needs `alloc`, not `std`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod cache;
mod canonical;
mod captures;
mod index;
mod king_table;
mod mix;
mod modulo;
mod pack;
mod pawns;
mod rank;
mod shared;
mod shelter;
mod stats;
mod structure;
mod table;
mod verify;
mod words;

pub use canonical::Canonical;
pub use captures::{can_arise, least_captures};
pub use index::{BitboardModulo, Difference, FastModulo, Index, KeyIndex};
pub use king_table::PawnKingTable;
pub use modulo::{mod49981, mod49981_by_product, order_of_two};
pub use pack::{MAX_PAWNS, pack, unpack};
pub use rank::{FULL_STRUCTURES, Ranking, STRUCTURES, UNBOUNDED_STRUCTURES, rank, unrank};
pub use shared::SharedPawnTable;
pub use shelter::Wing;
pub use stats::{Counters, NoStats, Statistics};
pub use structure::{BLACK, PawnStructure, WHITE};
pub use table::PawnTable;
/// The crate of the key indexes: its `Index` and `Word` are in the signatures here.
pub use tt_core;
pub use tt_core::{Mask, MultiplyHigh};
pub use verify::{FullKey, Packed, PartialKey, Rank56, TwoSets, Verify};
pub use words::Words;

/// The README's example, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
