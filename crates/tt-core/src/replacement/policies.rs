//! The policies, each with its source.

use core::marker::PhantomData;

use super::{Replace, Resident};

/// The default: the victim has the least priority, and each generation of age counts as
/// [`PLIES_A_GENERATION`](Self::PLIES_A_GENERATION) of it; a hit refreshes the age. A newcomer
/// always evicts another key. It replaces its own key's record unless that is current and of a
/// priority at least [`MARGIN`](Self::MARGIN) above the newcomer's claim. (Ageing and buckets of a
/// line: the practice of current engines.)
#[derive(Clone, Copy, Debug)]
pub struct Ageing;

impl Ageing {
    /// Plies of draft that one generation of age costs a record.
    pub const PLIES_A_GENERATION: i64 = 8;
    /// Plies of draft by which a current record must exceed a claim to its key to resist it.
    pub const MARGIN: u64 = 4;
}

impl Replace for Ageing {
    const REFRESH: bool = true;

    #[inline]
    fn worth(resident: Resident) -> i64 {
        i64::from(resident.priority) - Self::PLIES_A_GENERATION * i64::from(resident.age)
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        let bar = (u64::from(resident.priority) + 1).saturating_sub(Self::MARGIN);
        if resident.age == 0 { bar } else { 0 }
    }
}

/// The newcomer always enters; the victim is the oldest of its bucket by generation. ("New" of
/// Breuker, Uiterwijk and van den Herik, "Replacement schemes for transposition tables", 1994.)
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl Replace for Always {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        -i64::from(resident.age)
    }
}

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

/// A record gives way only to one of equal or greater priority, whatever its age. ("Deep" of
/// Breuker, Uiterwijk and van den Herik, 1994.)
#[derive(Clone, Copy, Debug)]
pub struct DepthPreferred;

impl Replace for DepthPreferred {
    #[inline]
    fn worth(resident: Resident) -> i64 {
        resident.priority.into()
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        resident.priority.into()
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        resident.priority.into()
    }
}

/// A record gives way only to one of greater priority: the strict form of [`DepthPreferred`].
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

/// Two levels in a bucket: the first slot belongs to whom the policy `R` lets in there, and whom it
/// displaces moves to the others; so does a newcomer that it refuses. Nothing is dropped at once.
/// (Thompson and Condon, "Belle chess hardware", 1982; "TwoDeep" and "TwoBig" of Breuker, Uiterwijk and
/// van den Herik, 1994, with `DepthPreferred` and `ByEffort` in buckets of two.)
#[derive(Clone, Copy, Debug)]
pub struct TwoLevel<R>(PhantomData<R>);

impl<R: Replace> Replace for TwoLevel<R> {
    const REFRESH: bool = R::REFRESH;
    const TWO_LEVEL: bool = true;

    #[inline]
    fn worth(resident: Resident) -> i64 {
        R::worth(resident)
    }

    #[inline]
    fn strength(newcomer: Resident) -> u64 {
        R::strength(newcomer)
    }

    #[inline]
    fn eviction_bar(resident: Resident) -> u64 {
        R::eviction_bar(resident)
    }

    #[inline]
    fn renewal_bar(resident: Resident) -> u64 {
        R::renewal_bar(resident)
    }
}

#[cfg(test)]
mod tests {
    use super::{Ageing, Replace, Resident};

    #[test]
    fn ageing_lets_a_current_record_resist_claims_below_it_by_the_margin() {
        for (priority, bar) in [(20, 17), (4, 1), (3, 0), (1, 0)] {
            let resident = Resident { priority, ..Resident::default() };
            assert_eq!(Ageing::renewal_bar(resident), bar);
            assert_eq!(Ageing::renewal_bar(Resident { age: 1, ..resident }), 0);
        }
    }
}
