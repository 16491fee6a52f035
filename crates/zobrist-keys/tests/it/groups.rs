//! The laws of the key groups, and what a game may build on them.

use std::collections::HashMap;

use proptest::prelude::{Strategy, any, proptest};
use zobrist_keys::{
    Additive64, Key, NoKey, SplitMix64, Xor64, Xor128, additive64_table, mix, unmix, xor64_table,
    xor128_table,
};

/// Checks the laws that [`Key`] promises on three elements.
fn check_laws<K: Key>(a: K, b: K, c: K) {
    assert_eq!(a.insert(b), b.insert(a));
    assert_eq!(a.insert(b).insert(c), a.insert(b.insert(c)));
    assert_eq!(a.insert(K::ZERO), a);
    assert_eq!(a.remove(K::ZERO), a);
    assert_eq!(a.insert(b).remove(b), a);
    assert_eq!(a.remove(b).insert(b), a);
    assert_eq!(a.remove(a), K::ZERO);
    assert_eq!(K::default(), K::ZERO);
    assert_eq!(K::ZERO.to_u64(), 0);
    assert_eq!((a.masked(!0), a.masked(0)), (a, K::ZERO));
    assert_eq!([a, b, c].iter().sum::<K>(), a.insert(b).insert(c));
    assert_eq!([a, b].into_iter().sum::<K>(), a.insert(b));
    assert_eq!([].iter().sum::<K>(), K::ZERO);
}

#[test]
fn no_key_is_a_group_of_one_element() {
    check_laws(NoKey, NoKey, NoKey);
    assert_eq!(size_of::<NoKey>(), 0);
}

proptest! {
    #[test]
    fn xor64_is_a_commutative_group([a, b, c] in any::<[u64; 3]>().prop_map(|w| w.map(Xor64))) {
        check_laws(a, b, c);
        assert_eq!(a.insert(b), a.remove(b));
        assert_eq!(a.to_u64(), a.0);
        let mut key = a;
        key ^= b;
        assert_eq!((key, a ^ b), (Xor64(a.0 ^ b.0), a.insert(b)));
    }

    #[test]
    fn xor128_is_a_commutative_group([a, b, c] in any::<[u128; 3]>().prop_map(|w| w.map(Xor128))) {
        check_laws(a, b, c);
        // Folding commutes with the group's operation.
        assert_eq!(a.insert(b).to_u64(), a.to_u64() ^ b.to_u64());
        let mut key = a;
        key ^= b;
        assert_eq!((key, a ^ b), (Xor128(a.0 ^ b.0), a.insert(b)));
    }

    #[test]
    fn additive64_is_a_commutative_group(
        [a, b, c] in any::<[u64; 3]>().prop_map(|w| w.map(Additive64)),
        count in 0_u64..64,
    ) {
        check_laws(a, b, c);
        assert_eq!(a.to_u64(), a.0);
        let repeated = (0..count).fold(Additive64::ZERO, |sum, _| sum.insert(a));
        assert_eq!(repeated, a.times(count));
        let mut key = a;
        key += b;
        assert_eq!((key, a + b), (Additive64(a.0.wrapping_add(b.0)), a.insert(b)));
        key -= b;
        assert_eq!((key, a - b), (a, a.remove(b)));
    }

    #[test]
    fn mixer_is_a_bijection(word: u64) {
        assert_eq!(unmix(mix(word)), word);
        assert_eq!(mix(unmix(word)), word);
    }
}

/// Makes a million random moves, each of two features that go and two that come, takes all of
/// them back in reverse order, and expects the first key again.
fn make_and_unmake<K: Key>(table: &[K]) {
    const MOVES: usize = 1_000_000;
    let mut stream = SplitMix64::new(5);
    let moves = (0..MOVES).map(|_| stream.next()).collect::<Vec<_>>();
    let feature = |word: u64, byte: u32| table[usize::from((word >> (8 * byte)) as u8)];
    let start = table[0].insert(table[1]);

    let end = moves.iter().fold(start, |key, &word| {
        key.remove(feature(word, 0))
            .remove(feature(word, 1))
            .insert(feature(word, 2))
            .insert(feature(word, 3))
    });
    assert_ne!(end, start);
    let back = moves.iter().rev().fold(end, |key, &word| {
        key.remove(feature(word, 3))
            .remove(feature(word, 2))
            .insert(feature(word, 1))
            .insert(feature(word, 0))
    });
    assert_eq!(back, start);
}

#[test]
fn unmake_restores_the_key_in_every_group() {
    make_and_unmake(&xor64_table::<256>(1));
    make_and_unmake(&xor128_table::<256>(2));
    make_and_unmake(&additive64_table::<256>(3));
}

/// Zobrist's paper gives each side to move a number of its own. One is enough: both schemes
/// separate the same positions, since their keys differ by one constant.
#[test]
fn one_key_for_the_side_to_move_suffices() {
    const SQUARES: usize = 9;
    const TABLE: [Xor64; 2 * SQUARES + 2] = xor64_table(9);
    let [first, second] = [TABLE[2 * SQUARES], TABLE[2 * SQUARES + 1]];
    let mut stream = SplitMix64::new(9);
    let mut two_of_one = HashMap::new();
    let mut one_of_two = HashMap::new();
    for _ in 0..100_000 {
        let word = stream.next();
        // Each square by its two bits: empty (twice), first or second side; the side by bit 63.
        let board = (0..SQUARES).fold(Xor64::ZERO, |key, square| match word >> (2 * square) & 3 {
            2 => key.insert(TABLE[square]),
            3 => key.insert(TABLE[SQUARES + square]),
            _ => key,
        });
        let second_moves = word >> 63 == 1;
        let two = board.insert(if second_moves { second } else { first });
        let one = if second_moves { board.insert(first.insert(second)) } else { board };
        assert_eq!(*two_of_one.entry(one).or_insert(two), two);
        assert_eq!(*one_of_two.entry(two).or_insert(one), one);
    }
    // At most 3^9 boards for each side: the sample repeats, so equality was really tried.
    assert!(two_of_one.len() <= 2 * 19_683);
    assert_eq!(two_of_one.len(), one_of_two.len());
}
