//! Fast paths, and the one place where their back end is chosen.
//!
//! | file | does | must agree with |
//! |---|---|---|
//! | `lanes.rs` | shifts sets of squares in eight directions at once, in vectors | |
//! | `threats.rs` | finds attacked squares and counts moves, by lanes | `lookups.rs` |
//! | `lookups.rs` | does so by lookups, on targets without vectors | `threats.rs`, the list |
//! | `snipers.rs` | finds checks and pins by lookups | `threats.rs` |
//! | `leaves.rs` | makes every child as sets alone, for counting the moves after it | `make` |
//! | `mobility.rs` | counts the moves of king and pawns in terms of sets | the list |
//! | `children.rs` | makes every child while its moves are generated | the list, `make` |
//! | `append.rs` | writes the moves of a set of targets to a list | one push for each target |
//!
//! The build script sets `movegen_lanes` to the width of the lanes in bits or to `none`, and
//! `movegen_append` to the way in which lists are written. Every back end gives the same results;
//! `tests/it/fast.rs` compares each with plain code of its own.

#[expect(unsafe_code, reason = "stores behind the end of a list; listed in docs/unsafe.md")]
mod append;
mod children;
#[cfg(not(movegen_lanes = "none"))]
mod lanes;
#[expect(unsafe_code, reason = "functions of a target feature; listed in docs/unsafe.md")]
mod leaves;
#[cfg(movegen_lanes = "none")]
mod lookups;
mod mobility;
mod snipers;
#[cfg(not(movegen_lanes = "none"))]
mod threats;

#[cfg(not(movegen_lanes = "none"))]
use self::lanes::with_move;
#[cfg(movegen_lanes = "none")]
use self::lookups::{KingView, attacked, with_move};
#[cfg(not(movegen_lanes = "none"))]
use self::threats::{KingView, attacked};

use crate::Bitboard;

/// The board as sets: six kinds, then two colours.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Sets([Bitboard; 8]);
