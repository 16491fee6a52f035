//! The laws of a payload.

use core::fmt::Debug;

use super::keys::Random;
use crate::age::stamp;
use crate::{Always, Payload, Table, Wide};

/// Random words that are looked at as records.
const WORDS: usize = 100_000;

/// Checks the laws of a payload, shown on `records` of yours, of which each is to be kept.
///
/// - The fields are as [`Payload`] says, or this does not compile: priority, effort and order of at
///   most 31 bits, the generation of at most 16 bits that none of them shares.
/// - A record comes back from its bits as it was, whatever generation they bear. Its bits are not
///   all zero, and those of its generation are.
/// - Every word is a record: `from_bits`, `to_bits`, `claim`, `bound` and `inherit` return.
/// - The generation distinguishes ages below 2^k for a field of k bits. A record stored at
///   generation g is seen with age 2^k - 1 at g + 2^k - 1. At g + 2^k it counts as fresh, if nobody
///   used it in between; a policy cannot see the difference. (A field of no bits is always 0.)
///
/// # Panics
/// If a law is broken, or if there are no records.
pub fn check_payload<P: Payload + PartialEq + Debug>(records: &[P]) {
    assert!(!records.is_empty(), "no records to show the laws on");
    assert_eq!(P::fingerprint(), P::fingerprint(), "a fingerprint is one number");
    for &record in records {
        check_round_trip(record);
    }
    check_any_bits(records);
    check_ages(records[0]);
}

fn check_round_trip<P: Payload + PartialEq + Debug>(record: P) {
    let bits = record.to_bits();
    assert_ne!(bits, 0, "{record:?} packs to an empty slot");
    assert_eq!(bits & P::GENERATION.mask(), 0, "{record:?} packs into the generation field");
    assert_eq!(bits, record.to_bits(), "{record:?} packs in two ways");
    for generation in 0..=P::GENERATION.max() {
        let seen = P::from_bits(stamp::<P>(bits, generation));
        assert_eq!(seen, record, "it is another one at generation {generation}");
    }
}

fn check_any_bits<P: Payload + Debug>(records: &[P]) {
    let mut random = Random::new(1);
    let words = (0..64).map(|bit| 1 << bit).chain([0, u64::MAX]);
    let words = words.chain((0..WORDS).map(|_| random.next()));
    let mut choice = Random::new(2);
    for word in words {
        let any = P::from_bits(word);
        let heirs = [any, choice.of(records).inherit(any), any.inherit(choice.of(records))];
        for record in heirs {
            let generation = record.to_bits() & P::GENERATION.mask();
            assert_eq!(generation, 0, "{record:?} packs into the generation field");
            let _ = (record.claim(), record.bound());
        }
    }
}

fn check_ages<P: Payload + PartialEq + Debug>(record: P) {
    const KEY: u64 = 0x0123_4567_89ab_cdef;
    let range = P::GENERATION.max() as usize + 1;
    for birth in [0, 1, range - 1, range, 2 * range + 1] {
        let table: Table<P, Wide<1>, Always> = Table::with_parts(16).expect("16 bytes are there");
        (0..birth).for_each(|_| table.advance_generation());
        table.store(KEY, record);
        let mut passed = 0;
        for until in [0, 1, range / 2, range - 1, range] {
            (passed..until).for_each(|_| table.advance_generation());
            passed = passed.max(until);
            let ages = table.snapshot().ages;
            let age = ages.iter().position(|&records| records == 1);
            assert_eq!(age, Some(passed % range), "born at {birth}, {passed} generations ago");
            assert_eq!(table.probe(KEY), Some(record), "{passed} generations after {birth}");
        }
    }
}
