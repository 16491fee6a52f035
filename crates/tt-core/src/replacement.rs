//! Replacement policies, and the choice of a slot by one.

pub(crate) mod policies;

use core::hint::select_unpredictable;

use crate::age::age;
use crate::bucket::{Bucket, Signature, Slot};
use crate::rank::{EMPTY, LinearWorth, SAME_KEY, SLOT_BITS};
use crate::{Payload, Unit};

/// The fields of a record, in a slot or on its way there, that a policy may judge by.
///
/// The table makes them; for tests of a policy so does [`of`](Self::of):
///
/// ```
/// use tt_core::{Ageing, Entry, RecordView, Replace};
///
/// let judged = |draft, age| {
///     Ageing::worth(RecordView::of(Entry { draft, ..Entry::default() }, age))
/// };
/// assert_eq!(judged(9, 1), judged(1, 0), "a generation costs eight plies");
/// assert!(judged(8, 1) < judged(1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordView {
    /// Its [`Payload::PRIORITY`].
    pub priority: u32,
    /// Generations since it was stored or refreshed, modulo the range of the generation field.
    pub age: u32,
    /// Its [`Payload::EFFORT`].
    pub effort: u32,
    /// Its [`Payload::ORDER`].
    pub order: u32,
}

impl RecordView {
    /// Returns the view that a policy has of `record`, `age` generations after its store or
    /// refresh.
    #[must_use]
    pub fn of<P: Payload>(record: P, age: u32) -> Self {
        Self { age, ..record_view::<P>(record.to_bits(), 0) }
    }
}

/// A replacement policy, in a few numbers. The table does what is common to all: it looks for a
/// record of the same key first, takes an empty slot next, and only then the record of least
/// [`worth`](Self::worth) is the victim (the first of them, if several are worth least). The
/// newcomer, the record that is to be stored, is dropped if it does not reach the bar of the one
/// whose slot it would take.
///
/// | policy | the victim of a full bucket | a newcomer is refused by | a hit |
/// |---|---|---|---|
/// | [`Ageing`](crate::Ageing) | least priority − 8 × age | its key, 4 above it | refreshes |
/// | [`Newest`](crate::Newest) | the oldest, then least priority | none | refreshes |
/// | [`Always`](crate::Always) | the oldest | none | does nothing |
/// | [`DepthPreferred`](crate::DepthPreferred) | least priority | a greater one | does nothing |
///
/// A policy in ten lines. Here the shallowest gives way, but no record of the present search:
///
/// ```
/// use tt_core::{Entry, RecordView, Replace, Table, Wide};
///
/// struct Protect;
///
/// impl Replace for Protect {
///     fn worth(record: RecordView) -> i64 {
///         i64::from(record.priority) - (i64::from(record.age) << 32)
///     }
///
///     fn eviction_bar(record: RecordView) -> u64 {
///         if record.age == 0 { u64::MAX } else { 0 }
///     }
/// }
///
/// let table: Table<Entry, Wide<1>, Protect> = Table::with_parts(16)?; // a single record
/// table.store(1, Entry { draft: 2, ..Entry::default() });
/// table.store(2, Entry { draft: 9, ..Entry::default() });
/// assert!(table.probe(1).is_some() && table.probe(2).is_none());
/// table.advance_generation();
/// table.store(2, Entry { draft: 1, ..Entry::default() });
/// assert!(table.probe(1).is_none() && table.probe(2).is_some());
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub trait Replace {
    /// The unit of the priorities that the policy judges; `None` if it serves any. A table whose
    /// payload has [another](Payload::UNIT) does not compile.
    const UNIT: Option<Unit> = None;

    /// Whether a hit makes the record one of the current generation.
    const REFRESH: bool = false;

    /// Whether a bucket has two levels. The first slot belongs to the record that the policy lets
    /// in there; the one that it displaces moves to the other slots, among which its victim is
    /// chosen, and so does a newcomer that the first slot refuses. Nothing is dropped at once.
    const TWO_LEVEL: bool = false;

    /// The weights of [`worth`](Self::worth), if it is their sum: a bucket of four then finds its
    /// victim by vector instructions.
    const LINEAR_WORTH: Option<LinearWorth> = None;

    /// Returns the worth of a record against the others of its bucket: less than 2^59 in magnitude.
    /// A policy writes either this function or [`LINEAR_WORTH`](Self::LINEAR_WORTH);
    /// `laws::check_policy` compares the two if it writes both. One without either does not
    /// compile where a table uses it.
    #[inline]
    fn worth(record: RecordView) -> i64 {
        const { assert!(Self::LINEAR_WORTH.is_some(), "a policy says what a record is worth") };
        Self::LINEAR_WORTH.map_or(0, |linear| linear.of(record))
    }

    /// Returns the strength with which a newcomer claims the place of another key.
    #[inline]
    fn strength(newcomer: RecordView) -> u64 {
        newcomer.priority.into()
    }

    /// Returns the least [`strength`](Self::strength) with which a record of another key evicts
    /// this record: 0 for any, `u64::MAX` (above all strengths) for none.
    #[inline]
    fn eviction_bar(_record: RecordView) -> u64 {
        0
    }

    /// The least [`Payload::claim`] with which a new record of the same key replaces this record:
    /// 0 for any, `u64::MAX` (above all claims) for none.
    #[inline]
    fn renewal_bar(_record: RecordView) -> u64 {
        0
    }
}

