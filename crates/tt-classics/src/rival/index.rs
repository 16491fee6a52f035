//! The index of the program Rival.

use tt_core::Index;

/// As many low bits of the key as the least power of two that is not below the number of buckets
/// needs; a value past the end is folded back by one subtraction.
///
/// It is **not** uniform: with `n` buckets below a power of two `m`, `m - n` of them are hit twice
/// as often as the others. Rival's own 630,153 buckets are worth 583,165 uniform ones.
///
/// ```
/// use tt_classics::rival::RivalFold;
/// use tt_core::{Entry, Index, Table, Wide};
///
/// // Six buckets: three bits of the key, of which 6 and 7 fall on 0 and 1 once more.
/// let index = RivalFold::new(6);
/// let buckets: Vec<usize> = (0..8).map(|key| index.bucket(key)).collect();
/// assert_eq!(buckets, [0, 1, 2, 3, 4, 5, 0, 1]);
/// let table: Table<Entry, Wide<1, RivalFold>> = Table::with_parts(6 * 16)?;
/// assert_eq!(table.buckets(), 6);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RivalFold {
    buckets: u64,
    bits: u32,
}

/// The lowest bit of the key that belongs to the lock of [`RivalFold`]: the lock is as independent
/// of the index as two drawn keys, as long as there are fewer than 2^33 buckets.
pub(super) const RIVAL_LOCK_SHIFT: u32 = 33;

impl Index for RivalFold {
    const NAME: &'static str = "rival-fold";

    fn new(buckets: usize) -> Self {
        let buckets = buckets as u64;
        // `ilog2` rounded up; 0 for a single bucket.
        let bits = u64::BITS - (buckets - 1).leading_zeros();
        Self { buckets, bits }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        let wide = key & low_bits(self.bits);
        let folded = if wide >= self.buckets { wide - self.buckets } else { wide };
        folded as usize
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        key >> RIVAL_LOCK_SHIFT
    }
}

/// [`RivalFold`] of an index key that is drawn anew for each size of the table: Rival's own.
///
/// Rival keeps two keys of a position, each from random numbers of its own: one of as many bits as
/// the table needs, and the lock. Here both are made of one 64-bit key. The lock is its highest 31
/// bits. The index key is taken from the other 33: their product with an odd number, modulo 2^33,
/// in its highest bits. An odd factor makes that a bijection, so that the index key is uniform and
/// independent of the lock, exactly, if the bits of the key are. The factor is drawn from the
/// number of buckets: of two positions that meet in one bucket, hardly any meet again when the size
/// has changed, and no state need be kept.
///
/// ```
/// use tt_classics::rival::RivalDrawn;
/// use tt_core::{Entry, Index, Table, Wide};
///
/// // Of the keys that meet one key's bucket in a table of 1,000, hardly any does among 1,001.
/// let [old, new] = [1_000, 1_001].map(RivalDrawn::new);
/// let meets = |index: RivalDrawn, key: u64| index.bucket(key) == index.bucket(77);
/// let keys = (1..100_000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
/// let met: Vec<u64> = keys.filter(|&key| meets(old, key)).collect();
/// let again = met.iter().filter(|&&key| meets(new, key)).count();
/// assert!(met.len() > 50 && again < 5, "{again} of {}", met.len());
///
/// let table: Table<Entry, Wide<4, RivalDrawn>> = Table::with_parts(1_000 * 64)?;
/// assert_eq!(table.buckets(), 1_000);
/// # Ok::<(), tt_core::AllocError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RivalDrawn {
    fold: RivalFold,
    factor: u64,
    /// Bits of the key that the index key is drawn from: 33, or more for tables that need more.
    width: u32,
}

impl Index for RivalDrawn {
    const NAME: &'static str = "rival-drawn";

    fn new(buckets: usize) -> Self {
        let fold = RivalFold::new(buckets);
        Self { fold, factor: drawn(buckets as u64) | 1, width: RIVAL_LOCK_SHIFT.max(fold.bits) }
    }

    #[inline]
    fn bucket(self, key: u64) -> usize {
        let product = key.wrapping_mul(self.factor) & low_bits(self.width);
        self.fold.bucket(product >> (self.width - self.fold.bits))
    }

    #[inline]
    fn rest(self, key: u64) -> u64 {
        self.fold.rest(key)
    }
}

