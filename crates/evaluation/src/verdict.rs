//! [`Verdict`]: from the sum of the terms to one number.

use movegen::{PieceType, Position};

use crate::score::Score;

/// No evaluation is farther from zero, in centipawns.
///
/// A search keeps its mates beyond it:
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

/// The scale at which the whole end-game value counts; at 0 nothing of it does.
pub const FULL_SCALE: i32 = 64;

/// What a piece adds to the phase, by kind.
const PHASE_WEIGHTS: [(PieceType, i32); 4] =
    [(PieceType::Knight, 1), (PieceType::Bishop, 1), (PieceType::Rook, 2), (PieceType::Queen, 4)];

/// How many pieces are left, 0 to [`FULL_PHASE`]; promoted ones do not count beyond the full
/// board.
pub(crate) fn phase(position: &Position) -> i32 {
    let sum: i32 = PHASE_WEIGHTS
        .iter()
        .map(|&(kind, weight)| weight * position.pieces(kind).count() as i32)
        .sum();
    sum.min(FULL_PHASE)
}

/// The sum of the terms, and how it becomes one number.
pub(crate) struct Verdict {
    /// White's terms minus Black's.
    pub(crate) score: Score,
    /// 0 to [`FULL_PHASE`].
    pub(crate) phase: i32,
    /// 0 to [`FULL_SCALE`].
    pub(crate) scale: i32,
}

impl Verdict {
    /// The value in centipawns from White's side. It rounds towards zero, alike for both colours.
    pub(crate) fn value(&self) -> i32 {
        let middle_game = self.score.middle_game() * self.phase * FULL_SCALE;
        let end_game = self.score.end_game() * (FULL_PHASE - self.phase) * self.scale;
        let value = (middle_game + end_game) / (FULL_PHASE * FULL_SCALE);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: (i16, i16), phase: i32, scale: i32) -> i32 {
        Verdict { score: Score::new(score.0, score.1), phase, scale }.value()
    }

    #[test]
    fn the_start_position_has_the_full_phase_and_promotion_adds_nothing() {
        assert_eq!(phase(&Position::startpos()), FULL_PHASE);
        let promoted = Position::from_fen("rnbqkbnr/8/8/8/8/8/8/QNBQKBNR w - - 0 1");
        assert_eq!(phase(&promoted.expect("legal")), FULL_PHASE);
        let bare = Position::from_fen("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
        assert_eq!(phase(&bare.expect("legal")), 0);
    }

    #[test]
    fn phase_and_scale_mix_the_halves() {
        assert_eq!(value((120, -300), FULL_PHASE, FULL_SCALE), 120);
        assert_eq!(value((120, -300), 0, FULL_SCALE), -300);
        assert_eq!(value((120, -300), 0, FULL_SCALE / 4), -75);
        assert_eq!(value((120, -300), FULL_PHASE / 2, FULL_SCALE), -90);
        assert_eq!((value((5, 0), 1, 64), value((-5, 0), 1, 64)), (0, 0), "towards zero");
    }

    #[test]
    fn nothing_is_beyond_the_limit() {
        assert_eq!(value((i16::MAX, 0), FULL_PHASE, FULL_SCALE), EVAL_LIMIT);
        assert_eq!(value((i16::MIN, 0), FULL_PHASE, FULL_SCALE), -EVAL_LIMIT);
    }
}
