//! [`PositionState`]: the position on the board as the page draws it.

use engine::{Game, OpeningName};
use movegen::{Color, Position, Variant};
use serde::Serialize;

/// The position on the board, its legal moves and the moves that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PositionState {
    pub fen: String,
    /// Whether castling follows the rules and the notation of Chess960.
    pub chess960: bool,
    /// The side to move: `w` or `b`.
    pub turn: char,
    /// The legal moves; none once the game has ended.
    pub legal: Vec<LegalMove>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The game's end, or the end that a claim would make.
    pub outcome: Option<Outcome>,
    pub san: Vec<String>,
    pub uci: Vec<String>,
    /// The number of moves, of both sides together.
    pub plies: usize,
    pub start_fen: String,
    /// The opening of the game, if its name is known.
    pub opening: Option<Opening>,
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opening {
    /// The code of the Encyclopaedia of Chess Openings.
    pub eco: &'static str,
    pub name: &'static str,
}

/// A legal move in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    pub uci: String,
    pub san: String,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The end of the game, in words.
    pub reason: String,
    /// Whether it goes on unless a player claims the draw.
    pub claim: bool,
}

impl PositionState {
    /// Returns the state of a game that began at `start`.
    pub(super) fn new(start: &Position, game: &Game, opening: Option<OpeningName>) -> Self {
        let position = game.position();
        let outcome = game.outcome();
        let is_over = outcome.is_some_and(|end| !end.is_claim());
        let legal = position.legal_moves();
        let legal = legal.into_iter().filter(|_| !is_over);
        let moves: Vec<_> = game.moves().collect();
        let played = Game::new(start.clone()).san_line(&moves);
        Self {
            fen: position.to_fen(),
            chess960: position.variant() == Variant::Chess960,
            turn: if position.side_to_move() == Color::White { 'w' } else { 'b' },
            legal: legal
                .map(|mv| LegalMove { uci: position.uci(mv), san: position.san(mv) })
                .collect(),
            check: position.in_check(),
            outcome: outcome.map(|end| Outcome {
                result: end.result().as_str(),
                reason: end.to_string(),
                claim: end.is_claim(),
            }),
            san: played.split_whitespace().map(str::to_owned).collect(),
            uci: crate::game::uci_line(start, &moves),
            plies: moves.len(),
            start_fen: start.to_fen(),
            opening: opening.map(|OpeningName { eco, name }| Opening { eco, name }),
        }
    }
}
