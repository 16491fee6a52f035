//! Fast paths, and the one place where their back end is chosen.
//!
//! | file | does | must agree with |
//! |---|---|---|
//! | `lanes.rs` | shifts sets of squares in eight directions at once, in vectors | |
//! | `threats.rs` | finds checks, pins and attacked squares, by lanes | `plain.rs` |
//! | `count.rs` | counts the legal moves, by lanes | the length of the list |
//! | `children.rs` | makes every child while its moves are generated | the list, `make` |
//! | `squeeze.rs` | writes the moves of a set of targets at once | one push for each target |
//! | `plain.rs` | does what the lanes do on targets without vectors | |
//!
//! The build script sets `movegen_lanes` to the width of the lanes in bits or to `none`, and
//! `movegen_squeeze` if the target can squeeze. Every back end gives the same results;
//! `tests/it/fast.rs` compares each with plain code of its own.

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

    /// Returns how many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        count_legal(self)
    }
}
