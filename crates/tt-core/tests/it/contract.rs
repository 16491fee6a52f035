//! Tests of the table's promises on one thread, for several policies.

use std::collections::HashMap;

use tt_core::{
    Ageing, Always, Bound, DRAFT_MAX, DRAFT_MIN, DepthPreferred, Entry, LinearWorth, Pages,
    RecordView, Replace, Table, Wide,
};
use zobrist_keys::SplitMix64;

const BUCKET: usize = 64;
const WAYS: usize = 4;

fn table<R: Replace>(buckets: usize) -> Table<Entry, Wide, R> {
    Table::with_parts(buckets * BUCKET).unwrap()
}

/// Returns an entry whose fields are derived from its key.
fn entry_of(key: u64, draft: i16) -> Entry {
    Entry {
        mv: key as u16 | 1,
        score: (key >> 16) as i16,
        draft,
        bound: Bound::Lower,
        ..Entry::default()
    }
}

fn is_of(entry: Entry, key: u64) -> bool {
    entry == entry_of(key, entry.draft)
}

/// Stores 10^5 records and checks each at once: it is there, or an older record of its key or none
/// is, which only a policy that `refuses` may do. All that is found belongs to its key.
fn check_store_and_probe<R: Replace>(refuses: bool) {
    let table = table::<R>(40);
    let mut random = SplitMix64::new(1);
    for _ in 0..100_000 {
        let key = SplitMix64::new(random.next() % 400).next();
        let entry = entry_of(key, (random.next() % 30) as i16);
        table.store(key, entry);
        let found = table.probe(key);
        assert!(refuses || found == Some(entry));
        assert!(found.is_none_or(|found| is_of(found, key)));
        let other = random.next();
        assert_eq!(table.probe(other), None, "a key that was never stored");
        if random.next().is_multiple_of(1_000) {
            table.advance_generation();
        }
    }
}

#[test]
fn a_store_is_found_by_the_next_probe_and_no_other_key_is() {
    check_store_and_probe::<Always>(false);
    check_store_and_probe::<Ageing>(true);
    check_store_and_probe::<DepthPreferred>(true);
}

#[test]
fn ageing_refuses_a_shallow_record_of_a_key_and_no_record_of_another() {
    let table = table::<Ageing>(1);
    let deep = entry_of(7, 20);
    table.store(7, deep);
    table.store(7, Entry { score: -5, draft: 16, ..deep });
    assert_eq!(table.probe(7), Some(deep));
    let nearly_as_deep = Entry { score: -5, draft: 17, ..deep };
    table.store(7, nearly_as_deep);
    assert_eq!(table.probe(7), Some(nearly_as_deep));
    for key in 8..100 {
        table.store(key, entry_of(key, 0));
        assert_eq!(table.probe(key), Some(entry_of(key, 0)));
    }
}

#[test]
fn an_exact_score_replaces_any_record_of_its_key() {
    let table = table::<Ageing>(1);
    table.store(7, entry_of(7, DRAFT_MAX));
    let exact = Entry { bound: Bound::Exact, draft: DRAFT_MIN, ..entry_of(7, 0) };
    table.store(7, exact);
    assert_eq!(table.probe(7), Some(exact));
}

#[test]
fn a_record_without_a_move_keeps_the_move_of_its_key() {
    let table = table::<Ageing>(1);
    let with_move = Entry { mv: 77, draft: 3, ..Entry::default() };
    table.store(5, with_move);
    table.store(5, Entry { mv: 0, score: 9, draft: 4, ..Entry::default() });
    assert_eq!(table.probe(5), Some(Entry { mv: 77, score: 9, draft: 4, ..Entry::default() }));
    table.store(6, Entry { mv: 0, draft: 4, ..Entry::default() });
    assert_eq!(
        table.probe(6).map(|entry| entry.mv),
        Some(0),
        "another key's move is not taken over"
    );
}

#[test]
fn every_key_is_a_key() {
    let table = table::<Ageing>(1);
    assert_eq!(table.probe(0), None);
    table.store(u64::MAX, entry_of(1, 1));
    table.store(0, entry_of(2, 2));
    assert_eq!(table.probe(0), Some(entry_of(2, 2)));
    assert_eq!(table.probe(u64::MAX), Some(entry_of(1, 1)));
}

#[test]
fn a_hit_saves_a_record_from_ageing_across_the_wrap() {
    let table = table::<Ageing>(1);
    table.store(1, entry_of(1, 0));
    for key in 2..200 {
        table.advance_generation();
        assert!(table.probe(1).is_some(), "it was refreshed, so the others are older");
        table.store(key, entry_of(key, 0));
    }
}