impl LinearWorth {
    /// Returns the worth of a record.
    #[inline]
    #[must_use]
    pub fn of(self, record: RecordView) -> i64 {
        let [priority, age] = [record.priority, record.age].map(i64::from);
        i64::from(self.priority) * priority - i64::from(self.age) * age
    }
}

/// The slot for a newcomer, and the record in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) slot: usize,
    /// The packed record, 0 if the slot is empty.
    pub(crate) bits: u64,
    pub(crate) same_key: bool,
}

/// The slot of the same key, else the first empty one, else the victim of the policy `R`.
/// Branch-free.
#[inline]
pub(crate) fn place<P: Payload, R: Replace>(slots: &[Slot], now: u64) -> Place {
    let mut least = i64::MAX;
    let mut bits = 0;
    for (i, slot) in slots.iter().enumerate() {
        let worth = R::worth(record_view::<P>(slot.bits, now)) << SLOT_BITS;
        let rank = select_unpredictable(slot.matches, SAME_KEY, worth);
        let rank = select_unpredictable(slot.bits == 0, EMPTY, rank) | i as i64;
        bits = select_unpredictable(rank < least, slot.bits, bits);
        least = least.min(rank);
    }
    Place::of_rank(least, bits)
}

impl Place {
    /// Returns the place of the slot whose rank is the least.
    #[inline]
    pub(crate) fn of_rank(least: i64, bits: u64) -> Self {
        let slot = least as usize & ((1 << SLOT_BITS) - 1);
        Self { slot, bits, same_key: least < EMPTY }
    }
}

/// Returns the place for a newcomer in a bucket: by the bucket's quick way, if it has one for this
/// policy, else by [`place`].
#[inline]
pub(crate) fn place_in<P: Payload, R: Replace, B: Bucket>(
    bucket: &B,
    of: Signature,
    now: u64,
) -> Place {
    let quick = R::LINEAR_WORTH.and_then(|worth| bucket.least_rank::<P>(of, now, worth));
    match quick {
        Some((least, bits)) => Place::of_rank(least, bits),
        None => place::<P, R>(bucket.read(of).as_ref(), now),
    }
}

/// Returns the view that a policy has of the record `bits` at the generation `now`.
#[inline]
pub(crate) fn record_view<P: Payload>(bits: u64, now: u64) -> RecordView {
    RecordView {
        priority: P::PRIORITY.get(bits) as u32,
        age: age::<P>(bits, now),
        effort: P::EFFORT.get(bits) as u32,
        order: P::ORDER.get(bits) as u32,
    }
}

#[cfg(test)]
mod tests {
    use zobrist_keys::SplitMix64;

    use super::{Place, Replace, place, place_in};
    use crate::age::stamp;
    use crate::bucket::{Bucket, Signature, Slot};
    use crate::{Ageing, Always, DepthPreferred, Entry, Newest, Payload, WideBucket};

    fn slot(draft: i16, generation: u64) -> Slot {
        let bits = stamp::<Entry>(Entry { draft, ..Entry::default() }.to_bits(), generation);
        Slot { bits, matches: false }
    }

    const VACANT: Slot = Slot { bits: 0, matches: false };

    /// Compares the place by vectors, if the build has them, with that of the loop over the slots.
    fn compare_places<P: Payload, R: Replace>(bucket: &WideBucket<4>, now: u64) -> Place {
        let expected = place::<P, R>(&bucket.read(KEY), now);
        assert_eq!(place_in::<P, R, _>(bucket, KEY, now), expected, "{bucket:?} at {now}");
        expected
    }

    const KEY: Signature = Signature { key: 1, rest: 0 };

    /// Buckets with empty slots, the key, equal and extreme records of all ages.
    #[test]
    fn vectors_choose_the_slot_that_the_loop_chooses() {
        let has_vectors = cfg!(all(
            target_arch = "x86_64",
            target_feature = "avx2",
            not(any(miri, loom, tt_core_line = "scalar", tt_core_line = "128"))
        ));
        let quick = Ageing::LINEAR_WORTH
            .and_then(|worth| WideBucket::<4>::default().least_rank::<Entry>(KEY, 0, worth));
        assert_eq!(quick.is_some(), has_vectors, "a build that has vectors takes them");
        let mut random = SplitMix64::new(2);
        let mut chosen = [[0; 4]; 3];
        for _ in 0..100_000 {
            let bucket = WideBucket::<4>::default();
            let few = random.next() | random.next();
            for slot in 0..4.min(random.next() as usize % 7) {
                let key = if random.next().is_multiple_of(8) { 1 } else { random.next() };
                let bits = random.next() & few | u64::from(random.next().is_multiple_of(16)) << 48;
                bucket.write(slot, Signature { key, rest: 0 }, bits);
            }
            let now = random.next() >> (random.next() % 64);
            let place = compare_places::<Entry, Ageing>(&bucket, now);
            compare_places::<Entry, Always>(&bucket, now);
            compare_places::<Entry, DepthPreferred>(&bucket, now);
            compare_places::<Entry, Newest>(&bucket, now);
            let kind = if place.same_key { 0 } else { 1 + usize::from(place.bits == 0) };
            chosen[kind][place.slot] += 1;
        }
        assert!(chosen.iter().flatten().all(|&count| count > 1_000), "{chosen:?}");
    }

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
}
