//! [`Score`]: a middle-game and an end-game value in one integer.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values in centipawns, one for the middle game and one for the end game.
///
/// Both lie in one `i32`, so that one addition adds both:
///
/// ```text
/// bits 31..16  end game (after the carry of a negative lower half is undone)
/// bits 15..0   middle game, two's complement
/// ```
///
/// The arithmetic is exact as long as each half of every result fits an `i16`.
///
/// ```
/// use evaluation::Score;
///
/// // Two rooks on open files against one: what the difference is worth as pieces leave the board.
/// let open_file = Score::new(26, 10);
/// let lead = open_file * 2 - open_file;
/// assert_eq!((lead.middle_game(), lead.end_game()), (26, 10));
/// // Halves of either sign do not disturb each other.
/// let sum: Score = [Score::new(-40, 7), Score::new(5, -9)].into_iter().sum();
/// assert_eq!(sum, Score::new(-35, -2));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Score(i32);

/// Short for [`Score::new`]: the tables of weights are long.
#[expect(non_snake_case, reason = "reads as the constructor of a pair in tables of weights")]
pub(crate) const fn S(middle_game: i16, end_game: i16) -> Score {
    Score::new(middle_game, end_game)
}

impl Score {
    /// The pair (0, 0).
    pub const ZERO: Score = Score(0);

    /// Creates the pair of these two values.
    #[inline]
    pub const fn new(middle_game: i16, end_game: i16) -> Score {
        Score(((end_game as i32) << 16) + middle_game as i32)
    }

    /// Returns the middle-game value.
    #[inline]
    pub const fn middle_game(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the end-game value.
    #[inline]
    pub const fn end_game(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.middle_game(), self.end_game())
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        self.0 -= other.0;
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline]
    fn mul(self, count: i32) -> Score {
        Score(self.0 * count)
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values around zero, and values whose product with 20 still fits an `i16`.
    const SAMPLE: [i16; 9] = [-1600, -257, -2, -1, 0, 1, 3, 255, 1600];

    fn pair(score: Score) -> (i32, i32) {
        (score.middle_game(), score.end_game())
    }

    #[test]
    fn packing_is_the_identity() {
        for mg in [i16::MIN, -12_000, -1, 0, 1, 12_000, i16::MAX] {
            for eg in [-32_000, -12_000, -1, 0, 1, 12_000, 32_000] {
                assert_eq!(pair(S(mg, eg)), (i32::from(mg), i32::from(eg)));
            }
        }
    }

    #[test]
    fn arithmetic_acts_on_both_halves() {
        for (mg, eg) in SAMPLE.iter().flat_map(|&mg| SAMPLE.map(|eg| (mg, eg))) {
            let (a, b) = (i32::from(mg), i32::from(eg));
            let score = S(mg, eg);
            assert_eq!(pair(-score), (-a, -b));
            assert_eq!(pair(score + S(eg, mg)), (a + b, a + b));
            assert_eq!(pair(score - S(eg, mg)), (a - b, b - a));
            for count in -20..=20 {
                assert_eq!(pair(score * count), (a * count, b * count));
            }
            assert_eq!([score, score, S(1, -1)].into_iter().sum::<Score>(), score * 2 + S(1, -1));
        }
    }
}
