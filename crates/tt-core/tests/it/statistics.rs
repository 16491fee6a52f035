//! Tests of the counts of a table, and of its snapshot.

use tt_core::{Always, Bound, Counters, DepthPreferred, Entry, Replace, Table, Wide};

type Counted<R> = Table<Entry, Wide, R, Counters>;

fn one_bucket<R: Replace>() -> Counted<R> {
    Table::with_parts(64).unwrap()
}

fn entry(draft: i16) -> Entry {
    Entry { draft, ..Entry::default() }
}

#[test]
fn every_store_and_probe_is_counted_by_what_became_of_it() {
    let table = one_bucket::<DepthPreferred>();
    (0..4).for_each(|key| table.store(key, entry(5)));
    table.store(0, entry(6));
    table.store(9, entry(4));
    table.store(9, entry(5));
    table.advance_generation();
    table.store(10, entry(8));
    let _ = (table.probe(10), table.probe(11), table.probe(12));
    let counts = table.statistics().counts();
    assert_eq!((counts.vacant, counts.renewed, counts.refused), (4, 1, 1));
    assert_eq!((counts.evicted, counts.evicted_old), (1, 1));
    assert_eq!((counts.hits, counts.misses), (1, 2));
}

#[test]
fn a_table_of_another_size_goes_on_counting() {
    let mut table = one_bucket::<DepthPreferred>();
    table.store(1, entry(5));
    table.resize(1 << 10).unwrap();
    let _ = table.probe(1);
    let counts = table.statistics().counts();
    assert_eq!((counts.vacant, counts.hits), (1, 1));
}

#[test]
fn a_snapshot_holds_every_record_once() {
    let table: Counted<Always> = Table::with_parts(64 * 100).unwrap();
    for key in 0..150_u64 {
        let bound = Bound::from_bits(key);
        table.store(zobrist_keys::mix(key), Entry { bound, ..entry((key % 7) as i16) });
        if key % 50 == 49 {
            table.advance_generation();
        }
    }
    let snapshot = table.snapshot();
    assert_eq!(snapshot.capacity, 400);
    assert_eq!(snapshot.occupied, table.statistics().counts().vacant);
    assert_eq!(snapshot.priorities.iter().sum::<u64>(), snapshot.occupied);
    assert_eq!(snapshot.ages.iter().sum::<u64>(), snapshot.occupied);
    assert_eq!(snapshot.ages[0], 0, "the last generation has just begun");
    assert_eq!(snapshot.bounds.iter().sum::<u64>(), snapshot.occupied);
    assert!(snapshot.bounds.iter().all(|&records| records > 25), "{:?}", snapshot.bounds);
    let slots: u64 = snapshot.filled.iter().zip(0..).map(|(buckets, taken)| buckets * taken).sum();
    assert_eq!(slots, snapshot.occupied);
    assert_eq!(snapshot.filled.iter().sum::<u64>(), 100);
    let mut ages = vec![0; snapshot.ages.len()];
    let mut seen = 0;
    table.visit(0..100, |bucket, slot, record| {
        let key = record.key.expect("the layout keeps whole keys");
        assert_eq!(table.probe(key), Some(record.payload), "bucket {bucket}, slot {slot}");
        ages[record.age as usize] += 1;
        seen += 1;
    });
    assert_eq!((seen, ages), (snapshot.occupied, snapshot.ages));
}
