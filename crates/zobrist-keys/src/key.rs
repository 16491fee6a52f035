//! The trait of keys: elements of a commutative group.

use core::fmt::Debug;
use core::hash::Hash;

/// Seals [`Key`](super::Key): callers rely on laws that are tested here for each group.
pub(crate) mod sealed {
    /// Implemented by the groups of this crate only.
    pub trait Sealed {}
}

/// An element of a commutative group, summed up from the keys of a position's features.
///
/// The laws, for all keys `a`, `b`, `c`:
///
/// - `a.insert(b) == b.insert(a)`, and `a.insert(b).insert(c) == a.insert(b.insert(c))`;
/// - `a.insert(K::ZERO) == a`;
/// - `a.insert(b).remove(b) == a`.
///
/// Hence the key of a position does not depend on the order in which its features were inserted:
/// two orders of moves that lead to one position lead to one key. Equal positions have equal keys;
/// the converse is only likely, unless the table of features guarantees more.
///
/// The trait is sealed. Its groups are [`Xor64`](crate::Xor64), [`Xor128`](crate::Xor128),
/// [`Additive64`](crate::Additive64) and, without any information, [`NoKey`](crate::NoKey).
pub trait Key: Copy + Eq + Hash + Default + Debug + Send + Sync + 'static + sealed::Sealed {
    /// The neutral element: the key of a position without features.
    const ZERO: Self;

    /// The key after `feature` appeared.
    #[must_use]
    fn insert(self, feature: Self) -> Self;

    /// The key after `feature` went away; undoes [`insert`](Key::insert).
    #[must_use]
    fn remove(self, feature: Self) -> Self;

    /// This key where a mask is all ones, [`ZERO`](Key::ZERO) where it is 0: a choice without a
    /// branch. Other masks give other values, of no use.
    ///
    /// ```
    /// use zobrist_keys::{Key, Xor64, xor64_table};
    ///
    /// let [key] = xor64_table::<1>(1);
    /// assert_eq!((key.masked(!0), key.masked(0)), (key, Xor64::ZERO));
    /// ```
    #[must_use]
    fn masked(self, mask: u64) -> Self;

    /// The key in 64 bits, as a hash table wants it. Wider keys are folded; 64-bit keys are
    /// returned as they are.
    fn to_u64(self) -> u64;
}
