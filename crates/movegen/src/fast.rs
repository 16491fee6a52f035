//! Fast paths, and the one place where their back end is chosen.
//!
//! | file | what it does | the plain way that it must agree with |
//! |---|---|---|
//! | `lanes.rs` | moves sets of squares in eight directions at once, in vector registers | attacks piece by piece |
//! | `threats.rs` | checks, pins and attacked squares, by lanes | `plain.rs` |
//! | `count.rs` | the number of legal moves, by lanes | the length of the list |
//! | `children.rs` | every child, made as its move is generated | the list, and `make` for each move |
//! | `squeeze.rs` | the moves of a set of targets, written at once | one push for each target |
//!
//! `plain.rs` is what targets without vectors use. The build script names the back end: `movegen_lanes`
//! is the width of the lanes in bits or `none`, `movegen_squeeze` is there if lists are squeezed. All
//! back ends give the same results; `tests/fast.rs` holds each to plain code of its own.

mod children;
#[cfg(not(movegen_lanes = "none"))]
mod count;
#[cfg(not(movegen_lanes = "none"))]
mod lanes;
#[cfg(movegen_lanes = "none")]
mod plain;
#[cfg(movegen_squeeze)]
#[expect(unsafe_code, reason = "stores of whole registers; listed in docs/unsafe.md")]
mod squeeze;
#[cfg(not(movegen_lanes = "none"))]
mod threats;

#[cfg(movegen_lanes = "none")]
use self::plain::{count_legal, legality};
#[cfg(not(movegen_lanes = "none"))]
use self::{count::count_legal, threats::legality};

use crate::keys::ChessKeys;
use crate::{KeyedPosition, Legality};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Checks, pins and attacked squares of the side to move.
    #[must_use]
    pub fn legality(&self) -> Legality {
        legality(self)
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        count_legal(self)
    }
}
