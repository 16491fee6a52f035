//! Multiplications that spread a word's bits.

/// 2^64 divided by the golden ratio, made odd (Knuth, *The Art of Computer Programming* 3,
/// section 6.4, 1973).
pub(crate) const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// Returns the product of a word and [`GOLDEN_RATIO`]: a bijection, whose high bits depend on all
/// bits of the word.
#[inline]
pub(crate) const fn spread(word: u64) -> u64 {
    word.wrapping_mul(GOLDEN_RATIO)
}

/// Returns both halves of a product, one XOR the other: each bit depends on all bits of both
/// factors (Wang Yi, *wyhash*, 2019).
#[inline]
pub(crate) const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> u64::BITS) as u64 ^ product as u64
}
