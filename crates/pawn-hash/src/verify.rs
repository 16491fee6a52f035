//! The verification strategies of the tables: how a slot decides whether it holds the structure of
//! a probe.
//!
//! | strategy | bits | a false hit |
//! |---|---:|---|
//! | [`TwoSets`] (default) | 96 | impossible |
//! | [`Packed`] | 64 | impossible |
//! | [`Rank56`] | 56 | impossible |
//! | [`FullKey`] | 64 | two structures with one key |
//! | [`PartialKey`] of `b` bits | b | one in 2^b comparisons with another structure, two a probe |
//!
//! A false hit is the type-1 error of Breuker, Uiterwijk and van den Herik (*Information in
//! transposition tables*, 1997): the payload of another structure is taken for that of this one.

use core::fmt::Debug;
use core::hash::Hash;

use crate::pack::{MAX_PAWNS, pack_unchecked};
use crate::pawns::PAWN_SQUARES;
use crate::rank::rank;

/// A strategy that verifies a slot: the part of a structure that the slot keeps and compares.
///
/// The sets are disjoint, and no pawn is on the first or the eighth rank; this is checked in builds
/// with debug assertions only.
///
/// A strategy of one's own, half of the key: 4 bytes a slot, at the risk of a false hit.
///
/// ```
/// use pawn_hash::{NoStats, PawnTable, Verify};
///
/// struct HalfKey;
///
/// impl Verify for HalfKey {
///     type Tag = u32;
///     const EXACT: bool = false;
///
///     fn tag(_white: u64, _black: u64, key: u64) -> u32 {
///         key as u32 // the index takes the high bits
///     }
/// }
///
/// let mut table: PawnTable<i32, NoStats, HalfKey> = PawnTable::new(1 << 10);
/// table.get_or_insert_with(1 << 12, 0, 77, || 5);
/// // Another structure of the same key gets what is not its own: exact strategies never do that.
/// assert_eq!(*table.get_or_insert_with(1 << 13, 0, 77, || 6), 5);
/// ```
pub trait Verify {
    /// The value that a slot keeps and compares.
    type Tag: Copy + Eq + Hash + Debug;

    /// Whether different structures always have different tags.
    const EXACT: bool;

    /// Returns the tag of a structure whose key is `key`.
    fn tag(white: u64, black: u64, key: u64) -> Self::Tag;
}

/// Both sets, 2 × 48 bits: exact for any number of pawns.
///
/// ```
/// use pawn_hash::{PawnTable, TwoSets, Verify};
///
/// // Two structures of one key are told apart, as good or bad as the key may be.
/// let mut table: PawnTable<i32> = PawnTable::new(1 << 10);
/// table.get_or_insert_with(1 << 12, 0, 77, || 5);
/// assert_eq!(*table.get_or_insert_with(1 << 13, 0, 77, || 6), 6);
/// assert!(TwoSets::EXACT);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TwoSets;

impl Verify for TwoSets {
    type Tag = [u32; 3];
    const EXACT: bool = true;

    #[inline]
    fn tag(white: u64, black: u64, _key: u64) -> [u32; 3] {
        debug_assert!((white | black) & !PAWN_SQUARES == 0 && white & black == 0);
        let (white, black) = (white >> 8, black >> 8);
        [white as u32, black as u32, (white >> 32) as u32 | (black >> 32 << 16) as u32]
    }
}

/// Occupied squares and colour flags in 64 bits, [`pack`](crate::pack()): exact for at most 16
/// pawns.
///
/// ```
/// use pawn_hash::{Packed, TwoSets, Verify};
///
/// // Two thirds of the bytes, as long as nobody sets up a position of more than 16 pawns.
/// assert_eq!(size_of::<<Packed as Verify>::Tag>(), 8);
/// assert_eq!(size_of::<<TwoSets as Verify>::Tag>(), 12);
/// assert_ne!(Packed::tag(1 << 12, 1 << 52, 0), Packed::tag(1 << 52, 1 << 12, 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packed;

impl Verify for Packed {
    type Tag = u64;
    const EXACT: bool = true;

    #[inline]
    fn tag(white: u64, black: u64, _key: u64) -> u64 {
        debug_assert!((white | black) & !PAWN_SQUARES == 0 && white & black == 0);
        debug_assert!((white | black).count_ones() <= MAX_PAWNS);
        pack_unchecked(white, black)
    }
}

/// The structure's number among all, [`rank`](crate::rank()): exact for at most eight pawns a
/// side. It leaves eight bits of a word free, and costs the most to compute.
#[derive(Clone, Copy, Debug)]
pub struct Rank56;

impl Verify for Rank56 {
    type Tag = u64;
    const EXACT: bool = true;

    /// # Panics
    /// If a side has more than eight pawns.
    #[inline]
    fn tag(white: u64, black: u64, _key: u64) -> u64 {
        rank(white, black).expect("at most eight pawns a side")
    }
}

/// The whole key.
#[derive(Clone, Copy, Debug)]
pub struct FullKey;

impl Verify for FullKey {
    type Tag = u64;
    const EXACT: bool = false;

    #[inline]
    fn tag(_white: u64, _black: u64, key: u64) -> u64 {
        key
    }
}

/// `BITS` bits of the key, 1 to 16, from its middle: indices take the key's ends.
#[derive(Clone, Copy, Debug)]
pub struct PartialKey<const BITS: u32>;

impl<const BITS: u32> Verify for PartialKey<BITS> {
    type Tag = u16;
    const EXACT: bool = false;

    #[inline]
    fn tag(_white: u64, _black: u64, key: u64) -> u16 {
        const { assert!(1 <= BITS && BITS <= 16) };
        (key >> 24 & ((1 << BITS) - 1)) as u16
    }
}
