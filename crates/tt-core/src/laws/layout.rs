//! The laws of a layout on one thread, and of an index.

use std::vec;
use std::vec::Vec;

use super::keys::{Random, distinct_keys, most_hits};
use crate::mix::mix;
use crate::{Bucket, Index, Layout, Signature, Slot};

/// Keys that are looked up in one bucket.
const KEYS: usize = 12;
/// Writes, copies and clearings, each followed by look-ups.
const STEPS: usize = 20_000;
/// Foreign keys that are looked up in a full bucket.
const FOREIGN: u64 = 1 << 21;

/// Checks the laws of a layout, whatever its bucket is made of.
///
/// - `Default` is the empty bucket, and a bucket whose slots were all written with 0 is empty, too.
/// - `read` returns [`Bucket::WAYS`] slots, and `find` the first one that matches.
/// - The last record that was written, exchanged or copied to a slot is found under its key, and
///   nothing else is changed; `records` returns these records if the layout keeps whole keys, and
///   none otherwise.
/// - A slot matches a key that it does not hold with a probability of `false_hits` at most: 0 for
///   [`Wide`](crate::Wide), 2^-21 for [`Dense`](crate::Dense).
///
/// # Panics
/// If a law is broken, or if the layout cannot distinguish a dozen keys.
pub fn check_layout<L: Layout>(false_hits: f64) {
    const { assert!(L::Bucket::WAYS >= 1 && L::Bucket::WAYS <= 8, "a bucket has 1 to 8 slots") };
    let index = L::Index::new(1);
    let keys = distinct_keys::<L>(index, KEYS, 7);
    let keys: Vec<Signature> = keys.into_iter().map(|key| Signature::of(key, index)).collect();
    check_empty(&L::Bucket::default(), &keys);
    check_steps::<L::Bucket>(&keys);
    check_foreign_keys::<L>(index, false_hits);
}

pub(super) fn first_match(slots: &[Slot]) -> u64 {
    slots.iter().find(|slot| slot.matches).map_or(0, |slot| slot.bits)
}

fn check_empty<B: Bucket>(bucket: &B, keys: &[Signature]) {
    for &key in keys {
        let slots = bucket.read(key);
        assert_eq!(slots.as_ref().len(), B::WAYS, "`read` returns another number of slots");
        assert!(slots.as_ref().iter().all(|slot| slot.bits == 0), "an empty bucket has a record");
        assert_eq!(bucket.find(key), 0, "an empty bucket finds a record");
    }
    assert_eq!(bucket.records().count(), 0, "an empty bucket lists a record");
}

fn check_steps<B: Bucket>(keys: &[Signature]) {
    let bucket = B::default();
    let mut random = Random::new(8);
    let mut slots: Vec<Option<(Signature, u64)>> = vec![None; B::WAYS];
    for step in 0..STEPS {
        let slot = random.below(B::WAYS);
        match random.below(64) {
            0 => {
                let key = random.of(keys);
                (0..B::WAYS).for_each(|slot| bucket.write(slot, key, 0));
                slots.fill(None);
                check_empty(&bucket, keys);
            }
            1..16 => {
                if let Some((key, bits)) = slots[slot] {
                    let new = random.next() | 1;
                    assert!(
                        !bucket.exchange(slot, key, !bits, new),
                        "step {step}: not that record"
                    );
                    assert!(bucket.exchange(slot, key, bits, new), "step {step}: not exchanged");
                    slots[slot] = Some((key, new));
                }
            }
            16..40 => {
                let (key, bits) = (random.of(keys), random.next() | 1);
                // As in a table: a key has one slot, and slots are filled in their order.
                let own = slots.iter().position(|at| at.is_some_and(|(other, _)| other == key));
                let empty = slots.iter().position(Option::is_none);
                let slot = own.or(empty).unwrap_or(slot);
                bucket.write(slot, key, bits);
                slots[slot] = Some((key, bits));
            }
            _ => {
                let to = random.below(B::WAYS);
                if slots[..to].iter().all(Option::is_some) && slots[slot].is_some() {
                    bucket.copy(slot, to);
                    slots[to] = slots[slot];
                }
            }
        }
        check_contents(&bucket, &slots, keys, step);
    }
}

