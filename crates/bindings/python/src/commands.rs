//! The commands that programs write into comments: `[%eval 0.17]`, `[%clk 0:02:58]`.

use engine::search::score;

use crate::score::{PovScore, Score};

/// A value of `[%eval …]`, from White's view.
pub(crate) enum Eval {
    Centipawns(f64),
    /// The moves to a mate, negative if White is mated.
    Mate(f64),
}

impl Eval {
    /// Reads `[%eval 0.17]`, `[%eval 0.17,20]` or `[%eval #-3]` in a comment.
    pub(crate) fn read(comment: &str) -> Option<Self> {
        let value = value(comment, "eval")?;
        let read = match value.strip_prefix('#') {
            Some(moves) => Self::Mate(moves.parse().ok()?),
            None => Self::Centipawns(100.0 * value.parse::<f64>().ok()?),
        };
        let (Self::Centipawns(number) | Self::Mate(number)) = read;
        number.is_finite().then_some(read)
    }

    /// Returns the score, and the side to move.
    pub(crate) fn pov(&self, turn: bool) -> PovScore {
        let Score(white) = match *self {
            Self::Centipawns(value) => Score::cp(value.round() as i32),
            Self::Mate(moves) if moves >= 1.0 => {
                Score(score::mate_in(2 * moves.min(MOST_MOVES) as usize - 1))
            }
            Self::Mate(moves) => {
                Score(score::mated_in(2 * (-moves).clamp(0.0, MOST_MOVES) as usize))
            }
        };
        PovScore { relative: Score(if turn { white } else { -white }), turn }
    }
}

/// The longest mate that a score holds, in moves.
const MOST_MOVES: f64 = (score::MAX_PLY / 2) as f64;

/// Reads the seconds of `[%clk 0:02:58]` or `[%clk 0:00:03.5]` in a comment.
pub(crate) fn clock(comment: &str) -> Option<f64> {
    let mut parts = value(comment, "clk")?.split(':');
    let mut part = || parts.next()?.parse::<f64>().ok().filter(|&number| number >= 0.0);
    let seconds = 3600.0 * part()? + 60.0 * part()? + part()?;
    (seconds.is_finite() && parts.next().is_none()).then_some(seconds)
}

/// Returns the first operand of a command.
fn value<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("[%{name} ");
    let (_, rest) = comment.split_once(&start)?;
    rest.trim_start().split([']', ',', ' ']).next()
}
