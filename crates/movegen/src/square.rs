//! Squares, files and ranks.

use core::fmt;
use core::str::FromStr;

use crate::Color;

/// A column of the board.
///
/// ```
/// use movegen::File;
///
/// assert_eq!(File::from_letter('C'), Some(File::C));
/// assert_eq!((File::C.letter(), File::C.index()), ('c', 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// The eight files, a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns 0 for the a-file to 7 for the h-file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case letter of the file.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file that a letter of either case names.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.letter() == letter.to_ascii_lowercase())
    }
}

/// A row of the board.
///
/// ```
/// use movegen::{Color, Rank};
///
/// assert_eq!(Rank::Second.relative(Color::Black), Rank::Seventh);
/// assert_eq!(Rank::ALL[7], Rank::Eighth);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The eight ranks, from White's back rank to Black's.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// Returns 0 for the first rank to 7 for the eighth.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the rank as `color` counts it from its own back rank.
    #[inline]
    #[must_use]
    pub const fn relative(self, color: Color) -> Self {
        Self::ALL[self as usize ^ (color.index() * 7)]
    }
}

/// A square, `8 · rank + file`, 0 = a1 to 63 = h8.
///
/// ```
/// use movegen::{Color, File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::new(File::E, Rank::Fourth));
/// assert_eq!((square.index(), square.to_string()), (28, "e4".to_owned()));
/// assert_eq!(square.relative(Color::Black), Square::E5);
/// assert_eq!(square.distance(Square::H8), 4);
/// # Ok::<(), movegen::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// All 64 squares, a1, b1, … h8.
    pub const ALL: [Self; 64] = {
        let mut all = [Self(0); 64];
        let mut i = 0;
        while i < 64 {
            all[i] = Self(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the square where `file` and `rank` cross.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// Returns the square of that number.
    ///
    /// # Panics
    /// If `index` is 64 or more; [`Square::try_from_index`] says so instead.
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 64, "a square's number is below 64");
        Self(index as u8)
    }

    /// Returns the square of that number, if there is one.
    #[inline]
    #[must_use]
    pub const fn try_from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square of the low six bits: for numbers that are below 64 by construction.
    #[inline]
    pub(crate) const fn masked(index: u32) -> Self {
        Self((index & 63) as u8)
    }

    /// Returns the origin of a piece that moved by `delta`; it is on the board.
    #[inline]
    pub(crate) const fn before(self, delta: i8) -> Self {
        Self::masked((self.0 as i32 - delta as i32).cast_unsigned())
    }

    /// Returns 0 for a1 to 63 for h8. (The mask is free and shows the compiler that tables of 64
    /// fit.)
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the column.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        // No table: the compiler sees that the numbers stay what they are.
        match self.0 & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// Returns the row.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self.0 >> 3 & 7 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// Returns the square mirrored top to bottom: a1 becomes a8.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Returns the square mirrored left to right: a1 becomes h1.
    #[inline]
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// Returns the square as `color` sees it from its own side: flipped for Black.
    #[inline]
    #[must_use]
    pub const fn relative(self, color: Color) -> Self {
        Self(self.0 ^ (color as u8 * 56))
    }

    /// Returns the king steps between two squares (Chebyshev distance), 0..=7.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        (if files > ranks { files } else { ranks }) as u32
    }
}

macro_rules! named_squares {
    ($($name:ident)*) => {
        /// The squares by name.
        #[expect(missing_docs, reason = "the names say it")]
        impl Square {
            $(pub const $name: Self = Self(SquareNumber::$name as u8);)*
        }
        /// Numbers for the names, in order.
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum SquareNumber { $($name),* }
    };
}

named_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().index() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square: a file letter a to h, then a rank digit 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseSquareError(());

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter a to h and a digit 1 to 8")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self((rank - b'1') << 3 | (file - b'a')))
            }
            _ => Err(ParseSquareError(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn names_numbers_and_parts_agree() {
        for (i, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), i);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!((Square::E4.file(), Square::E4.rank()), (File::E, Rank::Fourth));
        assert_eq!(Square::H8.index(), 63);
        for bad in ["", "e", "i4", "e9", "e0", "E4", "e44"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn symmetries_and_distance() {
        assert_eq!(Square::A1.flip(), Square::A8);
        assert_eq!(Square::A1.mirror(), Square::H1);
        assert_eq!(Square::E2.relative(Color::Black), Square::E7);
        assert_eq!(Rank::Second.relative(Color::Black), Rank::Seventh);
        assert_eq!(Square::A1.distance(Square::H8), 7);
        assert_eq!(Square::C3.distance(Square::D5), 2);
    }
}
