//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::{File, Rank, Square};

/// A set of squares, one bit each, bit 0 = a1.
///
/// ```
/// use movegen::{Bitboard, File, Rank, Square};
///
/// let cross = Bitboard::file(File::E) | Bitboard::rank(Rank::Fourth);
/// assert_eq!((cross.count(), cross.contains(Square::E4)), (15, true));
/// assert_eq!((cross & Bitboard::file(File::A)).first(), Some(Square::A4));
/// let corners: Bitboard = [Square::A1, Square::H8].into_iter().collect();
/// assert_eq!(corners.into_iter().last(), Some(Square::H8));
/// assert!((corners & !Bitboard::DARK).is_empty());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Bitboard(pub u64);

/// A step of one square.
///
/// ```
/// use movegen::{Direction, Square};
///
/// assert_eq!(Square::E4.bb().shift(Direction::NorthEast), Square::F5.bb());
/// assert!(Square::H4.bb().shift(Direction::East).is_empty());
/// assert_eq!(Direction::South.delta(), -8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    North,
    South,
    East,
    West,
    NorthEast,
    NorthWest,
    SouthEast,
    SouthWest,
}

impl Direction {
    /// Returns how far the step moves a square's number.
    #[inline]
    #[must_use]
    pub const fn delta(self) -> i8 {
        match self {
            Self::North => 8,
            Self::South => -8,
            Self::East => 1,
            Self::West => -1,
            Self::NorthEast => 9,
            Self::NorthWest => 7,
            Self::SouthEast => -7,
            Self::SouthWest => -9,
        }
    }
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The a-file.
    pub const FILE_A: Self = Self::file(File::A);
    /// The h-file.
    pub const FILE_H: Self = Self::file(File::H);
    /// The dark squares, a1 among them.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);
    /// The light squares.
    pub const LIGHT: Self = Self(!Self::DARK.0);

    /// Returns all squares of a file, here b.
    ///
    /// ```text
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// . X . . . . . .
    /// ```
    #[inline]
    #[must_use]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// Returns all squares of a rank, here the second.
    ///
    /// ```text
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// X X X X X X X X
    /// . . . . . . . .
    /// ```
    #[inline]
    #[must_use]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// Returns the number of squares in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether at least one square is in the set.
    #[inline]
    #[must_use]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether at least two squares are in the set.
    #[inline]
    #[must_use]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns whether `square` is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns the lowest square: the first in the order a1, b1, … h8.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros())) }
    }

    /// Returns the highest square.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(63 - self.0.leading_zeros())) }
    }

    /// Returns the set mirrored top to bottom.
    ///
    /// ```text
    /// X . . . . . . .     X X X . . . . .
    /// X . . . . . . .     X . . . . . . .
    /// . . . . . . . .     X . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// X . . . . . . .     . . . . . . . .
    /// X . . . . . . .     X . . . . . . .
    /// X X X . . . . .     X . . . . . . .
    /// set                 set.flip()
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Moves every square one step; those that leave the board are gone.
    ///
    /// ```text
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . X . . . X     . . . . X . . .
    /// . . . X . . . X     . . . . X . . .
    /// X . . X . . . .     . X . . X . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// set                 set.shift(Direction::East)
    /// ```
    #[inline]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        let not_a = self.0 & !Self::FILE_A.0;
        let not_h = self.0 & !Self::FILE_H.0;
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::South => self.0 >> 8,
            Direction::East => not_h << 1,
            Direction::West => not_a >> 1,
            Direction::NorthEast => not_h << 9,
            Direction::NorthWest => not_a << 7,
            Direction::SouthEast => not_h >> 7,
            Direction::SouthWest => not_a >> 9,
        })
    }
}

impl Square {
    /// Returns the set of this square alone.
    #[inline]
    #[must_use]
    pub const fn bb(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bb()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bb())
    }
}

macro_rules! set_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $op:tt)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    )*};
}

set_operators! {
    BitAnd bitand BitAndAssign bitand_assign &
    BitOr bitor BitOrAssign bitor_assign |
    BitXor bitxor BitXorAssign bitxor_assign ^
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// The squares of a set, from a1 upwards.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The set as a board, rank 8 on top: `X` for a member, `.` for the rest.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                write!(f, "{mark}{}", if file == File::H { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn a_set_lists_its_squares_in_order() {
        let set: Bitboard = [Square::H8, Square::A1, Square::E4].into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E4, Square::H8]);
        assert_eq!((set.first(), set.last()), (Some(Square::A1), Some(Square::H8)));
        assert_eq!(set.into_iter().len(), 3);
        assert!(set.has_many() && !Square::E4.bb().has_many() && !Bitboard::EMPTY.has_many());
    }

    #[test]
    fn a_shift_equals_the_step_of_each_square() {
        use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
        let steps = [
            (North, 0, 1),
            (South, 0, -1),
            (East, 1, 0),
            (West, -1, 0),
            (NorthEast, 1, 1),
            (NorthWest, -1, 1),
            (SouthEast, 1, -1),
            (SouthWest, -1, -1),
        ];
        for square in Square::ALL {
            for (direction, files, ranks) in steps {
                let file = square.file().index() as i32 + files;
                let rank = square.rank().index() as i32 + ranks;
                let expected = if (0..8).contains(&file) && (0..8).contains(&rank) {
                    let to = Square::new(File::ALL[file as usize], Rank::ALL[rank as usize]);
                    assert_eq!(to.index() as i32 - square.index() as i32, direction.delta().into());
                    to.bb()
                } else {
                    Bitboard::EMPTY
                };
                assert_eq!(square.bb().shift(direction), expected, "{square} {direction:?}");
            }
        }
    }

    #[test]
    fn a_set_draws_itself() {
        let drawn = (Bitboard::rank(Rank::First) | Square::A8.bb()).to_string();
        assert!(drawn.starts_with("X . . . . . . .\n"));
        assert!(drawn.ends_with(". . . . . . . .\nX X X X X X X X\n"));
    }
}
