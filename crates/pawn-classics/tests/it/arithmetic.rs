//! Moduli, counts, the rank and the packing.

use std::collections::BTreeSet;

use pawn_classics::{
    FULL_STRUCTURES, Ranking, STRUCTURES, UNBOUNDED_STRUCTURES, mod49981, mod49981_by_product,
    order_of_two, pack, rank, unpack, unrank,
};
use zobrist_keys::SplitMix64;

use crate::times;

const PAWN_RANKS: u64 = 0x00FF_FFFF_FFFF_FF00;

fn squares(random: &mut SplitMix64, free: u64, most: u64) -> u64 {
    let count = random.next() % (most + 1);
    (0..count).fold(0, |set, _| set | (1 << (8 + random.next() % 48)) & free)
}

/// A structure of at most eight pawns a side.
fn structure(random: &mut SplitMix64) -> [u64; 2] {
    let white = squares(random, PAWN_RANKS, 8);
    [white, squares(random, PAWN_RANKS & !white, 8)]
}

/// The remainder modulo 49981 as it was published: the quotient is taken by a product of 64 bits
/// whose lowest part is dropped, so it may come out one too small; only one too great is corrected.
fn mod49981_as_published(a: u64) -> u32 {
    const MODULUS: u64 = 49_981;
    const RECIPROCAL: u64 = u64::MAX / MODULUS + 1;
    let high = RECIPROCAL.wrapping_mul(a >> 32);
    let low = (RECIPROCAL >> 32) * (a & 0xFFFF_FFFF);
    let quotient = high.wrapping_add(low) >> 32;
    let remainder = a.wrapping_sub(quotient.wrapping_mul(MODULUS)) as i32;
    (if remainder < 0 { remainder + MODULUS as i32 } else { remainder }) as u32
}

#[test]
fn the_published_modulo_is_wrong_at_the_modulus() {
    assert_eq!(mod49981_as_published(49_980), 49_980);
    assert_eq!(mod49981_as_published(49_981), 49_981, "an index out of bounds");
    assert_eq!((mod49981(49_981), mod49981_by_product(49_981)), (0, 0));
    // It is right or too great by the modulus, never anything else.
    let mut random = SplitMix64::new(16);
    let numbers = (0..100_000).map(|_| random.next());
    let multiples = (0..100_000).map(|n| n * 49_981);
    let wrong = numbers.chain(multiples).filter(|&a| {
        let (published, right) = (mod49981_as_published(a), mod49981(a));
        assert!(published == right || published == right + 49_981, "{a}");
        published != right
    });
    assert!(wrong.count() > 1_000);
}

#[test]
fn the_right_modulos_hold_on_the_boundaries() {
    let m = 49_981_u64;
    let last = u64::MAX / m * m;
    let mut list: Vec<u64> = (0..64).map(|bit| 1 << bit).collect();
    list.extend([0, m, 2 * m, m << 32, last, u64::MAX, 0xFFFF_FFFF, 0xFFFF_FFFF << 32, PAWN_RANKS]);
    list.extend((0..1_000).map(|n| last / 1_000 * n / m * m));
    for a in list.into_iter().flat_map(|a| [a.wrapping_sub(1), a, a.wrapping_add(1)]) {
        assert_eq!(u64::from(mod49981(a)), a % m, "{a}");
        assert_eq!(u64::from(mod49981_by_product(a)), a % m, "{a}");
    }
}

#[test]
fn the_right_modulos_hold_on_random_numbers() {
    let mut random = SplitMix64::new(49_981);
    for _ in 0..times(10_000_000) {
        let a = random.next();
        let expected = (a % 49_981) as u32;
        assert!(mod49981(a) == expected && mod49981_by_product(a) == expected, "{a}");
    }
}

#[test]
fn the_order_of_two_is_the_first_power_that_is_one() {
    assert_eq!(49_981, 151 * 331);
    assert_eq!(order_of_two(49_981), 30, "pawns on s and on s + 30 are alike");
    assert_eq!(mod49981(1 << 8), mod49981(1 << 38));
    for modulus in (3..2_000_u32).step_by(2) {
        let powers = (1..).scan(1, |power, n| {
            *power = *power * 2 % modulus;
            Some((n, *power))
        });
        let first = powers.filter(|&(_, power)| power == 1).map(|(n, _)| n).next();
        assert_eq!(Some(order_of_two(modulus)), first, "{modulus}");
    }
    assert_eq!((order_of_two(1), order_of_two(2), order_of_two(64)), (0, 0, 0));
}

