//! Tests of the layouts beside their laws: foreign keys hit as often as the layout states, and a
//! new size keeps the records if the layout keeps whole keys.

use tt_core::{Bound, Dense, Entry, Layout, RecordView, Replace, Table, Wide};
use zobrist_keys::SplitMix64;

/// Returns an entry whose fields are derived from its key.
fn entry_of(key: u64, draft: i16) -> Entry {
    let eval = (key >> 32) as i16;
    let (mv, score) = (key as u16 | 1, (key >> 16) as i16);
    Entry { mv, score, eval, draft, bound: Bound::Lower, pv: false }
}

struct Never;

impl Replace for Never {
    fn worth(_record: RecordView) -> i64 {
        0
    }

    fn eviction_bar(_record: RecordView) -> u64 {
        u64::MAX
    }
}

/// The share of foreign keys that hit in a table whose every reachable slot is taken.
fn false_match_rate<L: Layout>(probes: u32) -> f64 {
    let table: Table<Entry, L, Never> = Table::with_parts(1 << 10).unwrap();
    let mut random = SplitMix64::new(11);
    // A mask may leave buckets that nobody reaches, so fullness is no measure here.
    for _ in 0..30 * table.capacity() {
        let key = random.next();
        table.store(key, entry_of(key, 1));
    }
    let hits = (0..probes).filter(|_| table.probe(random.next()).is_some()).count();
    hits as f64 / f64::from(probes)
}

#[test]
fn foreign_keys_hit_a_dense_table_at_the_rate_of_its_tags() {
    let expected = 6.0 / f64::from(21).exp2();
    let rate = false_match_rate::<Dense>(1 << 26);
    assert!((rate / expected - 1.0).abs() < 0.3, "{rate:e}, not {expected:e}");
}

/// Returns how many of 200 records a new size keeps.
fn kept_by_resize<L: Layout>() -> usize {
    let mut table: Table<Entry, L> = Table::with_parts(1 << 16).unwrap();
    let keys: Vec<u64> = (0..200).map(zobrist_keys::mix).collect();
    for &key in &keys {
        table.store(key, entry_of(key, 3));
    }
    table.resize(3 << 15).unwrap();
    keys.iter().filter(|&&key| table.probe(key) == Some(entry_of(key, 3))).count()
}

#[test]
fn a_new_size_keeps_the_records_of_whole_keys() {
    assert_eq!(kept_by_resize::<Wide>(), 200);
    assert_eq!(kept_by_resize::<Wide<8>>(), 200);
    assert_eq!(kept_by_resize::<Dense>(), 0);
}

#[test]
fn dense_holds_half_as_many_records_again() {
    let dense: Table<Entry, Dense> = Table::with_parts(1 << 20).unwrap();
    let wide: Table = Table::new(1 << 20).unwrap();
    assert_eq!(2 * dense.capacity(), 3 * wide.capacity());
}
