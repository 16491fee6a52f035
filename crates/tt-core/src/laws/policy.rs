//! The laws of a policy.

use core::fmt::Debug;
use std::vec::Vec;

use super::table::check_table;
use crate::{Field, Payload, RecordView, Replace, Wide};

/// The number that each worth stays below in magnitude.
const WORTH: u64 = 1 << 59;

/// Checks the laws of a policy, for the records that a payload's fields can describe.
///
/// - The worth of a record is less than 2^59 in magnitude, and the strength of a newcomer less
///   than `u64::MAX`, so that this bar is above all of them.
/// - Worth, strength and bars depend on the record alone; a worth that claims to be linear is the
///   sum that it names.
/// - The victim is the easiest to evict: of two records the one that is worth less has no higher
///   eviction bar. Else a newcomer would be refused where a neighbour had given way.
/// - A table equals a model in plain words, built from these numbers: [`check_table`] with buckets
///   of 2, 4 and 8 slots, on `records` of yours.
///
/// # Panics
/// If one is broken, or if there are no records.
pub fn check_policy<P: Payload + PartialEq + Debug, R: Replace>(records: &[P]) {
    check_numbers::<P, R>();
    check_table::<P, Wide<2>, R>(records);
    check_table::<P, Wide<4>, R>(records);
    check_table::<P, Wide<8>, R>(records);
}

fn check_numbers<P: Payload, R: Replace>() {
    let records = records::<P>();
    for &record in &records {
        let worth = R::worth(record);
        assert!(worth.unsigned_abs() < WORTH, "{record:?} is worth {worth}");
        if let Some(linear) = R::LINEAR_WORTH {
            assert_eq!(worth, linear.of(record), "{record:?}: {linear:?}");
        }
        assert!(R::strength(record) < u64::MAX, "{record:?} has the strength of the highest bar");
        let numbers = || {
            let bars = (R::eviction_bar(record), R::renewal_bar(record));
            (R::worth(record), R::strength(record), bars)
        };
        assert_eq!(numbers(), numbers(), "{record:?} is judged in two ways");
    }
    let judged = records.iter().map(|&record| (R::worth(record), record));
    let mut judged: Vec<(i64, RecordView)> = judged.collect();
    judged.sort_by_key(|&(worth, _)| worth);
    // The record of the highest bar among all that are worth less than those now looked at.
    let mut hardest: Option<RecordView> = None;
    for equals in judged.chunk_by(|a, b| a.0 == b.0) {
        let bar = |record: &RecordView| R::eviction_bar(*record);
        for (_, record) in equals {
            if let Some(less) = hardest {
                assert!(bar(&less) <= bar(record), "{less:?} is worth less than {record:?}");
            }
        }
        let all = equals.iter().map(|&(_, record)| record).chain(hardest);
        hardest = all.max_by_key(bar);
    }
}

/// Records with every mix of some values of each field, its ends among them.
fn records<P: Payload>() -> Vec<RecordView> {
    let values = |field: Field| -> Vec<u32> {
        let all = [0, 1, 2, 3, 5, 8, 9, 16, 17, 31, 60, 254, 255, 40_000, i32::MAX as u32];
        let last = field.max() as u32;
        all.into_iter().filter(|&value| value < last).chain([last]).collect()
    };
    let mut records = Vec::new();
    for &priority in &values(P::PRIORITY) {
        for &age in &values(P::GENERATION) {
            for &effort in &values(P::EFFORT) {
                for &order in &values(P::ORDER) {
                    records.push(RecordView { priority, age, effort, order });
                }
            }
        }
    }
    records
}
