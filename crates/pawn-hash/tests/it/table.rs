//! `PawnTable` answers as if it computed every time, and counts what it does.

use pawn_hash::{Counters, NoStatistics, PawnTable};
use zobrist_keys::mix;

/// Probes, hits and evictions.
fn numbers(counters: &Counters) -> [u64; 3] {
    let counts = counters.counts();
    assert_eq!(counts.vacant + counts.evicted, counts.misses, "what misses is stored");
    [counts.probes(), counts.hits, counts.evicted]
}

const PAWN_RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;

#[test]
fn a_hit_returns_what_was_computed_for_the_structure() {
    let mut table: PawnTable<u64, Counters> = PawnTable::new(1000);
    for round in 0..200_000_u64 {
        let n = mix(round) % 3000;
        let white = mix(n) & PAWN_RANKS;
        let black = mix(n + 7000) & PAWN_RANKS & !white;
        let payload =
            *table.get_or_insert_with([white, black], mix(n + 9000), || white ^ black << 1);
        assert_eq!(payload, white ^ black << 1);
    }
    let counted = table.statistics().counts();
    assert_eq!(counted.probes(), 200_000);
    assert!(counted.hits > 40_000, "3000 structures over 1000 slots must hit: {counted:?}");
    assert!(counted.hits + counted.evicted >= 199_000, "every other probe evicts: {counted:?}");
}

#[test]
fn equal_keys_never_confuse_structures() {
    let mut table: PawnTable<&str, Counters> = PawnTable::new(64);
    assert_eq!(*table.get_or_insert_with([0x100, 0x200], 5, || "one"), "one");
    assert_eq!(*table.get_or_insert_with([0x100, 0x400], 5, || "other black"), "other black");
    assert_eq!(*table.get_or_insert_with([0x400, 0x200], 5, || "other white"), "other white");
    assert_eq!(*table.get_or_insert_with([0x200, 0x400], 5, || "exchanged"), "exchanged");
    assert_eq!(numbers(table.statistics()), [4, 0, 2]);
}

#[test]
fn of_a_pair_the_slot_used_longer_ago_gives_way() {
    let mut table: PawnTable<u64, Counters> = PawnTable::new(2);
    let mut hits = 0;
    // The structures of the pair, the one used last at the end.
    let mut pair = Vec::new();
    for round in 0..10_000 {
        let white = 1 + mix(round) % 4;
        hits += u64::from(pair.contains(&white));
        pair.retain(|&other| other != white);
        pair.push(white);
        if pair.len() > 2 {
            pair.remove(0);
        }
        assert_eq!(*table.get_or_insert_with([white << 8, 0], 0, || white), white);
        assert_eq!(table.statistics().counts().hits, hits, "round {round}");
    }
    assert!(hits > 4_000, "{hits}");
}

#[test]
fn the_empty_structure_is_a_structure() {
    let mut table: PawnTable<u8, Counters> = PawnTable::new(1);
    assert_eq!(*table.get_or_insert_with([0, 0], 0, || 7), 7);
    assert_eq!(*table.get_or_insert_with([0, 0], 0, || 8), 7);
    assert_eq!(numbers(table.statistics()), [2, 1, 0]);
}

#[test]
fn every_slot_is_reached() {
    for entries in [1, 3, 64, 1000] {
        let mut table: PawnTable<(), Counters> = PawnTable::new(entries);
        assert_eq!(table.capacity(), entries);
        for slot in 0..entries as u128 {
            let key = ((slot << 64).div_ceil(entries as u128)) as u64;
            table.get_or_insert_with([(slot as u64 + 1) << 8, 0], key, || ());
        }
        let counted = numbers(table.statistics());
        assert_eq!(counted, [entries as u64, 0, 0], "{entries} entries, each key its slot");
    }
}

#[test]
fn clear_forgets() {
    let mut table: PawnTable<u8, Counters> = PawnTable::new(16);
    table.get_or_insert_with([0x100, 0], 1, || 1);
    table.clear();
    assert_eq!(*table.statistics(), Counters::default());
    assert_eq!(*table.get_or_insert_with([0x100, 0], 1, || 2), 2);
}

#[test]
fn statistics_that_are_off_take_no_room() {
    let (off, on) =
        (size_of::<PawnTable<u8, NoStatistics>>(), size_of::<PawnTable<u8, Counters>>());
    assert_eq!(size_of::<NoStatistics>(), 0);
    assert_eq!(on - off, size_of::<Counters>());
}

#[test]
#[should_panic(expected = "at least one entry")]
fn no_entries_are_refused() {
    let _table: PawnTable<u8> = PawnTable::new(0);
}