#[test]
fn without_a_hit_each_generation_costs_eight_plies_of_draft() {
    let survives = |draft: i16, generations: i16| {
        let table = table::<Ageing>(1);
        table.store(0, entry_of(0, draft));
        for _ in 0..generations {
            table.advance_generation();
        }
        for key in 1..=WAYS as u64 {
            table.store(key, entry_of(key, 0));
        }
        table.probe(0).is_some()
    };
    for draft in 0..=40 {
        for generations in 0..6 {
            assert_eq!(
                survives(draft, generations),
                draft > 8 * generations,
                "{draft}, {generations}"
            );
        }
    }
}

#[test]
fn prefetch_changes_nothing() {
    let table = table::<Ageing>(3);
    table.store(9, entry_of(9, 1));
    for key in [0, 9, u64::MAX] {
        table.prefetch(key);
    }
    assert_eq!(table.probe(9), Some(entry_of(9, 1)));
    assert_eq!(table.hashfull(), 1_000 / 12);
}

#[test]
fn hashfull_rises_to_a_thousand_and_a_new_generation_starts_at_zero() {
    for buckets in [1, 3, 249, 250, 251, 3_000] {
        let table = table::<Ageing>(buckets);
        let mut random = SplitMix64::new(buckets as u64);
        for _ in 0..2 {
            let mut last = 0;
            assert_eq!(table.hashfull(), 0);
            for _ in 0..30 * buckets.max(10) {
                table.store(random.next(), entry_of(0, (random.next() % 9) as i16));
                if random.next().is_multiple_of(16) {
                    let now = table.hashfull();
                    assert!((last..=1_000).contains(&now), "{last} to {now}, {buckets} buckets");
                    last = now;
                }
            }
            assert_eq!(table.hashfull(), 1_000, "{buckets} buckets");
            table.advance_generation();
        }
    }
}

/// Key 0 has the signature that a visit reads with.
#[test]
fn no_record_of_a_visit_matches() {
    let table = table::<Ageing>(1);
    table.store(0, entry_of(0, 3));
    let mut seen = Vec::new();
    table.visit(0..1, |bucket, slot, record| seen.push((bucket, slot, record.matches)));
    assert_eq!(seen, [(0, 0, false)]);
}

#[test]
fn hashfull_looks_at_all_parts_of_a_table() {
    let (table, mut random) = (table::<Ageing>(10_000), SplitMix64::new(1));
    for key in (0..200_000).map(|_| random.next() | 1 << 63) {
        table.store(key, entry_of(key, 1));
    }
    assert_eq!(table.hashfull(), 500, "the keys are those of the second half");
}

#[test]
fn a_record_that_is_changed_is_one_of_the_present_search() {
    let table = table::<Ageing>(10);
    table.store(5, entry_of(5, 1));
    table.advance_generation();
    assert_eq!(table.hashfull(), 0);
    table.update(5, |entry| Entry { score: 7, ..entry });
    assert!(table.hashfull() > 0, "it is no longer of the search before");
}

/// A record of the same key and search resists one of less draft, unless that is of a principal
/// variation.
#[test]
fn a_record_of_a_principal_variation_claims_its_place() {
    let renewed = |pv| {
        let table = table::<Ageing>(10);
        table.store(5, entry_of(5, 12));
        table.store(5, Entry { pv, ..entry_of(5, 7) });
        table.probe(5).expect("a record").draft
    };
    assert_eq!((renewed(false), renewed(true)), (12, 7));
}

/// Two levels, of which nothing leaves the first.
struct FirstStays;

impl Replace for FirstStays {
    const TWO_LEVEL: bool = true;
    const LINEAR_WORTH: Option<LinearWorth> = Some(LinearWorth { priority: 1, age: 0 });

    fn eviction_bar(_: RecordView) -> u64 {
        u64::MAX
    }
}

#[test]
fn an_empty_first_level_takes_any_record() {
    let table = table::<FirstStays>(1);
    for key in [1, 2] {
        table.store(key, entry_of(key, 0));
    }
    let first = table.bucket_of(1)[0].expect("the first level has a record").payload;
    assert!(is_of(first, 1));
    assert!(table.probe(2).is_some());
}

#[test]
fn any_size_is_used_down_to_the_last_whole_bucket() {
    for bytes in [64, 65, 127, 128, 1_000, 123_457, (1 << 20) + 63] {
        let table = Table::new(bytes).unwrap();
        assert_eq!(table.buckets(), bytes / BUCKET);
        assert_eq!(table.bytes(), bytes / BUCKET * BUCKET);
        assert_eq!(table.capacity(), table.buckets() * WAYS);
    }
}

