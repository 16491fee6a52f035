//! No key: the group of one element.

use crate::key::{Key, sealed::Sealed};

/// A key without information and without cost: the group of one element.
///
/// It serves to measure what other keys cost. It must not index a table.
///
/// ```
/// use zobrist_keys::{Key, NoKey, Xor64};
///
/// /// A position that keeps its key: 16 bytes, or 8 where none is kept.
/// struct Position<K: Key> {
///     stones: u64,
///     key: K,
/// }
///
/// assert_eq!((size_of::<Position<Xor64>>(), size_of::<Position<NoKey>>()), (16, 8));
/// # let position = Position { stones: 0, key: NoKey };
/// # assert_eq!((position.stones, position.key.insert(NoKey)), (0, NoKey));
/// ```
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
