//! Every index spreads structures evenly, every exact verification is exact, and partial keys err
//! as often as theory says.

use pawn_classics::{BitboardModulo, Difference, FastModulo, Packed, PartialKey, Rank56};
use pawn_hash::{Counters, Counts, Index, Mask, MultiplyHigh, PawnTable, TwoSets, Verify};
use zobrist_keys::mix;

use crate::times;

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
fn exact_verifications_have_no_type_1_error() {
    let probes = times(100_000);
    let packed = false_hits::<Packed, Mask>(1 << 12, probes, 10_000, weak_key);
    let rank = false_hits::<Rank56, FastModulo>(4_000, probes, 10_000, weak_key);
    for (errors, counted) in [packed, rank] {
        assert_eq!(errors, 0);
        assert!(counted.hits > probes / 100 && counted.evicted > probes / 100, "{counted:?}");
    }
    assert_eq!((Packed::EXACT, Rank56::EXACT, PartialKey::<8>::EXACT), (true, true, false));
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
    check::<Packed>(8);
    check::<Rank56>(8);
}

/// Asserts that `BITS` bits of the key err once in 2^BITS comparisons with another structure,
/// within five standard deviations.
fn assert_error_rate<const BITS: u32>(probes: u64) {
    // One slot, so that a probe compares once, and 2^40 structures, so that one hardly comes back.
    let (errors, counted) =
        false_hits::<PartialKey<BITS>, MultiplyHigh>(1, probes, 1 << 40, good_key);
    let expected = (counted.evicted + errors) as f64 / f64::from(1 << BITS);
    let difference = (errors as f64 - expected).abs();
    assert!(difference < 5.0 * expected.sqrt(), "{BITS} bits: {errors} errors, not {expected:.0}");
}

#[test]
fn partial_keys_err_once_in_two_to_the_number_of_their_bits() {
    assert_error_rate::<8>(times(100_000));
    assert_error_rate::<12>(times(1_000_000));
    assert_error_rate::<16>(times(4_000_000));
}

#[test]
fn a_hit_is_what_would_be_recomputed_with_every_index() {
    fn check<I: Index>(entries: usize) {
        let (errors, counted) = false_hits::<TwoSets, I>(entries, times(100_000), 5_000, good_key);
        assert_eq!(errors, 0);
        assert!(counted.hits * 10 > counted.probes(), "{counted:?}");
    }
    check::<FastModulo>(1_000);
    check::<Difference>(1 << 10);
    check::<BitboardModulo<1_033>>(1_033);
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
    check::<FastModulo>(2_000);
    check::<Difference>(1 << 11);
    check::<BitboardModulo<1_033>>(1_033);
    for entries in [1, 2] {
        assert_eq!(Difference::new(entries).slot([0, 0], u64::MAX), 0);
        assert_eq!(FastModulo::new(entries).slot([0, 0], 3), 3 % entries);
    }
}

#[test]
fn structures_with_equal_difference_are_both_served_right() {
    // 2^(k+1) − 2^k is 2^k: White b3 against Black a3, and White a3 alone; then with more pawns.
    let pairs = [
        ([1 << 17, 1 << 16], [1 << 16, 0]),
        ([1 << 17 | 1 << 40, 1 << 16], [1 << 16 | 1 << 40, 0]),
    ];
    let index = Difference::new(1 << 12);
    for (pawns, others) in pairs {
        let slot = index.slot(pawns, 0);
        assert_eq!(slot, index.slot(others, 0), "they collide");
        let mut table: PawnTable<&str, Counters, TwoSets, Difference> = PawnTable::new(1 << 12);
        for _ in 0..3 {
            assert_eq!(*table.get_or_insert_with(pawns, 0, || "two"), "two");
            assert_eq!(*table.get_or_insert_with(others, 0, || "one"), "one");
        }
        assert_eq!(table.statistics().counts().hits, 4);
    }
}
