//! What the Chess Programming Wiki, page "Transposition Table", describes without naming an author.

use tt_core::{Replace, Resident};

/// A record gives way to another key whose best move was tried as late or later, and always to its own
/// key: a move that stood late in the order is not found again cheaply. ("Priority by move-ordering
/// position", Chess Programming Wiki, "Transposition Table".)
#[derive(Clone, Copy, Debug)]
pub struct ByOrder;

impl Replace for ByOrder {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        resident.order.into()
    }

    #[inline]
    fn strength(newcomer: Resident) -> u64 {
        newcomer.order.into()
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        resident.order.into()
    }
}

/// The newcomer always enters; the victim is the oldest of its bucket, and among equally old ones the
/// one of least priority. (Buckets with ageing by the move clock, Chess Programming Wiki,
/// "Transposition Table", "Aging".)
#[derive(Clone, Copy, Debug)]
pub struct OldestFirst;

impl Replace for OldestFirst {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        i64::from(resident.priority) - (i64::from(resident.age) << 32)
    }
}
