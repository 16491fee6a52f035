//! No key: the group of one element.

use crate::key::{Key, sealed::Sealed};

/// A key that tells nothing and costs nothing: the group of one element.
///
/// A position with this key is a position without: what is left of the time is the price of the
/// others. It must not index a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct NoKey;

impl Sealed for NoKey {}

impl Key for NoKey {
    const ZERO: Self = Self;

    #[inline]
    fn insert(self, _feature: Self) -> Self {
        Self
    }

    #[inline]
    fn remove(self, _feature: Self) -> Self {
        Self
    }

    /// Always 0.
    #[inline]
    fn masked(self, _: u64) -> Self {
        self
    }

    #[inline]
    fn to_u64(self) -> u64 {
        0
    }
}
