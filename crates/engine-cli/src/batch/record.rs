//! Scores and lines as files have them.

use movegen::{Color, EpdOperand, EpdOperation, Move, Position};
use search::score::{mate_distance_moves, mate_distance_plies};
use serde::Serialize;

use crate::game::is_chess960;

/// What EPD writes for a mate on the board; each ply before it is one less.
const EPD_MATE: i64 = 32_767;

/// A score in JSON: `{"cp": 35}`, or `{"mate": -3}` in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Score {
    Cp(i32),
    Mate(i32),
}

impl Score {
    /// A score of the search, from the same view.
    pub(super) fn new(score: i32) -> Self {
        mate_distance_moves(score).map_or(Self::Cp(score), Self::Mate)
    }

    /// A score from the view of `side`, seen from White's.
    pub(super) fn for_white(score: i32, side: Color) -> Self {
        let sign = if side == Color::White { 1 } else { -1 };
        match Self::new(score) {
            Self::Cp(value) => Self::Cp(value * sign),
            Self::Mate(moves) => Self::Mate(moves * sign),
        }
    }

    /// What `[%eval …]` says in a comment of PGN; `None` for a mate on the board.
    pub(super) fn eval(self) -> Option<String> {
        match self {
            Self::Mate(0) => None,
            Self::Mate(moves) => Some(format!("#{moves}")),
            Self::Cp(value) => Some(format!("{:.2}", f64::from(value) / 100.0)),
        }
    }
}

/// A score as `ce` of EPD has it, from the view of the side to move: centipawns, or 32767 less the
/// plies to a mate.
pub(super) fn centipawns(score: i32) -> i64 {
    match mate_distance_plies(score) {
        Some(plies) => i64::from(score.signum()) * (EPD_MATE - i64::from(plies)),
        None => score.into(),
    }
}

/// A move in JSON, in both notations.
#[derive(Serialize)]
pub(super) struct BestMove {
    uci: String,
    san: String,
}

impl BestMove {
    /// The names of a legal move.
    pub(super) fn new(position: &Position, mv: Move) -> Self {
        Self { uci: position.uci(mv, is_chess960(position)), san: position.san(mv) }
    }
}

/// A line in standard algebraic notation.
pub(super) fn san(position: &Position, line: &[Move]) -> Vec<String> {
    written(position, line, |position, mv| position.san(mv))
}

/// A line as UCI writes it.
pub(super) fn uci(position: &Position, line: &[Move]) -> Vec<String> {
    let chess960 = is_chess960(position);
    written(position, line, |position, mv| position.uci(mv, chess960))
}

fn written(
    position: &Position,
    line: &[Move],
    write: impl Fn(&Position, Move) -> String,
) -> Vec<String> {
    let mut position = position.clone();
    let next = |&mv: &Move| {
        let text = write(&position, mv);
        position = position.make(mv);
        text
    };
    line.iter().map(next).collect()
}

/// The operation `pv` of EPD: moves that follow each other.
pub(super) fn pv(position: &Position, line: &[Move]) -> EpdOperation {
    let words = san(position, line);
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
        let eval = |score, side| Score::for_white(score, side).eval();
        assert_eq!(eval(35, Color::White).as_deref(), Some("0.35"));
        assert_eq!(eval(35, Color::Black).as_deref(), Some("-0.35"));
        assert_eq!(eval(0, Color::Black).as_deref(), Some("0.00"));
        assert_eq!(eval(mate_in(5), Color::Black).as_deref(), Some("#-3"));
        assert_eq!(eval(mated_in(2), Color::Black).as_deref(), Some("#1"));
        assert_eq!(eval(mated_in(0), Color::Black), None);
    }

    #[test]
    fn json_names_the_kind_of_a_score() {
        let json = |score| serde_json::to_string(&Score::new(score)).unwrap();
        assert_eq!(json(-12), r#"{"cp":-12}"#);
        assert_eq!(json(mate_in(3)), r#"{"mate":2}"#);
    }
}
