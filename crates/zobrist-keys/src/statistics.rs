//! Measures of a table of keys, whatever made it.
//!
//! Positions have different keys because keys are independent, not because single keys are far from
//! each other: four keys may differ in many bits and yet sum to zero. So the rank comes first; the
//! others are descriptions. All of these run in constants as well, for tables of moderate size.

use crate::Xor64;

/// Returns the linear rank of a table: the most of its keys of which no subset sums to zero. At
/// most 64.
///
/// ```
/// use zobrist_keys::{Xor64, linear_rank};
///
/// // The third key is the sum of the others.
/// assert_eq!(linear_rank(&[Xor64(0b0011), Xor64(0b0110), Xor64(0b0101)]), 2);
/// ```
#[must_use]
pub const fn linear_rank(table: &[Xor64]) -> u32 {
    // A basis by Gaussian elimination: `basis[b]` is zero or has its highest bit at `b`.
    let mut basis = [0; 64];
    let mut rank = 0;
    let mut i = 0;
    while i < table.len() {
        let mut rest = table[i].0;
        while rest != 0 {
            let highest = rest.ilog2() as usize;
            if basis[highest] == 0 {
                basis[highest] = rest;
                rank += 1;
                break;
            }
            rest ^= basis[highest];
        }
        i += 1;
    }
    rank
}

/// Returns how many keys of a table have each of the 64 bits set; half of them is balance.
///
/// ```
/// use zobrist_keys::{Xor64, bit_balance, xor64_table};
///
/// // Keys from elsewhere: is there a bit that never changes, so that half of a table stays empty?
/// let keys: [Xor64; 256] = xor64_table::<256>(1).map(|key| Xor64(key.0 & !(1 << 63)));
/// let balance = bit_balance(&keys);
/// assert_eq!(balance.iter().position(|&set| set == 0), Some(63));
/// ```
#[must_use]
pub const fn bit_balance(table: &[Xor64]) -> [u32; 64] {
    let mut counts = [0; 64];
    let mut i = 0;
    while i < table.len() {
        let mut bit = 0;
        while bit < 64 {
            counts[bit] += (table[i].0 >> bit & 1) as u32;
            bit += 1;
        }
        i += 1;
    }
    counts
}

/// Returns how many pairs of keys differ in 0, 1, ..., 64 bits. Takes time as the square of the
/// table's length.
///
/// ```
/// use zobrist_keys::{hamming_distances, xor64_table};
///
/// let pairs = hamming_distances(&xor64_table::<100>(1));
/// assert_eq!(pairs.iter().sum::<u64>(), 100 * 99 / 2);
/// // Random keys differ in half of their bits or so; a pair at 0 would be two equal keys.
/// assert_eq!((pairs[0], pairs[1..12].iter().sum()), (0, 0));
/// ```
#[must_use]
pub const fn hamming_distances(table: &[Xor64]) -> [u64; 65] {
    let mut pairs = [0; 65];
    let mut second = 0;
    while second < table.len() {
        let mut first = 0;
        while first < second {
            pairs[(table[first].0 ^ table[second].0).count_ones() as usize] += 1;
            first += 1;
        }
        second += 1;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::{bit_balance, hamming_distances, linear_rank};
    use crate::Xor64;

    #[test]
    fn rank_counts_independent_keys() {
        assert_eq!(linear_rank(&[]), 0);
        assert_eq!(linear_rank(&[Xor64(0), Xor64(7), Xor64(7)]), 1);
        let units: [Xor64; 64] = core::array::from_fn(|bit| Xor64(1 << bit));
        assert_eq!(linear_rank(&units), 64);
        let pairs: [Xor64; 63] = core::array::from_fn(|bit| Xor64(3 << bit));
        assert_eq!(linear_rank(&pairs), 63);
    }

    #[test]
    fn balance_counts_each_bit() {
        let counts = bit_balance(&[Xor64(1), Xor64(1 | 1 << 63), Xor64(0)]);
        assert_eq!((counts[0], counts[1], counts[63]), (2, 0, 1));
        assert_eq!(counts.iter().sum::<u32>(), 3);
    }

    #[test]
    fn distances_count_each_pair_once() {
        let pairs = hamming_distances(&[Xor64(0), Xor64(0), Xor64(3), Xor64(u64::MAX)]);
        assert_eq!((pairs[0], pairs[2], pairs[62], pairs[64]), (1, 2, 1, 2));
        assert_eq!(pairs.iter().sum::<u64>(), 6);
    }
}
