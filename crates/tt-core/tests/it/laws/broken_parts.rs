//! Payloads, policies and indexes that break one law each.

use std::panic::catch_unwind;
use std::sync::atomic::{AtomicU64, Ordering};

use tt_core::laws::{check_index, check_payload, check_policy, check_table};
use tt_core::{Bound, Entry, Field, Index, Payload, RecordView, Replace, Unit, Wide};

use super::obeyed::entries;

/// A payload whose every answer is chosen by a number: 0 is sound, the others break a law each.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record<const FAULT: u32>(u16);

const NONE: u32 = 0;
const ZERO: u32 = 1;
const IN_GENERATION: u32 = 2;
const LOSES_A_BIT: u32 = 3;
const KEEPS_GENERATION: u32 = 4;
const PANICS: u32 = 5;
const HEIR_IN_GENERATION: u32 = 6;

impl<const FAULT: u32> Payload for Record<FAULT> {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = Field::new(16, 8);
    const GENERATION: Field = Field::new(60, 4);

    fn to_bits(self) -> u64 {
        let bits = u64::from(self.0) | 7 << 16;
        match FAULT {
            ZERO => 0,
            IN_GENERATION => bits | 1 << 62,
            HEIR_IN_GENERATION if self.0 == 0xffff => bits | 1 << 62,
            _ => bits,
        }
    }

    fn from_bits(bits: u64) -> Self {
        assert!(FAULT != PANICS || bits >> 16 & 0xff == 7, "a record that nobody packed");
        match FAULT {
            LOSES_A_BIT => Self(bits as u16 & 0x7fff),
            KEEPS_GENERATION => Self(bits as u16 ^ (bits >> 60) as u16),
            _ => Self(bits as u16),
        }
    }

    fn bound(self) -> Bound {
        Bound::None
    }

    fn inherit(self, _old: Self) -> Self {
        if FAULT == HEIR_IN_GENERATION { Self(0xffff) } else { self }
    }
}

fn check_record<const FAULT: u32>() {
    check_payload(&[0x8001, 0x7fff, 0, 5].map(Record::<FAULT>));
}

#[test]
fn a_sound_payload_is_accepted() {
    check_record::<NONE>();
}

#[test]
fn one_record_shows_the_laws_of_a_payload() {
    check_payload(&[Record::<NONE>(5)]);
}

/// A payload that has no bits to spare, so that its records never age.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ageless(u64);

impl Payload for Ageless {
    const UNIT: Unit = Unit::Count;
    const PRIORITY: Field = Field::new(0, 31);
    const GENERATION: Field = Field::new(0, 0);

    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

#[test]
fn a_payload_without_a_generation_is_accepted() {
    check_payload(&[1, u64::MAX].map(Ageless));
}

#[test]
#[should_panic(expected = "packs to an empty slot")]
fn a_payload_that_packs_to_zero_is_refused() {
    check_record::<ZERO>();
}

#[test]
#[should_panic(expected = "packs into the generation field")]
fn a_payload_that_writes_the_generation_is_refused() {
    check_record::<IN_GENERATION>();
}

#[test]
#[should_panic(expected = "packs into the generation field")]
fn a_payload_whose_heir_writes_the_generation_is_refused() {
    check_record::<HEIR_IN_GENERATION>();
}

#[test]
#[should_panic(expected = "it is another one at generation 0")]
fn a_payload_that_loses_a_bit_is_refused() {
    check_record::<LOSES_A_BIT>();
}

#[test]
#[should_panic(expected = "it is another one at generation 1")]
fn a_payload_that_reads_the_generation_is_refused() {
    check_record::<KEEPS_GENERATION>();
}

#[test]
#[should_panic(expected = "a record that nobody packed")]
fn a_payload_that_does_not_take_any_bits_is_refused() {
    check_record::<PANICS>();
}

/// A policy whose worths leave their range.
struct TooDear;

impl Replace for TooDear {
    fn worth(record: RecordView) -> i64 {
        i64::from(record.priority) << 52
    }
}

#[test]
#[should_panic(expected = "is worth")]
fn a_policy_whose_worth_is_out_of_range_is_refused() {
    check_policy::<Entry, TooDear>(&entries());
}

/// Above the bar that nobody passes.
struct TooStrong;

impl Replace for TooStrong {
    fn worth(_record: RecordView) -> i64 {
        0
    }

    fn strength(newcomer: RecordView) -> u64 {
        u64::MAX - u64::from(newcomer.priority)
    }
}

#[test]
#[should_panic(expected = "the strength of the highest bar")]
fn a_policy_whose_strength_passes_every_bar_is_refused() {
    check_policy::<Entry, TooStrong>(&entries());
}

/// The victim is the shallowest, which is the hardest to evict.
struct Contrary;

impl Replace for Contrary {
    fn worth(record: RecordView) -> i64 {
        record.priority.into()
    }

    fn eviction_bar(record: RecordView) -> u64 {
        1_000 - u64::from(record.priority)
    }
}

#[test]
#[should_panic(expected = "is worth less than")]
fn a_policy_whose_victim_is_not_the_easiest_to_evict_is_refused() {
    check_policy::<Entry, Contrary>(&entries());
}

/// All records are worth as much, and the shallowest is the hardest to evict.
struct Equals;

impl Replace for Equals {
    fn worth(_record: RecordView) -> i64 {
        0
    }

