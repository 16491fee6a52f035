//! A table against its model.

use core::fmt::Debug;

use super::keys::{Random, distinct_keys};
use super::model::Model;
use crate::{Bucket, Counters, Index, Layout, Payload, Replace, Table};

const OPERATIONS: usize = 60_000;
const BUCKETS: [usize; 3] = [1, 5, 16];
/// Keys for each slot, so that buckets are full and yet keys come back.
const KEYS: usize = 6;

/// Checks the law of a table: it does what a model in plain words does, which looks at one slot
/// after the other and is built from the numbers of the payload, the policy and the layout. Random
/// stores, probes, generations and clears are compared answer by answer, with what [`Counters`]
/// count, `hashfull` and the number of records.
///
/// The stores offer `records` of yours, at random: the more they differ, the more is shown.
///
/// # Panics
/// If the table and the model differ, if there are no records, or if what is shown is too little:
/// no probe hit, or no bucket was ever full.
pub fn check_table<P: Payload + PartialEq + Debug, L: Layout, R: Replace>(records: &[P]) {
    assert!(!records.is_empty(), "no records to show the law on");
    for buckets in BUCKETS {
        check_trace::<P, L, R>(records, buckets);
    }
}

fn check_trace<P: Payload + PartialEq + Debug, L: Layout, R: Replace>(
    records: &[P],
    buckets: usize,
) {
    let bytes = buckets * size_of::<L::Bucket>();
    let mut table: Table<P, L, R, Counters> =
        Table::with_parts(bytes).expect("a few bytes are there");
    let mut model: Model<P, L, R> = Model::new(buckets);
    let count = KEYS * buckets * L::Bucket::WAYS;
    let keys = distinct_keys::<L>(L::Index::new(buckets), count, buckets as u64);
    let mut random = Random::new(buckets as u64);
    for step in 0..OPERATIONS {
        let key = random.of(&keys);
        match random.below(10_000) {
            0..5_500 => {
                let record = random.of(records);
                table.store(key, record);
                model.store(key, record);
            }
            5_500..9_700 => {
                let (found, expected) = (table.probe(key), model.probe(key));
                assert_eq!(found, expected, "step {step}, {buckets} buckets: other answers");
            }
            9_700..9_850 => table.prefetch(key),
            9_850..9_950 => {
                table.advance_generation();
                model.advance_generation();
            }
            9_950..9_999 => {
                let (slots, occupied, current) = model.slots();
                let snapshot = table.snapshot();
                assert_eq!((snapshot.capacity, snapshot.occupied), (slots as u64, occupied as u64));
                assert_eq!(table.hashfull() as usize, current * 1_000 / slots, "step {step}");
            }
            _ => {
                table.clear(1);
                model.clear();
            }
        }
        let (counted, expected) = (table.statistics().counts(), model.counts);
        assert_eq!(counted, expected, "step {step}, {buckets} buckets: another outcome");
    }
    let counts = model.counts;
    assert!(counts.hits > 0, "no probe hit");
    assert!(counts.refused + counts.evicted + counts.evicted_old > 0, "no bucket was full");
}
