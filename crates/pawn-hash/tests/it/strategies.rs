//! Every index reaches every slot, and every verification errs as rarely as it promises.

use pawn_hash::{
    Counters, Counts, FullKey, Index, Mask, MultiplyHigh, NoStatistics, PawnKingTable, PawnTable,
    SharedPawnTable, TwoSets, Verify,
};
use zobrist_keys::mix;

use crate::times;

/// Probes, hits and evictions.
fn numbers(counters: &Counters) -> [u64; 3] {
    let counts = counters.counts();
    assert_eq!(counts.vacant + counts.evicted, counts.misses, "what misses is stored");
    [counts.probes(), counts.hits, counts.evicted]
}

/// Number `n` of many structures: at most eight pawns a side, each in one rank of its own colour.
fn structure(n: u64) -> [u64; 2] {
    let bits = mix(n);
    let spread =
        |bits: u64| (0..8).fold(0, |set, file| set | 1 << (file + 8 * (bits >> (3 * file) & 3)));
    [spread(bits) << 8, spread(bits >> 32) << 24 & !(spread(bits) << 8)]
}

/// Probes of structures from a choice of `choice`; payloads are the structures, so a false hit
/// shows.
fn false_hits<V: Verify, I: Index>(
    entries: usize,
    probes: u64,
    choice: u64,
    key: impl Fn([u64; 2]) -> u64,
) -> (u64, Counts) {
    let mut table: PawnTable<[u64; 2], Counters, V, I> = PawnTable::new(entries);
    let mut errors = 0;
    for probe in 0..probes {
        let structure = structure(mix(probe + choice) % choice);
        let found = table.get_or_insert_with(structure, key(structure), || structure);
        errors += u64::from(*found != structure);
    }
    (errors, table.statistics().counts())
}

/// A key with 10 bits of chance only: structures that share one are everywhere.
fn weak_key([white, black]: [u64; 2]) -> u64 {
    mix(mix(white ^ black.rotate_left(32)) % 1024)
}

fn good_key([white, black]: [u64; 2]) -> u64 {
    mix(white ^ mix(black))
}

#[test]
fn exact_by_default_no_type_1_error() {
    let probes = times(1_000_000);
    let (errors, counted) = false_hits::<TwoSets, MultiplyHigh>(1 << 12, probes, 10_000, weak_key);
    assert_eq!(errors, 0);
    assert_eq!(counted.probes(), probes);
    assert!(counted.hits > probes / 100 && counted.evicted > probes / 100, "{counted:?}");
}

