//! [`Wing`]: where a king may live, and which pawns matter to it there.

use crate::pawns::FILE_A;

/// A part of the board that a king lives in, by its file.
///
/// ```text
///   a b c | d e | f g h
///   queen | cen | king
///   side  | tre | side
/// ```
///
/// ```
/// use pawn_hash::Wing;
///
/// // A king on g1, and which of its own pawns on a2, f2 and h3 stand on the files that shelter it.
/// let wing = Wing::of_king(6);
/// assert_eq!(wing, Wing::KingSide);
/// assert_eq!((1 << 8 | 1 << 13 | 1 << 23) & wing.files(), 1 << 13 | 1 << 23);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Wing {
    /// A king on the files a to c, behind the pawns of these files.
    QueenSide = 0,
    /// A king on the files d and e, behind the pawns of the files c to f.
    Centre = 1,
    /// A king on the files f to h, behind the pawns of these files.
    KingSide = 2,
}

impl Wing {
    /// All wings, from the a-file to the h-file; each has its own index.
    pub const ALL: [Wing; 3] = [Wing::QueenSide, Wing::Centre, Wing::KingSide];

    /// Returns the wing of a king on `square` (0 = a1, 63 = h8).
    #[inline]
    #[must_use]
    pub const fn of_king(square: u32) -> Wing {
        match square % 8 {
            0..=2 => Wing::QueenSide,
            3 | 4 => Wing::Centre,
            _ => Wing::KingSide,
        }
    }

    /// Returns the files whose pawns shelter or storm a king of this wing.
    #[inline]
    #[must_use]
    pub const fn files(self) -> u64 {
        match self {
            Wing::QueenSide => FILE_A * 0b0000_0111,
            Wing::Centre => FILE_A * 0b0011_1100,
            Wing::KingSide => FILE_A * 0b1110_0000,
        }
    }

    /// The part of a set on the files of each wing.
    pub(crate) const fn split(set: u64) -> [u64; 3] {
        [set & Wing::QueenSide.files(), set & Wing::Centre.files(), set & Wing::KingSide.files()]
    }
}