fn check_contents<B: Bucket>(
    bucket: &B,
    slots: &[Option<(Signature, u64)>],
    keys: &[Signature],
    step: usize,
) {
    let held = || slots.iter().flatten();
    for &key in keys {
        let seen = bucket.read(key);
        for (at, slot) in slots.iter().zip(seen.as_ref()) {
            assert_eq!(slot.bits, at.map_or(0, |(_, bits)| bits), "step {step}: other bits");
            let holds = at.is_some_and(|(other, _)| other == key);
            assert!(slot.matches == holds || at.is_none(), "step {step}: {slot:?} for {at:?}");
        }
        let expected = held().find(|(other, _)| *other == key).map_or(0, |&(_, bits)| bits);
        assert_eq!(bucket.find(key), expected, "step {step}: `find` is wrong");
        let first = first_match(seen.as_ref());
        assert_eq!(bucket.find(key), first, "step {step}: `find` is not the first match");
    }
    let all = held().map(|&(of, bits)| (of.key, bits));
    let expected: Vec<_> = if B::WHOLE_KEYS { all.collect() } else { Vec::new() };
    let records: Vec<_> = bucket.records().collect();
    assert_eq!(records, expected, "step {step}: `records` are others");
}

fn check_foreign_keys<L: Layout>(index: L::Index, false_hits: f64) {
    let bucket = L::Bucket::default();
    let mut random = Random::new(9);
    for slot in 0..L::Bucket::WAYS {
        bucket.write(slot, Signature::of(random.next(), index), random.next() | 1);
    }
    let asked = (0..FOREIGN).filter(|_| bucket.find(Signature::of(random.next(), index)) != 0);
    let (hits, slots) = (asked.count() as u64, FOREIGN * L::Bucket::WAYS as u64);
    let most = most_hits(false_hits, slots);
    assert!(hits <= most, "{hits} of {FOREIGN} foreign keys hit, more than {most}");
}

/// Numbers of buckets: the least, odd ones, those about a power of two, and more than fit in a word
/// of 32 bits where there are words of 64.
const SIZES: [usize; 12] =
    [1, 2, 3, 4, 5, 7, 1_023, 1_024, 1_025, 630_153, u32::MAX as usize >> 4, usize::MAX >> 20];

const INDEX_KEYS: u64 = 10_000;

/// Checks the laws of an index: its name is not empty; for 1 to 2^44 buckets, odd numbers among
/// them, each key's bucket is among those that it reaches, at the ends of the key range too; bucket
/// and rest depend on nothing but the key and the number of buckets.
///
/// # Panics
/// If one is broken.
pub fn check_index<I: Index>() {
    assert!(!I::NAME.is_empty(), "an index needs a name");
    for buckets in SIZES {
        let (index, again) = (I::new(buckets), I::new(buckets));
        let (size, reach) = (buckets as u64, I::reach(buckets));
        assert!(0 < reach && reach <= buckets, "{index:?} reaches {reach} of {buckets} buckets");
        let ends = [0, size - 1, size, size + 1, size << 1, u64::MAX >> 1, u64::MAX - 1, u64::MAX];
        for key in
            ends.into_iter().chain((0..64).map(|bit| 1 << bit)).chain((0..INDEX_KEYS).map(mix))
        {
            let bucket = index.bucket(key);
            assert!(bucket < reach, "{index:?} puts {key:#x} in bucket {bucket} of {reach}");
            let (same, rest) = (again.bucket(key), index.rest(key));
            assert_eq!(bucket, same, "{index:?} puts {key:#x} in two buckets");
            assert_eq!(rest, again.rest(key), "{index:?} leaves two rests of {key:#x}");
        }
    }
}
