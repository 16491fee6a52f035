//! A stream of pseudo-random words that runs in constants.

use crate::mixer::mix;

/// The step of the counter: the odd number nearest to 2^64 divided by the golden ratio.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator SplitMix64: a counter with a fixed odd step, mixed by a bijection.
///
/// It yields all 2^64 words before it repeats one, so words drawn from one stream are distinct.
/// Streams of different seeds are parts of that one cycle: draw related tables from one stream, or
/// from seeds that are themselves random words.
///
/// Source: Guy L. Steele Jr., Doug Lea, Christine H. Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014.
///
/// ```
/// use zobrist_keys::SplitMix64;
///
/// const FIRST: u64 = SplitMix64::new(1_234_567).next();
/// assert_eq!(FIRST, 6_457_827_717_110_365_317);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    /// The counter; the next word is a function of it alone.
    counter: u64,
}

impl SplitMix64 {
    /// Creates a stream that starts at `seed`; every seed is good.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { counter: seed }
    }

    /// Returns the next word of the stream. Not an [`Iterator`]: the stream is endless and works in
    /// constants.
    pub const fn next(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(GOLDEN);
        mix(self.counter)
    }

    /// Returns a number below `limit` from the next word, by the high half of their product; 0 if
    /// `limit` is 0. The chances are equal to within `limit` / 2^64 (Daniel Lemire, *Fast Random
    /// Integer Generation in an Interval*, 2019, without its rejection of words).
    ///
    /// ```
    /// use zobrist_keys::SplitMix64;
    ///
    /// let mut stream = SplitMix64::new(1);
    /// assert!((0..100).all(|_| stream.below(6) < 6));
    /// ```
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.next() as u128 * limit as u128) >> u64::BITS) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    #[test]
    fn numbers_are_uniform_below_the_limit() {
        let mut stream = SplitMix64::new(1);
        let mut counts = [0; 7];
        for _ in 0..7000 {
            counts[stream.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let mut other = stream.clone();
        assert_eq!((stream.below(0), other.next() == 0), (0, false));
        assert_eq!(stream, other, "each number takes one word");
    }

    #[test]
    fn words_equal_the_published_ones() {
        // The first outputs for seed 1,234,567, as the reference implementation prints them.
        let mut stream = SplitMix64::new(1_234_567);
        let words: [u64; 5] = core::array::from_fn(|_| stream.next());
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }
}
