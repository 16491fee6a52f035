//! An invertible mixer of 64-bit words.
//!
//! A key that is the state itself (a board packed into 49 bits, say) is unique, but its bits are
//! not uniform. Mixed, it may index a table; and since the mixer is a bijection, the state can be
//! computed from the key.

const FIRST: u64 = 0xbf58_476d_1ce4_e5b9;
const SECOND: u64 = 0x94d0_49bb_1331_11eb;

/// Mixes all bits of a word; a bijection with `mix(0) == 0`.
///
/// Source: the finaliser of SplitMix64 (Guy L. Steele Jr., Doug Lea, Christine H. Flood, *Fast
/// Splittable Pseudorandom Number Generators*, 2014), with David Stafford's constants (variant 13,
/// 2011).
///
/// ```
/// use zobrist_keys::mix;
///
/// // Two boards that differ in one stone: neighbours as numbers, far apart as keys.
/// let [a, b] = [0b0110, 0b0111].map(mix);
/// assert!((a ^ b).count_ones() > 16 && a >> 54 != b >> 54);
/// ```
#[must_use]
#[inline]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(FIRST);
    let word = (word ^ (word >> 27)).wrapping_mul(SECOND);
    word ^ (word >> 31)
}

/// Undoes [`mix`].
///
/// ```
/// use zobrist_keys::{mix, unmix};
///
/// let state = 0x0001_8040_2010_0804;
/// assert_eq!(unmix(mix(state)), state);
/// ```
#[must_use]
#[inline]
pub const fn unmix(word: u64) -> u64 {
    const FIRST_INVERSE: u64 = inverse_of_odd(FIRST);
    const SECOND_INVERSE: u64 = inverse_of_odd(SECOND);
    let word = undo_xor_shift(word, 31).wrapping_mul(SECOND_INVERSE);
    let word = undo_xor_shift(word, 27).wrapping_mul(FIRST_INVERSE);
    undo_xor_shift(word, 30)
}

/// Solves `x ^ (x >> shift) == word` for `x`; `shift` is at least 22, so that three terms suffice.
const fn undo_xor_shift(word: u64, shift: u32) -> u64 {
    word ^ (word >> shift) ^ (word >> (2 * shift))
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the exact
/// bits.
const fn inverse_of_odd(number: u64) -> u64 {
    // An odd number is its own inverse modulo 8: three bits are exact at the start, 96 after five
    // steps.
    let mut inverse = number;
    let mut step = 0;
    while step < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(number.wrapping_mul(inverse)));
        step += 1;
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::{FIRST, SECOND, inverse_of_odd, mix, unmix};

    #[test]
    fn inverse_multiplies_to_one() {
        for number in [1, 3, FIRST, SECOND, u64::MAX] {
            assert_eq!(number.wrapping_mul(inverse_of_odd(number)), 1);
        }
    }

    #[test]
    fn one_flipped_bit_changes_about_half_of_the_output() {
        for bit in 0..64 {
            let changed: u32 = (0..1000_u64)
                .map(|word| (mix(word << 20) ^ mix((word << 20) ^ (1 << bit))).count_ones())
                .sum();
            assert!((30_000..34_000).contains(&changed), "bit {bit}: {changed} of 64,000");
        }
    }

    #[test]
    fn unmix_undoes_mix_on_edges() {
        for word in [0, 1, u64::MAX, 1 << 63, FIRST] {
            assert_eq!(unmix(mix(word)), word);
            assert_eq!(mix(unmix(word)), word);
        }
    }
}
