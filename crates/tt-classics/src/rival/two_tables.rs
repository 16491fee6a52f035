//! The key of two tables of drawn numbers.

use super::index::RIVAL_LOCK_SHIFT;

/// Joins the numbers of two tables, one drawn for the index and one for the lock, into one 64-bit
/// number for each feature.
///
/// Rival keeps two keys of a position: one that indexes the table, and a lock of 31 bits, each the
/// XOR of numbers from a table of its own. XOR acts on each bit by itself, so the two keys fit into
/// one word and are kept by one operation a feature: the lowest 33 bits of the first table's
/// numbers stay where they are, and the lowest 31 of the second's go above them, where
/// [`RivalFold`](super::RivalFold) takes its lock. A key of this kind serves
/// `Packed<31, RivalFold>`. When the size of the table changes, draw the numbers for the index
/// anew and keep those for the lock; [`RivalDrawn`](super::RivalDrawn) does without a second table
/// and draws by the number of buckets.
///
/// ```
/// use tt_classics::rival::{RivalFold, two_tables};
/// use tt_core::Index;
///
/// // Three features. A position of the first and the last has the keys 0b101 and 0x60.
/// let numbers = two_tables(&[0b001, 0b010, 0b100], &[0x20, 0x30, 0x40]);
/// let key = numbers[0] ^ numbers[2];
/// let index = RivalFold::new(8);
/// assert_eq!((index.bucket(key), index.rest(key)), (0b101, 0x60));
/// ```
#[must_use]
pub const fn two_tables<const N: usize>(index: &[u64; N], lock: &[u64; N]) -> [u64; N] {
    let mut joined = [0; N];
    let mut i = 0;
    while i < N {
        let low = index[i] & ((1 << RIVAL_LOCK_SHIFT) - 1);
        joined[i] = low | lock[i] << RIVAL_LOCK_SHIFT;
        i += 1;
    }
    joined
}

#[cfg(test)]
mod tests {
    use std::vec;

    use tt_core::Index;
    use zobrist_keys::{SplitMix64, Xor64, mix, xor64_table};

    use super::super::RivalFold;
    use super::two_tables;

    /// Features of a made-up game, each of which a position has or not.
    const FEATURES: usize = 768;

    fn table(seed: u64) -> [u64; FEATURES] {
        xor64_table(seed).map(|Xor64(number)| number)
    }

    /// Some 32 features, of which one changes from position to position.
    fn keys_along_a_game(numbers: &[u64; FEATURES], plies: usize) -> vec::Vec<u64> {
        let mut random = SplitMix64::new(7);
        let mut key = 0;
        (0..plies)
            .map(|_| {
                key ^= numbers[random.next() as usize % FEATURES];
                key
            })
            .collect()
    }

    #[test]
    fn each_part_is_the_key_of_its_own_table() {
        let (index, lock) = (table(1), table(2));
        let joined = keys_along_a_game(&two_tables(&index, &lock), 10_000);
        let apart = keys_along_a_game(&index, 10_000).into_iter();
        let apart = apart.zip(keys_along_a_game(&lock, 10_000));
        let fold = RivalFold::new(630_153);
        for (key, (index_key, lock_key)) in joined.into_iter().zip(apart) {
            assert_eq!(fold.bucket(key), fold.bucket(index_key));
            assert_eq!(fold.rest(key), lock_key % (1 << 31));
        }
    }

    /// Other numbers for the index leave the locks and scatter what met in a bucket.
    #[test]
    fn an_index_drawn_anew_keeps_the_lock() {
        let lock = table(2);
        let [old, new] = [1, 3].map(|seed| two_tables(&table(seed), &lock));
        let (old, new) = (keys_along_a_game(&old, 60_000), keys_along_a_game(&new, 60_000));
        let fold = RivalFold::new(1 << 12);
        let mut last_at = vec![None; 1 << 12];
        let (mut met, mut again) = (0, 0);
        for (at, &key) in old.iter().enumerate() {
            assert_eq!(fold.rest(key), fold.rest(new[at]));
            if let Some(other) = last_at[fold.bucket(key)].replace(at) {
                met += u32::from(old[other] != key);
                let meet = old[other] != key && fold.bucket(new[other]) == fold.bucket(new[at]);
                again += u32::from(meet);
            }
        }
        // By chance one in 4,096.
        assert!(met > 50_000 && again < 40, "{again} of {met}");
    }

    /// For each of 64 buckets each value of six bits of the lock is as likely (χ²).
    #[test]
    fn the_lock_is_independent_of_the_index() {
        let numbers = two_tables(&table(1), &table(2));
        let fold = RivalFold::new(64);
        for shift in [0, 25] {
            let mut counts = vec![0.0; 64 * 64];
            for n in 0..1_u64 << 20 {
                // Any 64 of the features.
                let chosen = mix(n);
                let feature = |bit: u32| numbers[bit as usize * 12 + n as usize % 12];
                let key = (0..64)
                    .filter(|bit| chosen >> bit & 1 != 0)
                    .fold(0, |key, bit| key ^ feature(bit));
                counts[fold.bucket(key) * 64 + (fold.rest(key) >> shift) as usize % 64] += 1.0;
            }
            let expected = f64::from(1 << 20) / counts.len() as f64;
            let sum: f64 = counts.iter().map(|n: &f64| (n - expected).powi(2) / expected).sum();
            let ratio = sum / (counts.len() - 1) as f64;
            assert!((0.9..=1.1).contains(&ratio), "{shift}: {ratio}");
        }
    }
}
