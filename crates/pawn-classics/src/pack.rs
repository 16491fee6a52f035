//! Both pawn sets in one word of 64 bits: 48 mark the squares of pawns, 16 which of them are black.

use pawn_hash::PAWN_SQUARES;

/// More pawns than this do not fit the flags.
pub const MAX_PAWNS: u32 = 16;

/// Packs two sets of pawns so that different structures get different words.
///
/// ```text
///  63            48 47                                     0
/// +----------------+----------------------------------------+
/// | colour flags   |  occupied squares, bit 0 = a2 .. h7    |
/// +----------------+----------------------------------------+
/// ```
///
/// Flag `i` says that the `i`-th pawn, counted from a2, is black: the black set extracted by the
/// occupied squares (PEXT).
///
/// Returns none if there are more than [`MAX_PAWNS`] pawns, or if a pawn is on the first or the
/// eighth rank or shares its square with another.
///
/// ```
/// use pawn_classics::{pack, unpack};
///
/// // Structures as words of 8 bytes: in a file, or as the keys of a map.
/// let word = pack([1 << 12, 1 << 52]).expect("e2 and e7 fit");
/// assert_eq!(unpack(word), [1 << 12, 1 << 52]);
/// assert_eq!(pack([1 << 4, 0]), None, "no pawn stands on e1");
/// ```
#[must_use]
pub const fn pack([white, black]: [u64; 2]) -> Option<u64> {
    let occupied = white | black;
    if occupied & !PAWN_SQUARES != 0 || white & black != 0 || occupied.count_ones() > MAX_PAWNS {
        return None;
    }
    Some(pack_unchecked([white, black]))
}

/// [`pack`] of sets that are known to fit.
pub(crate) const fn pack_unchecked([white, black]: [u64; 2]) -> u64 {
    let occupied = white | black;
    let mut rest = black;
    let mut flags = 0;
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        flags |= 1 << (occupied & (square - 1)).count_ones();
        rest ^= square;
    }
    occupied >> 8 | flags << 48
}

/// Returns the sets, White's and Black's, that [`pack`] made the word of.
///
/// ```
/// use pawn_classics::{pack, unpack};
///
/// let words = [[1 << 8, 0], [0, 1 << 8]].map(|pawns| pack(pawns).unwrap());
/// assert_eq!(words.map(unpack), [[1 << 8, 0], [0, 1 << 8]]);
/// ```
#[must_use]
pub const fn unpack(word: u64) -> [u64; 2] {
    let occupied = word << 16 >> 8;
    let mut rest = occupied;
    let mut flags = word >> 48;
    let mut black = 0;
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        if flags & 1 != 0 {
            black |= square;
        }
        flags >>= 1;
        rest ^= square;
    }
    [occupied ^ black, black]
}
