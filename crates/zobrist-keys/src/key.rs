//! The trait of keys: elements of a commutative group.

use core::fmt::Debug;
use core::hash::Hash;
use core::iter::Sum;

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
///
/// Code over any group, to compare what they cost or to offer two widths of key:
///
/// ```
/// use zobrist_keys::{Additive64, Key, Xor64, Xor128};
///
/// /// The key of stones on squares, from scratch: a key that is kept by moves is checked with it.
/// fn key_of<K: Key>(table: &[K], squares: &[usize]) -> K {
///     squares.iter().map(|&square| table[square]).sum()
/// }
///
/// /// The key after a stone moved.
/// fn moved<K: Key>(key: K, table: &[K], from: usize, to: usize) -> K {
///     key.remove(table[from]).insert(table[to])
/// }
///
/// fn check<K: Key>(table: &[K]) {
///     assert_eq!(moved(key_of(table, &[1, 2]), table, 2, 0), key_of(table, &[0, 1]));
/// }
///
/// check::<Xor64>(&zobrist_keys::xor64_table::<3>(1));
/// check::<Xor128>(&zobrist_keys::xor128_table::<3>(1));
/// check::<Additive64>(&zobrist_keys::additive64_table::<3>(1));
/// ```
pub trait Key:
    Copy
    + Eq
    + Hash
    + Default
    + Debug
    + Send
    + Sync
    + Sum<Self>
    + for<'a> Sum<&'a Self>
    + 'static
    + sealed::Sealed
{
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

    /// Returns the key in 64 bits, as a hash table needs it. Wider keys are folded; 64-bit keys are
    /// returned as they are.
    fn to_u64(self) -> u64;
}
