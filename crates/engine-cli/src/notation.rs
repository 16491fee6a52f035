//! Moves, lines and scores as our documents and files write them.

use movegen::{Color, EpdOperand, EpdOperation, Move, Position};
use search::score::{mate_distance_moves, mate_distance_plies};
use serde::Serialize;
use tt_core::Bound;

/// EPD's number for a mate on the board; each ply before it is one less.
const EPD_MATE: i64 = 32_767;

/// A score: `{"cp": 35}`, or `{"mate": -3}` in moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Score {
    /// Centipawns.
    Cp(i32),
    /// Moves to the mate, negative for the side that is mated.
    Mate(i32),
}

impl Score {
    /// Converts a score of the search, from the same view.
    pub(crate) fn new(score: i32) -> Self {
        mate_distance_moves(score).map_or(Self::Cp(score), Self::Mate)
    }
}

/// A score and its bound: `{"cp": 34, "bound": "exact"}` or `{"mate": -3, "bound": "exact"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ScoreRecord {
    #[serde(flatten)]
    value: Score,
    bound: &'static str,
}

impl ScoreRecord {
    /// Converts a score of the search and its bound, from the same view.
    pub(crate) fn new(score: i32, bound: Bound) -> Self {
        let bound = match bound {
            Bound::Exact | Bound::None => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        Self { value: Score::new(score), bound }
    }
}

#[derive(Debug, Serialize)]
pub(crate) struct MoveNames {
    uci: String,
    san: String,
}

impl MoveNames {
    pub(crate) fn new(position: &Position, mv: Move) -> Self {
        Self { uci: position.uci(mv), san: position.san(mv) }
    }
}

pub(crate) fn line_in_san(position: &Position, line: &[Move]) -> Vec<String> {
    written(position, line, |position, mv| position.san(mv))
}

pub(crate) fn line_in_uci(position: &Position, line: &[Move]) -> Vec<String> {
    let variant = position.variant();
    written(position, line, |position, mv| position.uci_as(mv, variant))
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
    fn json_names_the_kind_of_a_score() {
        let json = |score| serde_json::to_string(&Score::new(score)).unwrap();
        assert_eq!(json(-12), r#"{"cp":-12}"#);
        assert_eq!(json(mate_in(3)), r#"{"mate":2}"#);
    }

    #[test]
    fn each_move_is_written_where_it_is_played() {
        let start = Position::startpos();
        let line = [start.parse_uci("g1f3").unwrap()];
        let line = [line[0], start.make(line[0]).parse_uci("g8f6").unwrap()];
        assert_eq!(line_in_san(&start, &line), ["Nf3", "Nf6"]);
        assert_eq!(line_in_uci(&start, &line), ["g1f3", "g8f6"]);
    }

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
