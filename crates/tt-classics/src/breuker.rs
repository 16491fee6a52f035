//! Replacement schemes of Breuker, Uiterwijk and van den Herik, "Replacement schemes for
//! transposition tables", 1994.

use tt_core::{Replace, Resident};

/// Nothing ever gives way. ("Old" of Breuker, Uiterwijk and van den Herik, 1994.)
#[derive(Clone, Copy, Debug)]
pub struct Never;

impl Replace for Never {
    #[inline]
    fn worth(_resident: Resident) -> i64 {
        0
    }

    #[inline]
    fn eviction_bar(_resident: Resident) -> u64 {
        u64::MAX
    }

    #[inline]
    fn renewal_bar(_resident: Resident) -> u64 {
        u64::MAX
    }
}

/// A record gives way only to one of greater priority: the strict form of [`DepthPreferred`](tt_core::DepthPreferred).
#[derive(Clone, Copy, Debug)]
pub struct StrictlyDeeper;

impl Replace for StrictlyDeeper {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        resident.priority.into()
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        u64::from(resident.priority) + 1
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        u64::from(resident.priority) + 1
    }
}

/// A record gives way to another key that cost at least as much, and always to its own key. ("Big1" of
/// Breuker, Uiterwijk and van den Herik, 1994, or "BigAll", by what the game counts as
/// [`effort`](Resident::effort).)
#[derive(Clone, Copy, Debug)]
pub struct ByEffort;

impl Replace for ByEffort {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        resident.effort.into()
    }

    #[inline]
    fn strength(newcomer: Resident) -> u64 {
        newcomer.effort.into()
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        resident.effort.into()
    }
}
