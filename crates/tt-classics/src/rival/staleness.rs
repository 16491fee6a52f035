//! When a record gives way in the table of the program Rival.

use tt_core::{Replace, Resident};

/// A record gives way if it is stale or not deeper, whatever its key is. Each new generation makes all
/// records stale, and a hit makes one fresh. (The rule of the program Rival.)
#[derive(Clone, Copy, Debug)]
pub struct Staleness;

/// Above every priority.
const FRESH: i64 = 1 << 32;

impl Replace for Staleness {
    const REFRESH: bool = true;

    #[inline]
    fn worth(resident: Resident) -> i64 {
        i64::from(resident.priority) + if resident.age == 0 { FRESH } else { 0 }
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        if resident.age == 0 { resident.priority.into() } else { 0 }
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        Self::eviction_bar(resident)
    }
}
