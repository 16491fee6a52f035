//! [`Board`]: a position and the moves that led to it.

mod methods;

use movegen::{Color, GameEnd, KeyHistory, Position, Variant};
use pyo3::prelude::*;

use crate::chess_move::Move;
use crate::error::value_error;

/// The board of a game: a position, and the moves made on it, which can be taken back.
#[pyclass(module = "palimpsest")]
#[derive(Clone)]
pub(crate) struct Board {
    /// On the heap: Python does not keep the alignment of a position.
    pub(crate) position: Box<Position>,
    pub(crate) history: KeyHistory,
    earlier: Vec<(Position, movegen::Move)>,
    is_chess960: bool,
}

impl Board {
    /// Creates the board of a position, which castles as in Chess960 if asked or if it must.
    pub(crate) fn at(position: Position, is_chess960: bool) -> Self {
        let is_chess960 = is_chess960 || position.variant() == Variant::Chess960;
        let (history, earlier) = (KeyHistory::new(), Vec::new());
        Self { position: Box::new(position), history, earlier, is_chess960 }
    }

    pub(crate) fn variant(&self) -> Variant {
        if self.is_chess960 { Variant::Chess960 } else { Variant::Standard }
    }

    /// Returns the legal move that a move means here, or the null move.
    pub(crate) fn legal(&self, mv: Move) -> PyResult<movegen::Move> {
        mv.legal_in(&self.position)
    }

    /// Makes a legal move or the null move.
    pub(crate) fn make(&mut self, mv: movegen::Move) -> PyResult<()> {
        let child = match mv.is_null() {
            true => self.position.make_null().ok_or_else(|| {
                value_error("expected a move that ends the check, found the null move")
            })?,
            false => self.position.make(mv),
        };
        self.history.push(self.position.key());
        self.earlier.push((std::mem::replace(&mut *self.position, child), mv));
        Ok(())
    }

    /// Returns the position as X-FEN.
    fn x_fen(&self) -> String {
        self.position.to_fen_as(Variant::Standard)
    }

    fn shown(&self, mv: movegen::Move) -> Move {
        Move::shown(mv, self.variant())
    }

    fn parsed_san(&self, text: &str) -> PyResult<movegen::Move> {
        self.position.parse_san(text).map_err(value_error)
    }

    fn parsed_uci(&self, text: &str) -> PyResult<movegen::Move> {
        match text {
            "0000" => Ok(movegen::Move::NULL),
            _ => self.position.parse_uci(text).map_err(value_error),
        }
    }

    /// Returns the position before the first move, and the moves.
    pub(crate) fn played(&self) -> (Position, impl Iterator<Item = movegen::Move>) {
        let start = self.earlier.first().map_or(&*self.position, |(start, _)| start);
        (start.clone(), self.earlier.iter().map(|&(_, mv)| mv))
    }

    /// Returns the plies since the start of a game.
    pub(crate) fn plies(&self) -> u32 {
        let black = self.position.side_to_move() == Color::Black;
        2 * (self.position.fullmove_number() - 1) + u32::from(black)
    }

    fn repetitions(&self) -> usize {
        self.history.repetitions(self.position.key(), self.position.halfmove_clock())
    }

    /// Returns the ends that the rules impose, with the keys of the game.
    fn end(&self) -> Option<GameEnd> {
        self.position.outcome_with(&self.history).filter(|end| !end.is_claim())
    }

    fn is_end(&self, end: GameEnd) -> bool {
        self.position.outcome() == Some(end)
    }

    fn has_moves(&self) -> bool {
        self.position.count_legal() > 0
    }

    /// Returns whether a claim holds on the board or behind a legal move.
    fn can_claim(&self, holds: impl Fn(&Position, &KeyHistory) -> bool) -> bool {
        if holds(&self.position, &self.history) {
            return true;
        }
        let mut history = self.history.clone();
        history.push(self.position.key());
        let mut moves = self.position.legal_moves().into_iter();
        moves.any(|mv| holds(&self.position.make(mv), &history))
    }

    pub(crate) fn without_past(&self) -> Self {
        Self::at((*self.position).clone(), self.is_chess960)
    }
}
