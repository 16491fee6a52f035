//! The moves of a game, judged by the values of its positions.

use engine::judge::{Cost, Judgement};
use search::score::{mate_in, mated_in};
use serde::{Deserialize, Serialize};

use super::{Score, Value};

/// The values of a game's positions, and the moves between them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ValuedGame {
    /// The positions, the start first.
    pub positions: Vec<Valued>,
    /// The moves in UCI's notation: one less than positions.
    pub moves: Vec<String>,
}

/// A position, as a search valued it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Valued {
    /// The value from the side to move's view.
    pub score: Score,
    /// The best move in UCI's notation.
    pub best: Option<String>,
}

/// The cost of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// `inaccuracy`, `mistake` or `blunder`; `None` unless the move is bad.
    pub judgement: Option<&'static str>,
    /// `?!`, `?` or `??`, or empty.
    pub glyph: &'static str,
    /// The loss in centipawns.
    pub loss: u32,
    /// The accuracy in per cent, from 0 to 100.
    pub accuracy: f64,
}

/// Judges the moves of a game as `palimpsest analyse` does, by [`engine::judge`].
#[must_use]
pub fn judge(game: &ValuedGame) -> Vec<Judged> {
    let pairs = game.positions.iter().zip(game.positions.iter().skip(1));
    let judged = |((before, after), played): ((&Valued, &Valued), &String)| {
        let cost = match before.best.as_ref() == Some(played) {
            true => Cost::NONE,
            false => Cost::new(number(before.score.value), -number(after.score.value)),
        };
        Judged {
            judgement: cost.judgement.map(Judgement::name),
            glyph: cost.judgement.map_or("", Judgement::glyph),
            loss: cost.centipawns,
            accuracy: cost.accuracy,
        }
    };
    pairs.zip(&game.moves).map(judged).collect()
}

/// Returns a score of the search with this value. The judge takes mates for certain, however far
/// away.
fn number(value: Value) -> i32 {
    match value {
        Value::Cp(score) => score,
        Value::Mate(moves) if moves > 0 => mate_in(1),
        Value::Mate(_) => mated_in(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_moves_of_a_game_are_judged() {
        let game = r#"{"positions": [
            {"score": {"cp": 30, "points": 0.53}, "best": "e2e4"}, {"score": {"cp": 60}, "best": "e7e5"},
            {"score": {"cp": -70}, "best": "b1c3"}, {"score": {"mate": 1}, "best": "d8h4"},
            {"score": {"mate": 0}, "best": null}],
            "moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}"#;
        let judged = judge(&serde_json::from_str(game).unwrap());
        let signs: Vec<_> = judged.iter().map(|cost| (cost.glyph, cost.loss)).collect();
        assert_eq!(signs, [("?!", 90), ("", 0), ("??", 930), ("", 0)]);
        assert_eq!(judged[2].judgement, Some("blunder"));
        assert_eq!((judged[0].accuracy, judged[1].accuracy), (Cost::new(30, -60).accuracy, 100.0));
    }

    #[test]
    fn a_mate_is_certain_however_far_away() {
        let game = r#"{"positions": [
            {"score": {"mate": 2}, "best": "a1a8"}, {"score": {"mate": 0}, "best": null}],
            "moves": ["a1h1"]}"#;
        let judged = judge(&serde_json::from_str(game).unwrap());
        assert_eq!((judged[0].glyph, judged[0].loss), ("", 0));
        let game = r#"{"positions": [
            {"score": {"mate": -3}, "best": "h8g8"}, {"score": {"mate": 1}, "best": "a1h1"}],
            "moves": ["h8h7"]}"#;
        let judged = judge(&serde_json::from_str(game).unwrap());
        assert_eq!((judged[0].glyph, judged[0].loss), ("", 0));
    }
}
