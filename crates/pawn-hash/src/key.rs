//! [`key_of`]: a key of two sets of pawns, for an engine that keeps none.

/// Any numbers of mixed bits would do that have one outside the squares of pawns, so that no set
/// makes a factor 0: the first 128 bits of the fraction of π.
const PI: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];

/// 2^64 divided by the golden ratio, made odd (Knuth, *The Art of Computer Programming* 3,
/// section 6.4, 1973).
const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns a key of the two sets, all of whose bits are mixed.
#[inline]
#[must_use]
pub const fn key_of([white, black]: [u64; 2]) -> u64 {
    fold(fold(white ^ PI[0], black ^ PI[1]), GOLDEN_RATIO)
}

/// Returns both halves of the product, one XOR the other (Wang Yi, *wyhash*, 2019).
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}
