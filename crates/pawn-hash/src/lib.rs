//! Pawn structure by set algebra, and an exact pawn hash table, for any chess engine.
//!
//! The crate knows two sets of pawns (`u64`, bit 0 = a1, bit 63 = h8) and a plain `u64` key. It
//! knows no board, no position and no score.
//!
//! - [`PawnStructure::of`] turns the two sets into passed, isolated, backward, connected … pawns.
//! - [`PawnTable`] remembers whatever an engine derives from the two sets. A hit is exact: both
//!   sets are stored and compared, so a false hit is impossible.
//!
//! ```
//! use pawn_hash::{PawnStructure, PawnTable, WHITE};
//!
//! let white = 1 << 28; // e4
//! let black = 1 << 51; // d7
//! let structure = PawnStructure::of(white, black);
//! assert_eq!(structure.passed[WHITE], 0);
//!
//! let mut table: PawnTable<u32> = PawnTable::new(1 << 10);
//! let key = 0x9E37_79B9_7F4A_7C15; // the engine's own key of the two sets
//! let passed = table.get_or_insert_with(white, black, key, || structure.passed[WHITE].count_ones());
//! assert_eq!(*passed, 0);
//! ```
#![forbid(unsafe_code)]

mod pawns;
mod stats;
mod structure;
mod table;

pub use stats::{Counters, NoStats, Statistics};
pub use structure::{BLACK, PawnStructure, WHITE};
pub use table::PawnTable;

/// The README's example, compiled as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
