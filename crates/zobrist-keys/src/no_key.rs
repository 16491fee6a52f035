//! No key: the group of one element.

use crate::key::{Key, sealed::Sealed};

/// A key without information and without cost: the group of one element.
///
/// It serves to measure what other keys cost. It must not index a table.
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
