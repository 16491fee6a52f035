//! Tests of the layouts at any size: the next probe finds a store, foreign keys hit no more often
//! than the layout states, and a new size keeps the records if the layout keeps whole keys.

use tt_classics::breuker::Never;
use tt_classics::greenblatt::Divide;
use tt_classics::plaat::TwoBounds;
use tt_classics::rival::{Packed, RivalFold};
use tt_classics::wiki::Modulo;
use tt_core::{
    Always, Bound, DRAFT_MAX, Dense, Entry, Layout, Mask, MultiplyHigh, Payload, Table, Wide,
};
use zobrist_keys::SplitMix64;

/// Returns an entry whose fields are derived from its key.
fn entry_of(key: u64, draft: i16) -> Entry {
    let eval = (key >> 32) as i16;
    let (mv, score) = (key as u16 | 1, (key >> 16) as i16);
    Entry { mv, score, eval, draft, bound: Bound::Lower, pv: false }
}

/// Stores at random: the next probe finds each store, and at most about `foreign` in a million
/// probes find a record of another key.
fn check_store_and_probe<L: Layout>(foreign: u64) {
    let table: Table<Entry, L, Always> = Table::with_parts(1 << 13).unwrap();
    let mut random = SplitMix64::new(3);
    let mut wrong = 0;
    for _ in 0..100_000 {
        let key = SplitMix64::new(random.next() % 2_000).next();
        let entry = entry_of(key, (random.next() % 30) as i16);
        table.store(key, entry);
        // Without a move of its own a record takes over a foreign one's, if the lock is narrow.
        assert_eq!(table.probe(key), Some(entry));
        let other = SplitMix64::new(random.next() % 2_000).next();
        wrong += u64::from(table.probe(other).is_some_and(|e| e != entry_of(other, e.draft)));
    }
    assert!(wrong <= foreign / 10 + 2 * u64::from(foreign > 0), "{wrong} foreign records");
}

#[test]
fn a_store_is_found_by_the_next_probe_in_every_layout() {
    check_store_and_probe::<Wide<4, Modulo>>(0);
    check_store_and_probe::<Wide<4, Divide>>(0);
    check_store_and_probe::<Wide<4, RivalFold>>(0);
    check_store_and_probe::<Dense<Divide>>(10);
    check_store_and_probe::<Packed>(1);
    check_store_and_probe::<Packed<40, 4, Mask>>(1);
}

/// Returns the share of foreign keys that hit in a table whose every reachable slot is taken.
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

/// Ways · 2^-lock, for locks that are disjoint from the index.
#[test]
fn foreign_keys_hit_at_the_rate_of_the_lock() {
    fn check<L: Layout>(ways: u32, lock: u32, probes: u32, tolerance: f64) {
        let expected = f64::from(ways) / f64::from(lock).exp2();
        let rate = false_match_rate::<L>(probes);
        let error = (rate / expected - 1.0).abs();
        assert!(error < tolerance, "{ways} ways, {lock} bits: {rate:e}, not {expected:e}");
    }
    check::<Packed<8, 1, RivalFold>>(1, 8, 1 << 18, 0.1);
    check::<Packed<8, 4, Divide>>(4, 8, 1 << 18, 0.1);
    check::<Packed<12, 1, Mask>>(1, 12, 1 << 22, 0.1);
    check::<Packed<12, 4, MultiplyHigh>>(4, 12, 1 << 20, 0.1);
    check::<Packed<16, 4, Modulo>>(4, 16, 1 << 24, 0.1);
    check::<Packed<16, 8, MultiplyHigh>>(8, 16, 1 << 23, 0.1);
}

/// Within three standard deviations of 2^-b for every lock of 8 to 16 bits.
#[test]
fn every_width_of_a_lock_has_its_rate() {
    fn check<const LOCK: u32>() {
        let probes = 1_u32 << (LOCK + 8);
        let expected = f64::from(LOCK).exp2().recip();
        let deviation = (expected / f64::from(probes)).sqrt();
        let rate = false_match_rate::<Packed<LOCK>>(probes);
        assert!((rate - expected).abs() < 3.0 * deviation, "{LOCK} bits: {rate:e}");
    }
    check::<8>();
    check::<9>();
    check::<10>();
    check::<11>();
    check::<12>();
    check::<13>();
    check::<14>();
    check::<15>();
    check::<16>();
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
    assert_eq!(kept_by_resize::<Wide<4, Divide>>(), 200);
    assert_eq!(kept_by_resize::<Packed>(), 0);
}

#[test]
fn a_record_without_any_bound_is_not_kept() {
    let table: Table<TwoBounds> = Table::with_parts(1 << 12).unwrap();
    table.store(77, TwoBounds { mv: 9, ..TwoBounds::default() });
    assert_eq!((table.probe(77), TwoBounds::default().to_bits()), (None, 0));
}

#[test]
fn never_keeps_the_first_records_for_ever() {
    let table: Table<Entry, Wide, Never> = Table::with_parts(64).unwrap();
    let exact = |key: u64| Entry { bound: Bound::Exact, ..entry_of(key, DRAFT_MAX) };
    for key in 0..100 {
        table.store(key, exact(key));
        table.store(key, Entry { score: 0, ..exact(key) });
        table.advance_generation();
    }
    for key in 0..100 {
        let expected = (key < 4).then(|| exact(key));
        assert_eq!(table.probe(key), expected);
    }
}
