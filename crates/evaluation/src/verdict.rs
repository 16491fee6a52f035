//! [`Verdict`]: from the sum of the terms to one number.

use crate::score::Score;

/// The largest absolute value of an evaluation, in centipawns.
///
/// A search keeps its mate scores beyond it:
///
/// ```
/// use evaluation::movegen::Position;
/// use evaluation::{EVAL_LIMIT, Evaluator};
///
/// let nine_queens = Position::from_fen("7k/6p1/8/8/8/8/QQQQ4/KQQQQQ2 w - - 0 1")?;
/// assert!(Evaluator::new().evaluate(&nine_queens) <= EVAL_LIMIT);
/// assert!(EVAL_LIMIT < i32::from(i16::MAX), "a table's entry holds it in 16 bits");
/// # Ok::<(), evaluation::movegen::FenError>(())
/// ```
pub const EVAL_LIMIT: i32 = 20_000;

/// The phase with all pieces on the board; with kings and pawns only it is 0.
pub const FULL_PHASE: i32 = 24;

/// The scale at which the whole of a half counts; at 0 none of it counts.
pub const FULL_SCALE: i32 = 64;

/// The sum of the terms, and the phase and scales that turn it into one number.
pub(crate) struct Verdict {
    /// White's terms minus Black's.
    pub(crate) score: Score,
    /// 0 to [`FULL_PHASE`].
    pub(crate) phase: i32,
    /// The part of each half that counts.
    pub(crate) scales: Scales,
}

/// The parts of the middle-game and of the end-game value that count, 0 to [`FULL_SCALE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scales {
    pub(crate) middle_game: i32,
    pub(crate) end_game: i32,
}

impl Scales {
    pub(crate) const FULL: Self = Self::both(FULL_SCALE);
    /// Nothing counts: a dead draw.
    pub(crate) const DRAWN: Self = Self::both(0);

    /// Creates the scales with this share of both halves.
    pub(crate) const fn both(scale: i32) -> Self {
        Self { middle_game: scale, end_game: scale }
    }

    pub(crate) const fn end_game(scale: i32) -> Self {
        Self { middle_game: FULL_SCALE, end_game: scale }
    }
}

impl Verdict {
    /// Returns the value in centipawns from White's side. It rounds towards zero, alike for both
    /// colours.
    pub(crate) fn value(&self) -> i32 {
        let middle_game = self.score.middle_game() * self.phase * self.scales.middle_game;
        let end_game = self.score.end_game() * (FULL_PHASE - self.phase) * self.scales.end_game;
        let value = (middle_game + end_game) / (FULL_PHASE * FULL_SCALE);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: (i16, i16), phase: i32, scales: Scales) -> i32 {
        Verdict { score: Score::new(score.0, score.1), phase, scales }.value()
    }

    #[test]
    fn phase_and_scale_mix_the_halves() {
        assert_eq!(value((120, -300), FULL_PHASE, Scales::FULL), 120);
        assert_eq!(value((120, -300), 0, Scales::FULL), -300);
        assert_eq!(value((120, -300), 0, Scales::end_game(FULL_SCALE / 4)), -75);
        assert_eq!(value((120, -300), FULL_PHASE / 2, Scales::FULL), -90);
        assert_eq!(value((120, -300), FULL_PHASE / 2, Scales::end_game(0)), 60);
        assert_eq!(value((120, -300), FULL_PHASE / 2, Scales::DRAWN), 0);
        let towards_zero = [(5, 0), (-5, 0)].map(|score| value(score, 1, Scales::FULL));
        assert_eq!(towards_zero, [0, 0]);
    }

    #[test]
    fn nothing_is_beyond_the_limit() {
        assert_eq!(value((i16::MAX, 0), FULL_PHASE, Scales::FULL), EVAL_LIMIT);
        assert_eq!(value((i16::MIN, 0), FULL_PHASE, Scales::FULL), -EVAL_LIMIT);
    }
}
