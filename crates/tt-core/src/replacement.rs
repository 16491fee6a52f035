//! Who stays and who goes: replacement policies, and the choice of a slot.

use core::hint::select_unpredictable;

use crate::Payload;
use crate::age::age;
use crate::bucket::Slot;

/// A record in the table, as far as a policy may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Its [`Payload::PRIORITY`].
    pub priority: u32,
    /// Generations since it was stored or refreshed, modulo the range of the generation field.
    pub age: u32,
}

/// A replacement policy, in three numbers. The table does what is common to all: it looks for a
/// record of the same key first, takes an empty slot next, and only then the resident of least
/// [`worth`](Self::worth) is the victim (the first of them, if several are worth least). The
/// newcomer is dropped if it does not reach the bar of the one whose place it would take.
pub trait Replace {
    /// Whether a hit makes the record one of the current generation.
    const REFRESH: bool = false;

    /// What a resident is worth against the others of its bucket: less than 2^59 in magnitude.
    fn worth(resident: Resident) -> i64;

    /// The least priority with which a record of another key evicts this resident: 0 for any,
    /// `u64::MAX` (above all priorities) for none.
    #[inline]
    fn eviction_bar(_resident: Resident) -> u64 {
        0
    }

    /// The least [`Payload::claim`] with which a new record of the same key replaces this resident:
    /// 0 for any, `u64::MAX` (above all claims) for none.
    #[inline]
    fn renewal_bar(_resident: Resident) -> u64 {
        0
    }
}

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

/// The slot for a newcomer, and who lives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) slot: usize,
    /// The resident's packed record, 0 if the slot is empty.
    pub(crate) bits: u64,
    /// Whether the resident has the newcomer's key.
    pub(crate) same_key: bool,
}

/// Ranks carry the slot below the worth, so that one minimum finds both.
const SLOT_BITS: u32 = 3;
/// Ranks below every worth: the same key before an empty slot.
const SAME_KEY: i64 = i64::MIN;
const EMPTY: i64 = i64::MIN / 2;

/// The slot of the same key, else the first empty one, else the victim of the policy `R`.
/// Branch-free.
#[inline]
pub(crate) fn place<P: Payload, R: Replace>(slots: &[Slot], now: u64) -> Place {
    let mut least = i64::MAX;
    let mut bits = 0;
    for (i, slot) in slots.iter().enumerate() {
        let worth = R::worth(resident::<P>(slot.bits, now)) << SLOT_BITS;
        let rank = select_unpredictable(slot.matches, SAME_KEY, worth);
        let rank = select_unpredictable(slot.bits == 0, EMPTY, rank) | i as i64;
        bits = select_unpredictable(rank < least, slot.bits, bits);
        least = least.min(rank);
    }
    let slot = least as usize & ((1 << SLOT_BITS) - 1);
    Place { slot, bits, same_key: least < EMPTY }
}

/// What a policy may know of the record `bits` at the generation `now`.
#[inline]
pub(crate) fn resident<P: Payload>(bits: u64, now: u64) -> Resident {
    Resident { priority: P::PRIORITY.get(bits) as u32, age: age::<P>(bits, now) }
}

#[cfg(test)]
mod tests {
    use super::{Ageing, Place, Replace, Resident, place};
    use crate::age::stamp;
    use crate::bucket::Slot;
    use crate::{Entry, Payload};

    fn slot(draft: i16, generation: u64) -> Slot {
        let bits = stamp::<Entry>(Entry { draft, ..Entry::default() }.to_bits(), generation);
        Slot { bits, matches: false }
    }

    const VACANT: Slot = Slot { bits: 0, matches: false };

    #[test]
    fn the_same_key_comes_first_then_an_empty_slot_then_the_least_worth() {
        let mut slots = [slot(9, 40), slot(3, 40), slot(12, 39), slot(4, 40)];
        let chosen = |slots: &[Slot]| place::<Entry, Ageing>(slots, 40);
        assert_eq!(chosen(&slots), Place { slot: 1, bits: slots[1].bits, same_key: false });
        slots[2] = slot(10, 39);
        assert_eq!(chosen(&slots).slot, 2, "10 - 8 is less than 3");
        slots[3] = VACANT;
        assert_eq!(chosen(&slots), Place { slot: 3, bits: 0, same_key: false });
        slots[0].matches = true;
        assert_eq!(chosen(&slots), Place { slot: 0, bits: slots[0].bits, same_key: true });
    }

    #[test]
    fn the_oldest_record_is_worth_more_than_an_empty_slot() {
        let slots = [slot(-8, 1), slot(-8, 1), VACANT, slot(-8, 1)];
        assert_eq!(place::<Entry, Ageing>(&slots, 32).slot, 2);
    }

    #[test]
    fn equal_worth_gives_the_first_slot() {
        let slots = [slot(5, 7); 4];
        assert_eq!(place::<Entry, Ageing>(&slots, 7).slot, 0);
    }

    #[test]
    fn ageing_lets_a_current_record_resist_claims_below_it_by_the_margin() {
        for (priority, bar) in [(20, 17), (4, 1), (3, 0), (1, 0)] {
            assert_eq!(Ageing::renewal_bar(Resident { priority, age: 0 }), bar);
            assert_eq!(Ageing::renewal_bar(Resident { priority, age: 1 }), 0);
        }
    }
}
