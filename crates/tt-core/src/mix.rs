//! The golden ratio as a multiplier, and a mixer made of it.

/// 2^64 over the golden ratio, made odd. The high bits of a product with it depend on all lower
/// ones.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A well mixed number for each number: the output function of SplitMix64 (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", 2014).
#[cfg(feature = "laws")]
pub(crate) const fn mix(number: u64) -> u64 {
    let sum = number.wrapping_add(1).wrapping_mul(GOLDEN);
    let sum = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let sum = (sum ^ (sum >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    sum ^ (sum >> 31)
}

#[cfg(all(test, feature = "laws"))]
mod tests {
    use zobrist_keys::SplitMix64;

    #[test]
    fn it_mixes_as_the_published_generator() {
        let mut published = SplitMix64::new(0);
        assert!((0..1_000).all(|number| super::mix(number) == published.next()));
    }
}
