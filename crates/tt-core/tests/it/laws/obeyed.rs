//! Checks that the parts of this crate obey the laws.

use tt_core::laws::{
    check_index, check_layout, check_payload, check_policy, check_statistics, check_table,
    check_torn_writes,
};
use tt_core::{
    Ageing, AllWords, Always, Bound, Counters, DRAFT_MAX, DRAFT_MIN, Dense, DepthPreferred, Entry,
    Layout, Mask, MultiplyHigh, Newest, RecordView, Replace, Wide,
};
use zobrist_keys::SplitMix64;

/// The rate at which a tag of 21 bits matches another key.
const DENSE: f64 = 1.0 / (1_u64 << 21) as f64;

/// Entries of neighbouring drafts, so that comparisons meet equality, and of the ends of the range.
pub(crate) fn entries() -> Vec<Entry> {
    let mut random = SplitMix64::new(4);
    let drafts = (0..300).map(|i| i % 12).chain([DRAFT_MIN, DRAFT_MAX, 0, 1, 100]);
    let entry = |draft| {
        let bits = random.next();
        Entry {
            mv: (bits & 3) as u16,
            score: (bits >> 16) as i16,
            eval: (bits >> 32) as i16,
            draft,
            bound: Bound::from_bits(bits >> 8),
            pv: bits & 16 != 0,
        }
    };
    drafts.map(entry).collect()
}

#[test]
fn an_entry_is_a_payload() {
    check_payload(&entries());
}

#[test]
fn both_indexes_are_indexes() {
    check_index::<MultiplyHigh>();
    check_index::<Mask>();
}

fn check<L: Layout<Bucket: AllWords>>(false_hits: f64) {
    check_layout::<L>(false_hits);
    check_torn_writes::<L>(false_hits);
    check_table::<Entry, L, Ageing>(&entries());
}

#[test]
fn wide_is_a_layout_of_one_two_four_and_eight_slots() {
    check::<Wide<1>>(0.0);
    check::<Wide<2>>(0.0);
    check::<Wide>(0.0);
    check::<Wide<8>>(0.0);
    check::<Wide<4, Mask>>(0.0);
}

#[test]
fn dense_is_a_layout_with_tags_of_21_bits() {
    check::<Dense>(DENSE);
    check::<Dense<Mask>>(DENSE);
}

/// The first slot belongs to the deepest.
struct TwoDeep;

impl Replace for TwoDeep {
    const TWO_LEVEL: bool = true;

    fn worth(record: RecordView) -> i64 {
        record.priority.into()
    }

    fn eviction_bar(record: RecordView) -> u64 {
        record.priority.into()
    }
}

/// As before, and hits refresh.
pub(crate) struct TwoAgeing;

impl Replace for TwoAgeing {
    const REFRESH: bool = true;
    const TWO_LEVEL: bool = true;

    fn worth(record: RecordView) -> i64 {
        Ageing::worth(record)
    }

    fn eviction_bar(record: RecordView) -> u64 {
        if record.age == 0 { record.priority.into() } else { 0 }
    }

    fn renewal_bar(record: RecordView) -> u64 {
        Ageing::renewal_bar(record)
    }
}

#[test]
fn every_policy_is_one_in_one_level_and_in_two() {
    check_policy::<Entry, Ageing>(&entries());
    check_policy::<Entry, Always>(&entries());
    check_policy::<Entry, DepthPreferred>(&entries());
    check_policy::<Entry, Newest>(&entries());
    check_policy::<Entry, TwoDeep>(&entries());
    check_table::<Entry, Wide, TwoAgeing>(&entries());
    check_table::<Entry, Dense, Always>(&entries());
    check_table::<Entry, Dense, DepthPreferred>(&entries());
    check_table::<Entry, Wide, Newest>(&entries());
    check_table::<Entry, Dense, TwoDeep>(&entries());
    check_table::<Entry, Dense, TwoAgeing>(&entries());
}

#[test]
fn counters_count() {
    check_statistics(Counters::counts);
}
