//! Random numbers that are the same on every machine.

use zobrist_keys::SplitMix64;

/// A stream of random numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// Creates the stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// Returns a number below `limit`, which is not 0; the chances are equal to within `limit` /
    /// 2^64.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    /// Puts a slice in random order, each order equally likely (Richard Durstenfeld, *Algorithm
    /// 235*, 1964).
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for last in (1..slice.len()).rev() {
            slice.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_uniform_below_the_limit() {
        let mut random = Random::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn shuffle_permutes_with_equal_chances() {
        let mut random = Random::new(2);
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *orders.entry(items).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|count| (850..1150).contains(count)), "{orders:?}");
    }
}
