//! Pawn structures in the literature: functions, and strategies for the tables of [`pawn_hash`].
//!
//! ```
//! use pawn_classics::Packed;
//! use pawn_hash::{MultiplyHigh, NoStatistics, PawnTable};
//!
//! // A slot that compares one word of 64 bits and is still exact, for at most 16 pawns.
//! let mut table: PawnTable<i32, NoStatistics, Packed, MultiplyHigh> = PawnTable::new(1 << 10);
//! assert_eq!(*table.get_or_insert_with([1 << 12, 1 << 52], 77, || 9), 9);
//! assert_eq!(*table.get_or_insert_with([1 << 12, 1 << 52], 77, || unreachable!()), 9);
//! ```
//!
//! | subject | items |
//! |---|---|
//! | where a structure's slot is | [`Difference`], [`BitboardModulo`], [`FastModulo`] |
//! | what a slot compares | [`Packed`], [`Rank56`], [`PartialKey`] |
//! | both sets in 64 bits | [`pack`](pack()), [`unpack`], [`MAX_PAWNS`] |
//! | a number for each structure | [`rank`](rank()), [`unrank`], [`Ranking`] |
//! | how many there are | [`STRUCTURES`], [`FULL_STRUCTURES`], [`UNBOUNDED_STRUCTURES`] |
//! | one of the mirror images | [`Canonical`] |
//! | the remainder of a bitboard | [`mod49981`], [`mod49981_by_product`], [`order_of_two`] |
//! | structures that no game can have | [`least_captures`], [`can_arise`] |
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod canonical;
mod captures;
mod index;
mod modulo;
mod pack;
mod rank;
mod verify;

pub use canonical::Canonical;
pub use captures::{can_arise, least_captures};
pub use index::{BitboardModulo, Difference, FastModulo};
pub use modulo::{mod49981, mod49981_by_product, order_of_two};
pub use pack::{MAX_PAWNS, pack, unpack};
/// The crate whose tables these serve: its traits are in the signatures here.
pub use pawn_hash;
pub use rank::{FULL_STRUCTURES, Ranking, STRUCTURES, UNBOUNDED_STRUCTURES, rank, unrank};
pub use verify::{Packed, PartialKey, Rank56};

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
