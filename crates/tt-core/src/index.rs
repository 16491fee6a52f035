//! From a key to a bucket.

use core::fmt::Debug;

/// A rule by which a key chooses among the buckets of a table and leaves bits over. A
/// layout names the index it uses.
///
/// Both are functions of the key and the number of buckets alone, the same on every target,
/// whatever its word size.
///
/// An index in ten lines, which serves any number of buckets by a division:
///
/// ```
/// use tt_core::{Entry, Index, Table, Wide};
///
/// #[derive(Clone, Copy, Debug)]
/// struct Remainder(u64);
///
/// impl Index for Remainder {
///     const NAME: &'static str = "remainder";
///
///     fn new(buckets: usize) -> Self {
///         Self(buckets as u64)
///     }
///
///     fn bucket(self, key: u64) -> usize {
///         (key % self.0) as usize
///     }
///
///     fn rest(self, key: u64) -> u64 {
///         key / self.0
///     }
/// }
///
/// let table: Table<Entry, Wide<4, Remainder>> = Table::with_parts(1_000 * 64)?;
/// // Keys that differ by the number of buckets meet in one, which has room for four of them.
/// (0..5).for_each(|n| table.store(17 + 1_000 * n, Entry::default()));
/// assert_eq!((0..5).filter(|n| table.probe(17 + 1_000 * n).is_some()).count(), 4);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
pub trait Index: Copy + Debug + Send + Sync {
    /// Its name, by which the header of a shared table distinguishes indexes: no other index has
    /// it.
    const NAME: &'static str;

    /// Creates the index over `buckets` buckets, at least one.
    fn new(buckets: usize) -> Self;

    /// Returns how many of `buckets` buckets, the first ones, keys can reach: all, unless the index
    /// says otherwise. Memory for the others would be wasted.
    ///
    /// ```
    /// use tt_core::{Index, Mask, MultiplyHigh};
    ///
    /// assert_eq!((MultiplyHigh::reach(1_500), Mask::reach(1_500)), (1_500, 1_024));
    /// ```
    fn reach(buckets: usize) -> usize {
        buckets
    }

    /// Returns the bucket of `key`, below the number of buckets: a table panics at any other.
    fn bucket(self, key: u64) -> usize;

    /// Returns the part of `key` that does not choose the bucket. A layout that keeps no whole key
    /// keeps the lowest bits of this part, because bits that the index holds would add nothing.
    fn rest(self, key: u64) -> u64;
}

/// The high word of `key × buckets`: uniform for mixed keys and any number of buckets, by the key's
/// high bits, without a division (Lemire, "A fast alternative to the modulo reduction", 2016).
///
/// ```
/// use tt_core::{Index, MultiplyHigh};
///
/// // A thousand buckets: each thousandth of the key range has its own.
/// let index = MultiplyHigh::new(1_000);
/// assert_eq!([0, u64::MAX / 2, u64::MAX].map(|key| index.bucket(key)), [0, 499, 999]);
/// // So keys that are small integers would all fall on the first one: they are mixed first.
/// assert_eq!(index.bucket(123_456), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MultiplyHigh {
    buckets: u64,
}

impl Index for MultiplyHigh {
    const NAME: &'static str = "multiply-high";

    fn new(buckets: usize) -> Self {
        Self { buckets: buckets as u64 }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        ((u128::from(key) * u128::from(self.buckets)) >> u64::BITS) as usize
    }

    /// The key itself: its low bits do not reach the high word.
    #[inline]
    fn rest(self, key: u64) -> u64 {
        key
    }
}

/// The low bits of the key ("and"-masking). It reaches a power of two of buckets: of any other
/// number those past the greatest power of two below it stay empty.
///
/// ```
/// use tt_core::{Index, Mask};
///
/// let index = Mask::new(1 << 10);
/// assert_eq!((index.bucket(0x3_0401), index.rest(0x3_0401)), (1, 0x3_0401 >> 10));
/// // 1,500 buckets are no better than 1,024: it is for tables whose size is a power of two.
/// assert_eq!(Mask::new(1_500).bucket(u64::MAX), 1_023);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    bits: u32,
}

impl Index for Mask {
    const NAME: &'static str = "mask";

    fn new(buckets: usize) -> Self {
        Self { bits: buckets.ilog2() }
    }

    /// The greatest power of two that is not above `buckets`.
    fn reach(buckets: usize) -> usize {
        1 << buckets.ilog2()
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        (key & low_bits(self.bits)) as usize
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        key >> self.bits
    }
}

/// A word whose lowest `bits` (less than 64) are set.
#[inline]
const fn low_bits(bits: u32) -> u64 {
    (1 << bits) - 1
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use zobrist_keys::mix;

    use super::{Index, Mask, MultiplyHigh};

    /// Returns the hits of each of `buckets` buckets by `keys` mixed keys.
    fn counts<I: Index>(buckets: usize, keys: u64) -> Vec<f64> {
        let index = I::new(buckets);
        let mut counts = vec![0.0; buckets];
        for i in 0..keys {
            counts[index.bucket(mix(i))] += 1.0;
        }
        counts
    }

    /// χ² per degree of freedom; near 1 if uniform.
    fn chi_squared_per_degree<I: Index>(buckets: usize, keys: u64) -> f64 {
        let expected = keys as f64 / buckets as f64;
        let counts = counts::<I>(buckets, keys);
        counts.iter().map(|n| (n - expected).powi(2) / expected).sum::<f64>() / (buckets - 1) as f64
    }

    #[test]
    fn mixed_keys_spread_uniformly() {
        for buckets in [4_095, 4_096, 4_097, 10_007, 60_000] {
            let keys = 1 << 20;
            let mut ratios = vec![chi_squared_per_degree::<MultiplyHigh>(buckets, keys)];
            if buckets.is_power_of_two() {
                ratios.push(chi_squared_per_degree::<Mask>(buckets, keys));
            }
            for (i, ratio) in ratios.into_iter().enumerate() {
                assert!((0.9..=1.1).contains(&ratio), "index {i}, {buckets} buckets: {ratio}");
            }
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

    /// A mask and its rest share no bit of a key, and together they hold all of them.
    #[test]
    fn mask_and_rest_are_disjoint_and_lose_nothing() {
        let index = Mask::new(1 << 13);
        for key in (0..1_000).map(mix) {
            assert_eq!(index.rest(key) << 13 | index.bucket(key) as u64, key);
        }
    }
}