    fn eviction_bar(record: RecordView) -> u64 {
        Contrary::eviction_bar(record)
    }
}

#[test]
fn a_policy_with_any_bars_for_records_of_equal_worth_is_accepted() {
    check_policy::<Entry, Equals>(&entries());
}

static CALLS: AtomicU64 = AtomicU64::new(0);

/// A policy whose answers depend on how often it was called.
struct Moody;

impl Replace for Moody {
    fn worth(_record: RecordView) -> i64 {
        0
    }

    fn eviction_bar(_record: RecordView) -> u64 {
        CALLS.fetch_add(1, Ordering::Relaxed) % 2 * 300
    }
}

#[test]
#[should_panic(expected = "is judged in two ways")]
fn a_policy_that_changes_its_mind_is_refused() {
    check_policy::<Entry, Moody>(&entries());
}

#[test]
#[should_panic(expected = "another")]
fn a_table_of_a_policy_that_changes_its_mind_differs_from_its_model() {
    check_table::<Entry, Wide, Moody>(&entries());
}

/// An index that goes wrong in one way.
#[derive(Clone, Copy, Debug)]
struct Skewed<const FAULT: u32> {
    buckets: u64,
    salt: u64,
}

const PAST_THE_END: u32 = 1;
const SALTED_BUCKET: u32 = 2;
const SALTED_REST: u32 = 3;
const NAMELESS: u32 = 4;
const SHORT: u32 = 5;
const FAR: u32 = 6;

impl<const FAULT: u32> Index for Skewed<FAULT> {
    const NAME: &'static str = if FAULT == NAMELESS { "" } else { "skewed" };

    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64, salt: CALLS.fetch_add(1, Ordering::Relaxed) }
    }

    fn reach(buckets: usize) -> usize {
        match FAULT {
            SHORT => buckets.div_ceil(2),
            FAR => buckets + 1,
            _ => buckets,
        }
    }

    fn bucket(self, key: u64) -> usize {
        let bucket = match FAULT {
            // Right for powers of two alone.
            PAST_THE_END => key & (self.buckets.next_power_of_two() - 1),
            SALTED_BUCKET => key.wrapping_add(self.salt) % self.buckets,
            _ => key % self.buckets,
        };
        bucket as usize
    }

    fn rest(self, key: u64) -> u64 {
        if FAULT == SALTED_REST { key ^ self.salt } else { key / self.buckets }
    }
}

#[test]
fn a_sound_index_is_accepted() {
    check_index::<Skewed<NONE>>();
}

#[test]
#[should_panic(expected = "in bucket 3 of 3")]
fn an_index_past_the_end_is_refused() {
    check_index::<Skewed<PAST_THE_END>>();
}

#[test]
#[should_panic(expected = "in two buckets")]
fn an_index_of_two_minds_is_refused() {
    check_index::<Skewed<SALTED_BUCKET>>();
}

/// An index that is wrong for a single key, and of no number of buckets near a power of two.
#[derive(Clone, Copy, Debug)]
struct WrongAt<const PLACE: usize>(u64);

impl<const PLACE: usize> WrongAt<PLACE> {
    /// Returns whether the key is the one of the place: at the ends of the buckets or of the keys.
    fn is_wrong_at(self, key: u64) -> bool {
        let Self(buckets) = self;
        let (less, more, last) = (buckets - 1, buckets + 1, u64::MAX);
        let ends = [0, 1, less, buckets, more, 2 * buckets, last / 2, last - 1, last];
        key == ends[PLACE] && ![less, buckets, more].iter().any(|near| near.is_power_of_two())
    }
}

impl<const PLACE: usize> Index for WrongAt<PLACE> {
    const NAME: &'static str = "wrong at a place";

    fn new(buckets: usize) -> Self {
        Self(buckets as u64)
    }

    fn bucket(self, key: u64) -> usize {
        if self.is_wrong_at(key) { self.0 as usize } else { (key % self.0) as usize }
    }

    fn rest(self, key: u64) -> u64 {
        key / self.0
    }
}

#[test]
fn an_index_that_is_wrong_at_one_end_is_refused() {
    let checks = [
        check_index::<WrongAt<0>>,
        check_index::<WrongAt<1>>,
        check_index::<WrongAt<2>>,
        check_index::<WrongAt<3>>,
        check_index::<WrongAt<4>>,
        check_index::<WrongAt<5>>,
        check_index::<WrongAt<6>>,
        check_index::<WrongAt<7>>,
        check_index::<WrongAt<8>>,
    ];
    let accepted = (0..).zip(checks).filter(|(_, check)| catch_unwind(check).is_ok());
    let accepted: Vec<usize> = accepted.map(|(place, _)| place).collect();
    assert_eq!(accepted, []);
}

#[test]
#[should_panic(expected = "leaves two rests")]
fn an_index_of_two_rests_is_refused() {
    check_index::<Skewed<SALTED_REST>>();
}

#[test]
#[should_panic(expected = "needs a name")]
fn an_index_without_a_name_is_refused() {
    check_index::<Skewed<NAMELESS>>();
}

#[test]
#[should_panic(expected = "in bucket 1 of 1")]
fn an_index_that_reaches_more_than_it_says_is_refused() {
    check_index::<Skewed<SHORT>>();
}

#[test]
#[should_panic(expected = "reaches 2 of 1 buckets")]
fn an_index_that_promises_buckets_that_are_not_there_is_refused() {
    check_index::<Skewed<FAR>>();
}