#[test]
fn the_counts_are_exact() {
    assert_eq!(STRUCTURES, 49_095_495_585_283_107);
    assert_eq!(STRUCTURES.ilog2() + 1, 56, "bits of a rank");
    assert_eq!(FULL_STRUCTURES, 377_348_994 * 76_904_685);
    assert_eq!(format!("{:.3}", (FULL_STRUCTURES as f64).log2()), "54.688");
    assert_eq!(UNBOUNDED_STRUCTURES, 79_766_443_076_872_509_863_361);
    assert_eq!(format!("{:.2}", (UNBOUNDED_STRUCTURES as f64).log2()), "76.08");
}

/// All disjoint pairs of sets of at most `PAWNS` members get the numbers from 0 on, each once.
fn assert_bijection<const SQUARES: usize, const PAWNS: usize>() {
    let mut seen = vec![false; Ranking::<SQUARES, PAWNS>::COUNT as usize];
    for white in 0..1_u64 << SQUARES {
        for black in 0..1_u64 << SQUARES {
            let few = |set: u64| set.count_ones() as usize <= PAWNS;
            let valid = white & black == 0 && few(white) && few(black);
            let rank = Ranking::<SQUARES, PAWNS>::rank([white, black]);
            assert_eq!(rank.is_some(), valid);
            if let Some(rank) = rank {
                assert!(!std::mem::replace(&mut seen[rank as usize], true), "{rank} twice");
                assert_eq!(Ranking::<SQUARES, PAWNS>::unrank(rank), Some([white, black]));
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen), "no gap");
}

#[test]
fn the_rank_is_a_bijection_on_small_boards() {
    assert_bijection::<9, 3>();
    assert_bijection::<8, 4>();
    assert_bijection::<6, 1>();
    assert_bijection::<2, 0>();
}

#[test]
fn the_rank_is_a_bijection_on_structures_of_the_real_board() {
    let mut random = SplitMix64::new(14);
    for _ in 0..times(50_000) {
        let structure = structure(&mut random);
        let number = rank(structure).expect("at most eight a side");
        assert!(number < STRUCTURES);
        assert_eq!(unrank(number), Some(structure));
        let number = random.next() % STRUCTURES;
        let structure = unrank(number).expect("below the count");
        assert_eq!(rank(structure), Some(number));
    }
    assert_eq!((rank([0, 0]), unrank(STRUCTURES)), (Some(0), None));
    assert_eq!((rank([1, 0]), rank([0, 1 << 56]), rank([256, 256])), (None, None, None));
    assert_eq!(rank([0x1FF00, 0]), None, "nine pawns");
}

#[test]
fn the_packing_is_a_bijection() {
    let mut random = SplitMix64::new(12);
    for _ in 0..times(100_000) {
        let structure = structure(&mut random);
        let word = pack(structure).expect("at most 16 pawns");
        assert_eq!(unpack(word), structure);
    }
    let one: Vec<u64> = (8..56).map(|square| 1 << square).chain([0]).collect();
    let sets: BTreeSet<u64> = one.iter().flat_map(|a| one.iter().map(move |b| a | b)).collect();
    let mut words = BTreeSet::new();
    let mut structures = 0;
    for (&white, &black) in sets.iter().flat_map(|w| sets.iter().map(move |b| (w, b))) {
        if white & black == 0 && (white | black).count_ones() <= 2 {
            let word = pack([white, black]).expect("few pawns");
            assert_eq!(unpack(word), [white, black]);
            words.insert(word);
            structures += 1;
        } else if white & black != 0 {
            assert_eq!(pack([white, black]), None);
        }
    }
    assert_eq!((structures, words.len()), (1 + 2 * 48 + 4 * 48 * 47 / 2, structures));
    // All sixteen may be of one colour; seventeen do not fit.
    let sixteen = 0x00FF_FF00;
    assert_eq!(pack([0, sixteen]).map(unpack), Some([0, sixteen]));
    assert_eq!((pack([0, sixteen | 1 << 24]), pack([1, 0])), (None, None));
}
