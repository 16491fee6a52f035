//! The verification strategies of the tables: how a slot decides whether it holds the structure of
//! a probe.
//!
//! | strategy | bits | a false hit |
//! |---|---:|---|
//! | [`TwoSets`] (default) | 96 | impossible |
//! | [`FullKey`] | 64 | two structures with one key |
//!
//! A false hit is the type-1 error of Breuker, Uiterwijk and van den Herik (*Information in
//! transposition tables*, 1997): the payload of another structure is taken for that of this one.

use core::fmt::Debug;
use core::hash::Hash;

use crate::pawns::PAWN_SQUARES;

/// A strategy that verifies a slot: the part of a structure that the slot keeps and compares.
///
/// The sets are disjoint, and no pawn is on the first or the eighth rank; this is checked in builds
/// with debug assertions only.
///
/// A strategy of one's own, half of the key: 4 bytes a slot, at the risk of a false hit.
///
/// ```
/// use pawn_hash::{NoStatistics, PawnTable, Verify};
///
/// struct HalfKey;
///
/// impl Verify for HalfKey {
///     type Tag = u32;
///     const EXACT: bool = false;
///
///     fn tag(_pawns: [u64; 2], key: u64) -> u32 {
///         key as u32 // the index takes the high bits
///     }
/// }
///
/// let mut table: PawnTable<i32, NoStatistics, HalfKey> = PawnTable::new(1 << 10);
/// table.get_or_insert_with([1 << 12, 0], 77, || 5);
/// // Another structure of the same key gets what is not its own: exact strategies never do that.
/// assert_eq!(*table.get_or_insert_with([1 << 13, 0], 77, || 6), 5);
/// ```
pub trait Verify {
    /// The value that a slot keeps and compares.
    type Tag: Copy + Eq + Hash + Debug;

    /// Whether different structures always have different tags.
    const EXACT: bool;

    /// Returns the tag of a structure, White's and Black's pawns, whose key is `key`.
    fn tag(pawns: [u64; 2], key: u64) -> Self::Tag;
}

/// Both sets, 2 × 48 bits: exact for any number of pawns.
///
/// ```
/// use pawn_hash::{PawnTable, TwoSets, Verify};
///
/// // Two structures of one key are told apart, as good or bad as the key may be.
/// let mut table: PawnTable<i32> = PawnTable::new(1 << 10);
/// table.get_or_insert_with([1 << 12, 0], 77, || 5);
/// assert_eq!(*table.get_or_insert_with([1 << 13, 0], 77, || 6), 6);
/// assert!(TwoSets::EXACT);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoSets;

impl Verify for TwoSets {
    type Tag = [u32; 3];
    const EXACT: bool = true;

    #[inline]
    fn tag([white, black]: [u64; 2], _key: u64) -> [u32; 3] {
        debug_assert!((white | black) & !PAWN_SQUARES == 0 && white & black == 0);
        let (white, black) = (white >> 8, black >> 8);
        [white as u32, black as u32, (white >> 32) as u32 | (black >> 32 << 16) as u32]
    }
}

/// The whole key.
#[derive(Clone, Copy, Debug)]
pub struct FullKey;

impl Verify for FullKey {
    type Tag = u64;
    const EXACT: bool = false;

    #[inline]
    fn tag(_pawns: [u64; 2], key: u64) -> u64 {
        key
    }
}
