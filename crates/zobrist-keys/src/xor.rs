//! Keys under XOR: every feature is its own inverse.
//!
//! Source: Albert L. Zobrist, *A New Hashing Method with Application for Game Playing*, Technical
//! Report 88, University of Wisconsin, 1970.

use crate::key::{Key, sealed::Sealed};

/// A 64-bit key under XOR.
///
/// Inserting and removing are one operation: a feature toggles.
///
/// ```
/// use zobrist_keys::Xor64;
///
/// let from_square = Xor64(1234);
/// let to_square = Xor64(7621);
/// let side_to_move = Xor64(6152);
/// assert_eq!(from_square.toggle(to_square).toggle(side_to_move), Xor64(287));
///
/// // The same by operators, and from scratch by a sum.
/// let mut key = from_square;
/// key ^= to_square ^ side_to_move;
/// assert_eq!(key, [from_square, to_square, side_to_move].iter().sum());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Xor64(pub u64);

impl Xor64 {
    /// Returns the key with `feature` flipped; [`Key::insert`] and [`Key::remove`] for use in
    /// constants.
    #[must_use]
    #[inline]
    pub const fn toggle(self, feature: Self) -> Self {
        Self(self.0 ^ feature.0)
    }
}

impl Sealed for Xor64 {}

impl Key for Xor64 {
    const ZERO: Self = Self(0);

    #[inline]
    fn insert(self, feature: Self) -> Self {
        self.toggle(feature)
    }

    #[inline]
    fn remove(self, feature: Self) -> Self {
        self.toggle(feature)
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

/// A 128-bit key under XOR, for programs that compare positions by key alone (solvers,
/// deduplication).
///
/// ```
/// use zobrist_keys::{Key, Xor128, xor128_table};
///
/// const KEYS: [Xor128; 3] = xor128_table(1970);
/// let key: Xor128 = KEYS.iter().sum();
/// assert_eq!(key ^ KEYS[2], KEYS[0] ^ KEYS[1]);
/// // A table of 64-bit keys takes it folded.
/// assert_eq!(key.to_u64(), key.0 as u64 ^ (key.0 >> 64) as u64);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Xor128(pub u128);

impl Xor128 {
    /// Returns the key with `feature` flipped; [`Key::insert`] and [`Key::remove`] for use in
    /// constants.
    #[must_use]
    #[inline]
    pub const fn toggle(self, feature: Self) -> Self {
        Self(self.0 ^ feature.0)
    }
}

impl Sealed for Xor128 {}

impl Key for Xor128 {
    const ZERO: Self = Self(0);

    #[inline]
    fn insert(self, feature: Self) -> Self {
        self.toggle(feature)
    }

    #[inline]
    fn remove(self, feature: Self) -> Self {
        self.toggle(feature)
    }

    /// The XOR of both halves: still linear, so equal differences of keys fold to equal
    /// differences.
    #[inline]
    fn masked(self, mask: u64) -> Self {
        Self(self.0 & (u128::from(mask) << 64 | u128::from(mask)))
    }

    #[inline]
    fn to_u64(self) -> u64 {
        let [low, high] = [self.0 as u64, (self.0 >> 64) as u64];
        low ^ high
    }
}
