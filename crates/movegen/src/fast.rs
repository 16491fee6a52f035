//! Fast paths, and the one place where their back end is chosen.
//!
//! | file | does | must agree with |
//! |---|---|---|
//! | `lanes.rs` | shifts sets of squares in eight directions at once, in vectors | |
//! | `threats.rs` | finds attacked squares, checks and pins, by lanes | `plain.rs`, `snipers.rs` |
//! | `snipers.rs` | finds checks and pins by lookups: without lanes of 512 bits | `threats.rs` |
//! | `count.rs` | counts the legal moves, by lanes | the length of the list |
//! | `children.rs` | makes every child while its moves are generated | the list, `make` |
//! | `append.rs` | writes the moves of a set of targets to a list | one push for each target |
//! | `plain.rs` | does what the lanes do on targets without vectors | |
//!
//! The build script sets `movegen_lanes` to the width of the lanes in bits or to `none`, and
//! `movegen_append` to the way in which lists are written. Every back end gives the same results;
//! `tests/it/fast.rs` compares each with plain code of its own.

#[expect(unsafe_code, reason = "stores behind the end of a list; listed in docs/unsafe.md")]
mod append;
mod children;
#[cfg(not(movegen_lanes = "none"))]
mod count;
#[cfg(not(movegen_lanes = "none"))]
mod lanes;
#[cfg(movegen_lanes = "none")]
mod plain;
#[cfg(not(movegen_lanes = "512"))]
mod snipers;
#[cfg(not(movegen_lanes = "none"))]
mod threats;

#[cfg(not(movegen_lanes = "none"))]
use self::count::count_legal;
#[cfg(movegen_lanes = "none")]
use self::plain::{attacked, count_legal};
#[cfg(not(movegen_lanes = "512"))]
use self::snipers::legality;
#[cfg(movegen_lanes = "256")]
use self::threats::attacked;
#[cfg(movegen_lanes = "512")]
use self::threats::legality;

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
