//! The names of moves, lines and scores in our JSON documents.

use movegen::{Move, Position};
use search::score::mate_distance_moves;
use serde::Serialize;
use tt_core::Bound;

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

#[cfg(test)]
mod tests {
    use search::score::mate_in;

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
}