#[test]
fn clear_leaves_a_table_like_a_new_one() {
    for threads in [0, 1, 3] {
        let mut table = table::<Ageing>(100);
        for key in 0..100 {
            table.store(SplitMix64::new(key).next(), entry_of(key, 1));
            table.advance_generation();
        }
        table.clear(threads);
        assert!((0..100).all(|key| table.probe(SplitMix64::new(key).next()).is_none()));
        assert_eq!(table.hashfull(), 0);
        assert!(format!("{table:?}").contains("generation: 0"));
    }
}

/// A table after random stores over three generations, and its records. Reading them made all of
/// them current.
fn filled(buckets: usize, stores: usize) -> (Table, HashMap<u64, Entry>) {
    let table = table::<Ageing>(buckets);
    let mut random = SplitMix64::new(3);
    let mut keys = Vec::new();
    for i in 0..stores {
        let key = random.next();
        table.store(key, entry_of(key, (random.next() % 30) as i16));
        keys.push(key);
        if i % stores.div_ceil(3) == 0 {
            table.advance_generation();
        }
    }
    let found = keys.iter().filter_map(|&key| Some((key, table.probe(key)?)));
    let records = found.collect();
    (table, records)
}

#[test]
fn resize_to_more_keeps_every_record() {
    let (mut table, records) = filled(50, 1_000);
    let before = table.hashfull();
    assert_eq!((records.len(), before), (table.capacity(), 1_000));
    table.resize(977 * BUCKET).unwrap();
    assert_eq!(table.buckets(), 977);
    for (&key, &entry) in &records {
        assert_eq!(table.probe(key), Some(entry));
    }
}

#[test]
fn resize_to_less_keeps_the_worthiest_that_fit() {
    let (mut table, records) = filled(64, 200);
    table.resize(17 * BUCKET).unwrap();
    let mut buckets: HashMap<u128, Vec<(u64, i16)>> = HashMap::new();
    for (&key, entry) in &records {
        buckets.entry((u128::from(key) * 17) >> 64).or_default().push((key, entry.draft));
    }
    let mut overfull = 0;
    for bucket in buckets.values_mut() {
        let (kept, lost): (Vec<_>, Vec<_>) =
            bucket.iter().partition(|(key, _)| table.probe(*key).is_some());
        assert_eq!(kept.len(), bucket.len().min(WAYS));
        let least_kept = kept.iter().map(|(_, draft)| draft).min();
        assert!(lost.iter().all(|(_, draft)| Some(draft) <= least_kept));
        overfull += usize::from(!lost.is_empty());
    }
    assert!(overfull > 5, "the test needs buckets that overflow");
}

#[test]
fn resize_keeps_ages() {
    let mut table = table::<Ageing>(100);
    let mut random = SplitMix64::new(11);
    for _ in 0..10_000 {
        table.store(random.next(), entry_of(1, 1));
    }
    table.advance_generation();
    assert_eq!(table.hashfull(), 0);
    table.store(0, entry_of(0, 3));
    table.resize(50 * BUCKET).unwrap();
    assert_eq!(table.hashfull(), 1_000 / 200, "one record is current, the others stayed old");
}

#[test]
fn the_same_size_is_no_change() {
    let (mut table, records) = filled(64, 100);
    for bytes in [64 * BUCKET, 64 * BUCKET + 63] {
        table.resize(bytes).unwrap();
    }
    assert_eq!(table.buckets(), 64);
    assert!(records.iter().all(|(&key, &entry)| table.probe(key) == Some(entry)));
}

#[test]
fn the_memory_is_reported_and_a_new_size_asks_for_the_same_pages() {
    for pages in [Pages::Huge, Pages::Small, Pages::Gigantic] {
        let mut table: Table = Table::with_pages(4 << 20, pages).unwrap();
        table.store(1, entry_of(1, 1));
        for bytes in [4 << 20, 8 << 20] {
            table.resize(bytes).unwrap();
            let report = table.memory();
            assert_eq!((report.bytes, report.asked), (bytes, pages));
            assert!(report.nodes >= 1 && report.huge.is_none_or(|huge| huge <= bytes), "{report}");
            assert_eq!(table.probe(1), Some(entry_of(1, 1)));
        }
    }
}

#[test]
fn a_failing_resize_leaves_the_table() {
    let (mut table, records) = filled(64, 300);
    let before = table.hashfull();
    for bytes in [0, 63, isize::MAX as usize, usize::MAX] {
        let error = table.resize(bytes).unwrap_err().to_string();
        assert!(error.contains(&format!("a table of {bytes} bytes")), "{error}");
    }
    assert_eq!((table.buckets(), table.hashfull()), (64, before));
    assert!(records.iter().all(|(&key, &entry)| table.probe(key) == Some(entry)));
}