/// Structures that differ in one square, whatever is on it, with one key for all of them. The
/// random ones above hardly ever differ in only one square.
#[test]
fn exact_tags_differ_where_one_square_differs() {
    fn check<V: Verify>(most: u32) {
        assert!(V::EXACT);
        let fits = |set: &u64| set.count_ones() <= most;
        let mut compared = 0;
        for n in 0..2_000 {
            let [white, black] = structure(n);
            let tag = V::tag([white, black], 5);
            for square in 8..56 {
                let bit = 1_u64 << square;
                let (white_off, black_off) = (white & !bit, black & !bit);
                for other in [
                    [white_off, black_off],
                    [white_off | bit, black_off],
                    [white_off, black_off | bit],
                ] {
                    if other != [white, black] && other.iter().all(fits) {
                        assert_ne!(V::tag(other, 5), tag, "{white:x} {black:x} {square}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
    check::<TwoSets>(48);
}

#[test]
fn the_full_key_errs_exactly_where_keys_are_equal() {
    assert!(false_hits::<FullKey, MultiplyHigh>(256, 100_000, 10_000, weak_key).0 > 1_000);
    assert_eq!(false_hits::<FullKey, MultiplyHigh>(256, 100_000, 10_000, good_key).0, 0);
}

#[test]
fn a_hit_is_what_would_be_recomputed_with_every_index() {
    fn check<I: Index>(entries: usize) {
        let (errors, counted) = false_hits::<TwoSets, I>(entries, times(100_000), 5_000, good_key);
        assert_eq!(errors, 0);
        assert!(counted.hits * 10 > counted.probes(), "{counted:?}");
    }
    check::<Mask>(1 << 10);
    check::<MultiplyHigh>(1_000);
}

#[test]
fn every_index_stays_in_the_table_and_spreads() {
    fn check<I: Index>(entries: usize) {
        let index = I::new(entries);
        let mut counts = vec![0_u32; entries];
        for n in 0..entries as u64 * 64 {
            let structure = structure(n);
            counts[index.slot(structure, good_key(structure))] += 1;
        }
        let chi_squared: f64 = counts.iter().map(|&n| (f64::from(n) - 64.0).powi(2) / 64.0).sum();
        let ratio = chi_squared / (entries - 1) as f64;
        assert!((0.8..=1.3).contains(&ratio), "{}: {ratio}", std::any::type_name::<I>());
    }
    check::<Mask>(1 << 11);
    check::<MultiplyHigh>(2_000);
    for entries in [1, 2] {
        assert_eq!(Mask::new(entries).slot([0, 0], u64::MAX), entries - 1);
    }
}

#[test]
fn a_hit_for_other_kings_is_impossible() {
    fn check<V: Verify>() {
        // With one slot and one key, only the slot's contents can distinguish two probes.
        let mut table: PawnKingTable<[u8; 2], Counters, V> = PawnKingTable::new(1);
        for white in 0..64 {
            for black in 0..64 {
                let kings = [white, black];
                for _ in 0..2 {
                    assert_eq!(
                        *table.get_or_insert_with([0x100, 0x200], kings, 5, || kings),
                        kings
                    );
                }
            }
        }
        assert_eq!(numbers(table.statistics()), [2 * 4096, 4096, 4095]);
    }
    check::<TwoSets>();
    check::<FullKey>();
}

#[test]
fn kings_choose_the_slot_and_pawns_are_compared() {
    // Keys with few bits set, and with few that are not.
    for key in [5, !5] {
        let mut table: PawnKingTable<[u8; 2], Counters> = PawnKingTable::new(1 << 14);
        for _ in 0..2 {
            for kings in (0..64).flat_map(|white| (0..8).map(move |black| [white, black])) {
                let found = *table.get_or_insert_with([0x100, 0x200], kings, key, || kings);
                assert_eq!(found, kings);
            }
        }
        let [probes, hits, lost] = numbers(table.statistics());
        assert!(lost < 80, "{lost} of 512 entries met in 16 K slots");
        assert!(probes == 1024 && hits > 400, "{hits}");
        assert_eq!(*table.get_or_insert_with([0x100, 0x400], [0, 0], key, || [7, 7]), [7, 7]);
        table.clear();
        assert_eq!((table.capacity(), *table.statistics()), (1 << 14, Counters::default()));
        let found = *table.get_or_insert_with([0x100, 0x200], [0, 0], key, || [9, 9]);
        assert_eq!(found, [9, 9], "it was forgotten");
    }
}

#[test]
fn a_prefetch_changes_nothing() {
    for entries in [1, 2, 5] {
        let mut table: PawnTable<u64, Counters> = PawnTable::new(entries);
        let mut kings: PawnKingTable<u64, Counters> = PawnKingTable::new(entries);
        for n in 0..100 {
            let (pawns, key) = (structure(n), good_key(structure(n)));
            table.prefetch(pawns, key);
            kings.prefetch(pawns, [4, 60], key);
            assert_eq!(*table.get_or_insert_with(pawns, key, || n), n);
            table.prefetch(pawns, key);
            assert_eq!(*table.get_or_insert_with(pawns, key, || 100), n);
            assert_eq!(*kings.get_or_insert_with(pawns, [4, 60], key, || n), n);
        }
        assert_eq!(numbers(table.statistics())[..2], [200, 100]);
        assert_eq!(numbers(kings.statistics())[..2], [100, 0]);
    }
}

#[test]
fn a_payload_may_span_many_cache_lines() {
    let mut table: PawnTable<[u64; 80], NoStatistics> = PawnTable::new(7);
    for n in 0..10_000 {
        let structure @ [white, black] = structure(n % 20);
        let make = || core::array::from_fn(|i| white ^ black << (i % 8));
        assert_eq!(*table.get_or_insert_with(structure, good_key(structure), make), make());
    }
}

/// An index of somebody who knows tt-core alone: the remainder of the key.
#[derive(Clone, Copy, Debug)]
struct Remainder(u64);

impl tt_core::Index for Remainder {
    const NAME: &'static str = "remainder of the test";

    fn new(buckets: usize) -> Self {
        Self(buckets as u64)
    }

    fn bucket(self, key: u64) -> usize {
        (key % self.0) as usize
    }

    fn rest(self, key: u64) -> u64 {
        key / self.0
    }
}

#[test]
fn an_index_of_tt_core_serves_every_table() {
    let mut pawns: PawnTable<u64, Counters, TwoSets, Remainder> = PawnTable::new(10);
    let mut kings: PawnKingTable<u64, Counters, TwoSets, Remainder> = PawnKingTable::new(16);
    let shared: SharedPawnTable<u64, Remainder> = SharedPawnTable::new(10);
    for round in 0..2 {
        for n in 0..10 {
            let white = (n + 1) << 8;
            assert_eq!(*pawns.get_or_insert_with([white, 0], n + 30, || n), n);
            assert_eq!(*kings.get_or_insert_with([white, 0], [4, 60], n, || n), n);
            assert_eq!(
                shared.get_or_insert_with([white, 0], n + 30, || n + round),
                n,
                "a slot each"
            );
        }
    }
    assert_eq!(numbers(pawns.statistics()), [20, 10, 0]);
    assert_eq!(numbers(kings.statistics()), [20, 10, 0]);
}

#[test]
#[should_panic(expected = "found 1000, of which it reaches 512")]
fn a_mask_refuses_sizes_that_it_does_not_reach() {
    let _table: PawnTable<u8, NoStatistics, TwoSets, Mask> = PawnTable::new(1000);
}