/// The increment of SplitMix64: 2^64 by the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number drawn from another one: output `number` of the generator SplitMix64 with seed 0
/// (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
const fn drawn(number: u64) -> u64 {
    let sum = number.wrapping_mul(GOLDEN);
    let sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ (sum >> 31)
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

    use tt_core::MultiplyHigh;
    use zobrist_keys::{SplitMix64, mix};

    use super::{Index, RivalDrawn, RivalFold, drawn};

    /// Returns the hits of each of `buckets` buckets by `keys` mixed keys.
    fn counts<I: Index>(buckets: usize, keys: u64) -> Vec<f64> {
        let index = I::new(buckets);
        let mut counts = vec![0.0; buckets];
        for i in 0..keys {
            counts[index.bucket(mix(i))] += 1.0;
        }
        counts
    }

    /// 1 / Σ pᵢ²: how many buckets a uniform index would have for as many collisions. `counts` are
    /// weights, not samples.
    fn effective_size(weights: &[f64]) -> f64 {
        let sum: f64 = weights.iter().sum();
        sum * sum / weights.iter().map(|weight| weight * weight).sum::<f64>()
    }

    /// Bits of the least power of two that holds all buckets.
    #[test]
    fn rivals_fold_takes_the_next_power_of_two() {
        for k in 1..30 {
            let power = 1_usize << k;
            assert_eq!(RivalFold::new(power - 1).bits, if k == 1 { 0 } else { k });
            assert_eq!(RivalFold::new(power).bits, k);
            assert_eq!(RivalFold::new(power + 1).bits, k + 1);
        }
        assert_eq!(RivalFold::new(630_153).bits, 20);
    }

    /// 418,423 buckets have twice the weight of the other 211,730, so that the table is worth
    /// one of 583,165. Every value of the 20 bits is taken once.
    #[test]
    fn rivals_fold_is_worth_fewer_buckets_than_it_has() {
        const BUCKETS: usize = 630_153;
        let index = RivalFold::new(BUCKETS);
        let mut weights = vec![0.0; BUCKETS];
        (0..1 << 20).for_each(|key| weights[index.bucket(key)] += 1.0);
        let of_weight = |wanted: f64| weights.iter().filter(|&&weight| weight == wanted).count();
        assert_eq!((of_weight(2.0), of_weight(1.0)), (418_423, 211_730));
        assert_eq!(effective_size(&weights).round(), 583_165.0);
    }

    /// The effective size measured with mixed keys: for n of them Σ c² is n + n² / size on average.
    #[test]
    fn the_effective_size_is_measured_within_a_hundredth() {
        const BUCKETS: usize = 630_153;
        let keys = 1 << 24;
        let measured = |counts: &[f64]| {
            let pairs: f64 = counts.iter().map(|n| n * (n - 1.0)).sum();
            keys as f64 * (keys - 1) as f64 / pairs
        };
        let rival = measured(&counts::<RivalFold>(BUCKETS, keys));
        assert!((rival / 583_165.0 - 1.0).abs() < 0.01, "{rival}");
        let multiply_high = measured(&counts::<MultiplyHigh>(BUCKETS, keys));
        assert!(multiply_high > 0.99 * BUCKETS as f64, "{multiply_high}");
    }

    #[test]
    fn a_draw_is_that_of_the_published_generator() {
        assert_eq!(drawn(1), 0xe220_a839_7b1d_cdaf);
        let mut published = SplitMix64::new(0);
        assert!((1..=1_000).all(|number| drawn(number) == published.next()));
    }

    /// For every bucket every value of the lock is as likely. 64 buckets, the lowest and the
    /// highest six bits of the lock.
    #[test]
    fn rivals_lock_is_independent_of_the_index_key() {
        let index = RivalDrawn::new(64);
        let keys = 1 << 22;
        for shift in [0, 25] {
            let mut counts = vec![0.0; 64 * 64];
            for key in (0..keys).map(mix) {
                let lock = (index.rest(key) >> shift) as usize % 64;
                counts[index.bucket(key) * 64 + lock] += 1.0;
            }
            let expected = f64::from(keys as u32) / counts.len() as f64;
            let sum: f64 = counts.iter().map(|n: &f64| (n - expected).powi(2) / expected).sum();
            let ratio = sum / (counts.len() - 1) as f64;
            assert!((0.9..=1.1).contains(&ratio), "{shift}: {ratio}");
        }
        // And exactly so: the lock's bits do not reach the bucket, the others do not reach the
        // lock.
        for key in (0..1_000).map(mix) {
            for bit in 0..64 {
                let other = key ^ 1 << bit;
                match bit < 33 {
                    true => assert_eq!(index.rest(key), index.rest(other)),
                    false => assert_eq!(index.bucket(key), index.bucket(other)),
                }
            }
        }
    }

    /// Keys that meet in one table hardly ever meet in one of another size, in which they would
    /// under the fold alone; and the same size draws the same.
    #[test]
    fn the_index_key_is_drawn_anew_for_each_size() {
        const SIZES: [usize; 6] = [1 << 16, (1 << 16) - 1, 65_000, 50_000, 40_000, 33_000];
        let meets = |index: RivalDrawn, (a, b)| index.bucket(a) == index.bucket(b);
        let first = RivalDrawn::new(SIZES[0]);
        // Pairs that differ in bits of the index key's, at random, and meet at the first size.
        let mut pairs = Vec::new();
        let mut seen: Vec<Option<u64>> = vec![None; SIZES[0]];
        for key in (0..1 << 18).map(mix) {
            if let Some(other) = seen[first.bucket(key)].replace(key) {
                pairs.push((key, other));
            }
        }
        assert!(pairs.len() > 100_000 && pairs.iter().all(|&pair| meets(first, pair)));
        for buckets in &SIZES[1..] {
            let index = RivalDrawn::new(*buckets);
            let again = pairs.iter().filter(|&&pair| meets(index, pair)).count();
            // By chance one in 65,536, or up to twice as many for what is folded.
            assert!(again < 20, "{again} of {} at {buckets}", pairs.len());
            let of_fold = (RivalFold::new(SIZES[0]), RivalFold::new(*buckets));
            let alike = |key: u64| (key, key ^ 1 << 20);
            assert!((0..1_000).map(|i| alike(mix(i))).all(|(a, b)| {
                of_fold.0.bucket(a) == of_fold.0.bucket(b)
                    && of_fold.1.bucket(a) == of_fold.1.bucket(b)
            }));
            let same = RivalDrawn::new(*buckets);
            assert!(pairs.iter().all(|&(a, _)| index.bucket(a) == same.bucket(a)));
        }
    }
}
