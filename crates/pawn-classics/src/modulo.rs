//! The remainder of a bitboard, without a division.
//!
//! A modulus can hash raw sets: no key is needed, and a remainder below the number of entries is
//! an index. Two mistakes are easy, and one published function, reduction modulo 49981, makes
//! both. Its multiplication by a rounded reciprocal misses by one for some numbers, which is
//! corrected here; and its modulus divides 2^30 − 1, so that a pawn counts the same on two squares
//! that are 30 apart.

const PUBLISHED: u64 = 49981;
/// 2^64 / 49981, rounded up.
const RECIPROCAL: u64 = 0x0001_4FAC_0005_3EB1;

/// Returns `a` modulo 49981 by products of 64 bits: the published estimate of the quotient, which
/// may be one too small or one too great, corrected in both directions. As published, only one too
/// great is corrected.
///
/// ```
/// use pawn_classics::mod49981;
///
/// assert!((0..10_000).map(|n| u64::MAX / 10_000 * n).all(|a| mod49981(a) == (a % 49_981) as u32));
/// ```
#[must_use]
pub const fn mod49981(a: u64) -> u32 {
    const MODULUS: i32 = PUBLISHED as i32;
    let remainder = match estimate(a) {
        remainder @ ..0 => remainder + MODULUS,
        remainder @ MODULUS.. => remainder - MODULUS,
        remainder => remainder,
    };
    remainder as u32
}

/// Returns `a` modulo 49981 by the high word of a product of 128 bits.
#[must_use]
pub const fn mod49981_by_product(a: u64) -> u32 {
    reduce::<{ PUBLISHED as u32 }>(a)
}

/// The remainder that the estimated quotient leaves: at least −49981 and below 2 · 49981.
const fn estimate(a: u64) -> i32 {
    let high = RECIPROCAL.wrapping_mul(a >> 32);
    let low = (RECIPROCAL >> 32) * (a & 0xFFFF_FFFF);
    let quotient = high.wrapping_add(low) >> 32; // modulo 2^32, which the 32 bits below forgive
    a.wrapping_sub(quotient.wrapping_mul(PUBLISHED)) as i32
}

/// `a` modulo `M`, for any `M` of at least 2.
///
/// The reciprocal is rounded down, so the quotient is right or one too small (Granlund and
/// Montgomery, *Division by invariant integers using multiplication*, 1994).
#[inline]
pub(crate) const fn reduce<const M: u32>(a: u64) -> u32 {
    let modulus = M as u64;
    let quotient = ((a as u128 * const { u64::MAX / M as u64 } as u128) >> 64) as u64;
    let remainder = a - quotient * modulus;
    (if remainder >= modulus { remainder - modulus } else { remainder }) as u32
}

/// Returns the multiplicative order of 2: the least `n` above 0 with 2^n = 1 modulo `modulus`; 0 if
/// there is none, because the modulus is even, and for the modulus 1.
///
/// A modulus of raw bitboards needs an order of at least 64, or else two squares count the same.
///
/// ```
/// use pawn_classics::order_of_two;
///
/// // Squares that are 30 apart count the same modulo 49981; modulo 16411 all 64 differ.
/// assert_eq!(order_of_two(49_981), 30);
/// assert!(order_of_two(16_411) >= 64);
/// ```
#[must_use]
pub const fn order_of_two(modulus: u32) -> u32 {
    if modulus.is_multiple_of(2) || modulus == 1 {
        return 0;
    }
    let modulus = modulus as u64;
    let (mut power, mut order) = (2, 1);
    while power != 1 {
        power = power * 2 % modulus;
        order += 1;
    }
    order
}
