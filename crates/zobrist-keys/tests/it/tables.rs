//! The tables of a seed: pinned for ever, distinct, and sensitive to every bit.

use std::collections::HashSet;

use zobrist_keys::{
    Additive64, Xor64, Xor128, additive64_fingerprint, additive64_table, xor64_fingerprint,
    xor64_table, xor128_fingerprint, xor128_table,
};

/// As many features as the game of 12 kinds on 64 squares has, with a few flags.
const FEATURES: usize = 781;
const XOR64: [Xor64; FEATURES] = xor64_table(1970);
const XOR128: [Xor128; FEATURES] = xor128_table(1970);
const ADDITIVE64: [Additive64; FEATURES] = additive64_table(1970);

#[test]
fn fingerprints_are_pinned() {
    assert_eq!(xor64_fingerprint(&XOR64), 0xdf85_78fe_5aa2_a635);
    assert_eq!(xor128_fingerprint(&XOR128), 0x2caf_d95d_a18c_6853);
    assert_eq!(additive64_fingerprint(&ADDITIVE64), 0xdf85_78fe_5aa2_a635);
}

#[test]
fn a_longer_table_begins_with_the_shorter_one() {
    assert_eq!(xor64_table::<1000>(1970)[..FEATURES], XOR64);
}

#[test]
fn keys_are_distinct_and_never_zero() {
    let keys: HashSet<u64> = XOR64.iter().map(|key| key.0).chain([0]).collect();
    assert_eq!(keys.len(), FEATURES + 1);
    // Both halves of the wide keys, too.
    let halves: HashSet<u64> =
        XOR128.iter().flat_map(|key| [key.0 as u64, (key.0 >> 64) as u64]).chain([0]).collect();
    assert_eq!(halves.len(), 2 * FEATURES + 1);
}

#[test]
fn no_two_pairs_of_features_have_one_sum() {
    let mut sums = HashSet::new();
    for (second, b) in XOR64.iter().enumerate() {
        for a in &XOR64[..second] {
            assert!(sums.insert(a.toggle(*b)), "the sum of a pair came twice");
        }
    }
    assert_eq!(sums.len(), FEATURES * (FEATURES - 1) / 2);
}

#[test]
fn fingerprint_sees_one_bit_the_order_and_the_length() {
    let whole = xor64_fingerprint(&XOR64);
    for feature in [0, FEATURES / 2, FEATURES - 1] {
        let mut table = XOR64;
        table[feature].0 ^= 1 << (feature % 64);
        assert_ne!(xor64_fingerprint(&table), whole);
    }
    let mut swapped = XOR64;
    swapped.swap(3, 4);
    assert_ne!(xor64_fingerprint(&swapped), whole);
    assert_ne!(xor64_fingerprint(&[Xor64(0); 3]), xor64_fingerprint(&[Xor64(0); 4]));
    assert_ne!(xor64_fingerprint(&[]), xor64_fingerprint(&[Xor64(0)]));
}
