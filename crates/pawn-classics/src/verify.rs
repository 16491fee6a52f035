//! Verifications of the literature, for the tables of pawn-hash.
//!
//! | strategy | bits | a false hit |
//! |---|---:|---|
//! | [`Packed`] | 64 | impossible |
//! | [`Rank56`] | 56 | impossible |
//! | [`PartialKey`] of `b` bits | b | one in 2^b comparisons with another structure, two a probe |
//!
//! A false hit is the type-1 error of Breuker, Uiterwijk and van den Herik (*Information in
//! transposition tables*, 1997): the payload of another structure is taken for that of this one.

use pawn_hash::{PAWN_SQUARES, Verify};

use crate::pack::{MAX_PAWNS, pack_unchecked};
use crate::rank::rank;

/// Occupied squares and colour flags in 64 bits, [`pack`](crate::pack()): exact for at most 16
/// pawns.
///
/// ```
/// use pawn_classics::Packed;
/// use pawn_hash::{TwoSets, Verify};
///
/// // Two thirds of the bytes, as long as nobody sets up a position of more than 16 pawns.
/// assert_eq!(size_of::<<Packed as Verify>::Tag>(), 8);
/// assert_eq!(size_of::<<TwoSets as Verify>::Tag>(), 12);
/// assert_ne!(Packed::tag([1 << 12, 1 << 52], 0), Packed::tag([1 << 52, 1 << 12], 0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Packed;

impl Verify for Packed {
    type Tag = u64;
    const EXACT: bool = true;

    #[inline]
    fn tag([white, black]: [u64; 2], _key: u64) -> u64 {
        debug_assert!((white | black) & !PAWN_SQUARES == 0 && white & black == 0);
        debug_assert!((white | black).count_ones() <= MAX_PAWNS);
        pack_unchecked([white, black])
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
    fn tag(pawns: [u64; 2], _key: u64) -> u64 {
        rank(pawns).expect("at most eight pawns a side")
    }
}

/// `BITS` bits of the key, 1 to 16, from its middle: indices take the key's ends.
#[derive(Clone, Copy, Debug)]
pub struct PartialKey<const BITS: u32>;

impl<const BITS: u32> Verify for PartialKey<BITS> {
    type Tag = u16;
    const EXACT: bool = false;

    #[inline]
    fn tag(_pawns: [u64; 2], key: u64) -> u16 {
        const { assert!(1 <= BITS && BITS <= 16) };
        (key >> 24 & ((1 << BITS) - 1)) as u16
    }
}
