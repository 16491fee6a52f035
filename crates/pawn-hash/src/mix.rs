//! One multiplication that spreads a word's bits.

/// 2^64 divided by the golden ratio, made odd (Knuth, *The Art of Computer Programming* 3,
/// section 6.4, 1973).
const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// The product of a word and [`GOLDEN_RATIO`]: a bijection, whose high bits depend on all bits of
/// the word.
#[inline]
pub(crate) const fn spread(word: u64) -> u64 {
    word.wrapping_mul(GOLDEN_RATIO)
}
