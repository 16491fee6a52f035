//! From a key to a bucket.

use crate::sealed::Sealed;

/// How a key chooses among the buckets of a table. Sealed: a layout names the index it uses.
///
/// The result is the same on every target, whatever its word size.
pub trait Index: Copy + Sealed {
    /// The index over `buckets` buckets, at least one.
    fn new(buckets: usize) -> Self;

    /// The bucket of `key`, below the number of buckets.
    fn bucket(self, key: u64) -> usize;
}

/// The high word of `key × buckets`: uniform for mixed keys and any number of buckets, by the key's
/// high bits, without a division (Lemire, "A fast alternative to the modulo reduction", 2016).
#[derive(Clone, Copy, Debug)]
pub struct MultiplyHigh {
    buckets: u64,
}

impl Sealed for MultiplyHigh {}

impl Index for MultiplyHigh {
    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64 }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        ((u128::from(key) * u128::from(self.buckets)) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::{Index, MultiplyHigh};

    /// χ² per degree of freedom of `keys` spread over `buckets`; near 1 if uniform.
    fn chi_squared_per_degree(buckets: usize, keys: u64) -> f64 {
        let index = MultiplyHigh::new(buckets);
        let mut counts = vec![0_u32; buckets];
        for i in 0..keys {
            counts[index.bucket(zobrist_keys::mix(i))] += 1;
        }
        let expected = keys as f64 / buckets as f64;
        let sum: f64 = counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        sum / (buckets - 1) as f64
    }

    #[test]
    fn mixed_keys_spread_uniformly_over_any_number_of_buckets() {
        for buckets in [4_095, 4_096, 4_097, 10_007, 60_000] {
            let ratio = chi_squared_per_degree(buckets, 1 << 20);
            assert!((0.9..=1.1).contains(&ratio), "{buckets} buckets: {ratio}");
        }
    }

    #[test]
    fn the_ends_of_the_key_range_fall_on_the_first_and_last_bucket() {
        for buckets in [1, 2, 3, 1_000_003, usize::MAX] {
            let index = MultiplyHigh::new(buckets);
            assert_eq!(index.bucket(0), 0);
            assert_eq!(index.bucket(u64::MAX), buckets - 1);
        }
    }
}
