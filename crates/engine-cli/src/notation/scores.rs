//! Scores and lines in the notation of files of positions and games.

use movegen::{Color, EpdOperand, EpdOperation, Move, Position};
use search::score::mate_distance_plies;

use crate::notation::names::{Score, line_in_san};

/// EPD's number for a mate on the board; each ply before it is one less.
const EPD_MATE: i64 = 32_767;

/// Turns a score from the view of `side` into one from White's.
pub(crate) fn for_white(score: i32, side: Color) -> Score {
    let sign = if side == Color::White { 1 } else { -1 };
    match Score::new(score) {
        Score::Cp(value) => Score::Cp(value * sign),
        Score::Mate(moves) => Score::Mate(moves * sign),
    }
}

/// Returns the text of `[%eval …]` in a comment of PGN; `None` for a mate on the board.
pub(crate) fn eval(score: Score) -> Option<String> {
    match score {
        Score::Mate(0) => None,
        Score::Mate(moves) => Some(format!("#{moves}")),
        Score::Cp(value) => Some(format!("{:.2}", f64::from(value) / 100.0)),
    }
}

/// Returns a score in the notation of EPD's `ce`, from the view of the side to move: centipawns, or
/// 32767 less the plies to a mate.
pub(crate) fn centipawns(score: i32) -> i64 {
    match mate_distance_plies(score) {
        Some(plies) => i64::from(score.signum()) * (EPD_MATE - i64::from(plies)),
        None => score.into(),
    }
}

/// Returns the operation `pv` of EPD: moves that follow each other.
pub(crate) fn pv(position: &Position, line: &[Move]) -> EpdOperation {
    let words = line_in_san(position, line);
    let operands = words.iter().map(|word| EpdOperand::word(word).expect("a move is a word"));
    EpdOperation::new("pv", operands).expect("an opcode")
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn mates_in_epd_are_those_of_the_standard() {
        // The standard's examples: mate in one and in five, mated in one and in five, and on the
        // board.
        let scores = [mate_in(1), mate_in(9), mated_in(2), mated_in(10), mated_in(0), -35];
        let written = [32_766, 32_758, -32_765, -32_757, -32_767, -35];
        assert_eq!(scores.map(centipawns), written);
    }

    #[test]
    fn evaluations_in_pgn_are_whites() {
        let eval = |score, side| eval(for_white(score, side));
        assert_eq!(eval(35, Color::White).as_deref(), Some("0.35"));
        assert_eq!(eval(35, Color::Black).as_deref(), Some("-0.35"));
        assert_eq!(eval(0, Color::Black).as_deref(), Some("0.00"));
        assert_eq!(eval(mate_in(5), Color::Black).as_deref(), Some("#-3"));
        assert_eq!(eval(mated_in(2), Color::Black).as_deref(), Some("#1"));
        assert_eq!(eval(mated_in(0), Color::Black), None);
    }
}
