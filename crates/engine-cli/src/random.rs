//! Random numbers that are the same on every machine: SplitMix64 (Guy Steele, Doug Lea, Christine
//! Flood, *Fast Splittable Pseudorandom Number Generators*, 2014).

/// A stream of random numbers that depends on its state alone.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns a number below `limit`; `None` if that is 0.
    pub(crate) fn below(&mut self, limit: usize) -> Option<usize> {
        let scaled = (u128::from(self.next()) * limit as u128) >> u64::BITS;
        (limit > 0).then_some(scaled as usize)
    }

    /// Returns a number from 0 to, but not including, 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        const BITS: u32 = f64::MANTISSA_DIGITS;
        (self.next() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_random_numbers_are_the_published_ones() {
        let mut random = Random(1_234_567);
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn fractions_fill_the_interval_below_one() {
        let mut random = Random(1);
        let mut tenths = [0; 10];
        for _ in 0..10_000 {
            tenths[(10.0 * random.fraction()) as usize] += 1;
        }
        assert!(tenths.iter().all(|count| (850..1_150).contains(count)), "{tenths:?}");
    }
}
