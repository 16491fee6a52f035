//! Keys under addition modulo 2^64: for features that may be present several times.

use crate::key::{Key, sealed::Sealed};

/// A 64-bit key under wrapping addition.
///
/// Under XOR two equal features cancel out, so a count needs one feature for each of its values.
/// Under addition a feature may simply be inserted again: `n` captured stones are `n` times the key
/// of one.
///
/// ```
/// use zobrist_keys::{Additive64, Key, additive64_table};
///
/// const STONES: [Additive64; 2] = additive64_table(1);
/// let three = Additive64::ZERO.insert(STONES[0]).insert(STONES[0]).insert(STONES[0]);
/// assert_eq!(three, STONES[0].times(3));
/// assert_eq!(three.remove(STONES[0]), STONES[0].times(2));
///
/// // The same by operators; they wrap around, as all of the group does.
/// let mut hand: Additive64 = [STONES[0], STONES[0], STONES[1]].iter().sum();
/// hand += STONES[0];
/// assert_eq!(hand - STONES[1], three);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Additive64(pub u64);

impl Additive64 {
    /// Returns the key of `count` equal features.
    #[must_use]
    #[inline]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.wrapping_mul(count))
    }

    /// Returns the sum of two keys; [`Key::insert`] for use in constants.
    #[must_use]
    #[inline]
    pub const fn plus(self, feature: Self) -> Self {
        Self(self.0.wrapping_add(feature.0))
    }

    /// Returns the difference of two keys; [`Key::remove`] for use in constants.
    #[must_use]
    #[inline]
    pub const fn minus(self, feature: Self) -> Self {
        Self(self.0.wrapping_sub(feature.0))
    }
}

impl Sealed for Additive64 {}

impl Key for Additive64 {
    const ZERO: Self = Self(0);

    #[inline]
    fn insert(self, feature: Self) -> Self {
        self.plus(feature)
    }

    #[inline]
    fn remove(self, feature: Self) -> Self {
        self.minus(feature)
    }

    #[inline]
    fn masked(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }

    #[inline]
    fn to_u64(self) -> u64 {
        self.0
    }
}
