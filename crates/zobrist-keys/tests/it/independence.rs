//! The promised distances, tried by brute force on the tables as they are.

use std::collections::HashSet;

use zobrist_keys::{Bch, Certificate, Key, SplitMix64, Xor64, primitive_polynomial};

/// The code of 781 features, and the strongest one for 96.
type Wide = Bch<{ primitive_polynomial(10) }, 6, 781>;
type Narrow = Bch<{ primitive_polynomial(7) }, 10, 96>;

static WIDE: [Xor64; 781] = Wide::NESTED;
static NARROW: [Xor64; 96] = Narrow::NESTED;

/// The low `bits` bits of some keys.
fn low_bits(keys: &[Xor64], bits: u32) -> Vec<u64> {
    keys.iter().map(|key| key.0 & u64::MAX >> (64 - bits)).collect()
}

/// All sums of exactly `count` of the keys.
fn sums(keys: &[u64], count: u32) -> Vec<u64> {
    if count == 0 {
        return vec![0];
    }
    (0..keys.len())
        .flat_map(|last| {
            sums(&keys[..last], count - 1).into_iter().map(move |sum| sum ^ keys[last])
        })
        .collect()
}

/// Whether any `2 * half` keys, or fewer, are independent: all sums of at most `half` keys differ.
fn any_are_independent(keys: &[u64], half: u32) -> bool {
    let mut all: Vec<u64> = (0..=half).flat_map(|count| sums(keys, count)).collect();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1])
}

/// Whether any 5 keys of at most 21 bits, or fewer, are independent: no sum of three is one of at
/// most two.
fn any_5_are_independent(keys: &[u64]) -> bool {
    let mut is_sum = vec![false; 1 << 21];
    for first in 0..keys.len() {
        for second in 0..first {
            is_sum[(keys[first] ^ keys[second]) as usize] = true;
        }
        is_sum[keys[first] as usize] = true;
    }
    is_sum[0] = true;
    let no_triple = (0..keys.len()).all(|first| {
        (0..first).all(|second| {
            let pair = keys[first] ^ keys[second];
            keys[..second].iter().all(|third| !is_sum[(pair ^ third) as usize])
        })
    });
    any_are_independent(keys, 2) && no_triple
}

#[test]
fn every_prefix_of_the_wide_code_keeps_its_promise() {
    let certificates: Vec<_> = Wide::PREFIXES.iter().map(|p| (p.bits, p.distance)).collect();
    assert_eq!(certificates, [(11, 4), (21, 6), (31, 8), (41, 10), (51, 12), (61, 14)]);
    // The whole table for 3 and 5 features; its beginnings for more. Any 2h of the bits after the
    // parity bit are independent; the parity bit sees every sum of an odd number.
    assert!(any_are_independent(&low_bits(&WIDE, 11), 1));
    assert!(any_5_are_independent(&low_bits(&WIDE, 21)));
    assert!(any_are_independent(&low_bits(&WIDE[..250], 31), 3));
    assert!(any_are_independent(&low_bits(&WIDE[..60], 41), 4));
    assert!(any_are_independent(&low_bits(&WIDE[..36], 51), 5));
    assert!(any_are_independent(&low_bits(&WIDE[..28], 61), 6));
}

#[test]
fn every_prefix_of_the_narrow_code_keeps_its_promise() {
    let certificates: Vec<_> = Narrow::PREFIXES.iter().map(|p| (p.bits, p.distance)).collect();
    let expected =
        [(8, 4), (15, 6), (22, 8), (29, 10), (36, 12), (43, 14), (50, 16), (57, 20), (64, 22)];
    assert_eq!(certificates, expected);
    assert!(any_are_independent(&low_bits(&NARROW, 8), 1));
    assert!(any_5_are_independent(&low_bits(&NARROW, 15)));
    assert!(any_are_independent(&low_bits(&NARROW, 22), 3));
    assert!(any_are_independent(&low_bits(&NARROW[..60], 29), 4));
}

/// The searches above can fail: they find dependencies where the theory has them, and planted ones.
#[test]
fn the_search_finds_dependencies() {
    // 781 keys have more pairs than ten bits have values, and more triples than twenty.
    assert!(!any_are_independent(&low_bits(&WIDE, 11), 2));
    assert!(!any_are_independent(&low_bits(&WIDE[..250], 21), 3));

    let mut planted = low_bits(&WIDE, 21);
    planted[700] = planted[3] ^ planted[77] ^ planted[400] ^ planted[555];
    assert!(!any_5_are_independent(&planted));
    let mut flipped = low_bits(&WIDE, 21);
    flipped[500] ^= 1 << 13;
    assert!(!any_5_are_independent(&flipped));
}

#[test]
fn any_set_of_compared_bits_has_its_certificate() {
    let distance = |compared: u64| Wide::CODE.certificate(compared).distance;
    assert_eq!(distance(u64::MAX), 14);
    assert_eq!(distance(0), 1);
    assert_eq!(distance(1), 2);
    // A block that lacks one bit does not count, nor does any after it.
    assert_eq!(distance(0x3ff), 2);
    assert_eq!(distance(u64::MAX ^ 1 << 15), 4);
    // Without the parity bit: two blocks, any 4.
    assert_eq!(distance(0x1f_fffe), 5);
    let without_parity: Vec<u64> = WIDE.iter().map(|key| key.0 & 0x1f_fffe).collect();
    assert!(any_are_independent(&without_parity, 2));
    let Certificate { bits, distance, .. } = Wide::CODE.certificate(0x1f_fffe);
    assert_eq!((bits, distance), (20, 5));
}

#[test]
fn random_positions_within_the_distance_have_different_keys() {
    let keys = Narrow::WHITENED;
    let mut stream = SplitMix64::new(22);
    let mut seen = HashSet::from([Xor64::ZERO]);
    let mut features = HashSet::from([Vec::new()]);
    // Positions of at most ten features differ in at most twenty, less than the distance of 22.
    for _ in 0..200_000 {
        let mut position: Vec<usize> =
            (0..stream.next() % 11).map(|_| (stream.next() % 96) as usize).collect();
        position.sort_unstable();
        position.dedup();
        seen.insert(position.iter().fold(Xor64::ZERO, |key, &i| key.insert(keys[i])));
        features.insert(position);
    }
    assert_eq!(seen.len(), features.len());
}
