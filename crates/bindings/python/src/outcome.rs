//! [`Outcome`]: how a game has ended.

use movegen::{Color, GameEnd};
use pyo3::prelude::*;

/// The reasons for which a game ends.
#[pyclass(frozen, eq, hash, module = "palimpsest")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::upper_case_acronyms, reason = "the names are python-chess's")]
#[expect(non_camel_case_types, reason = "the names are python-chess's")]
pub(crate) enum Termination {
    CHECKMATE,
    STALEMATE,
    INSUFFICIENT_MATERIAL,
    SEVENTYFIVE_MOVES,
    FIVEFOLD_REPETITION,
    FIFTY_MOVES,
    THREEFOLD_REPETITION,
}

/// The end of a game: its reason, and the winner if there is one.
#[pyclass(frozen, eq, hash, module = "palimpsest")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome {
    /// The reason.
    #[pyo3(get)]
    termination: Termination,
    /// `True` if White has won, `False` if Black has, `None` of a draw.
    #[pyo3(get)]
    winner: Option<bool>,
}

impl Outcome {
    /// Returns the outcome of an end that movegen names.
    pub(crate) fn of(end: GameEnd) -> Option<Self> {
        let termination = match end {
            GameEnd::Checkmate { .. } => Termination::CHECKMATE,
            GameEnd::Stalemate => Termination::STALEMATE,
            GameEnd::InsufficientMaterial => Termination::INSUFFICIENT_MATERIAL,
            GameEnd::SeventyFiveMoves => Termination::SEVENTYFIVE_MOVES,
            GameEnd::FivefoldRepetition => Termination::FIVEFOLD_REPETITION,
            GameEnd::FiftyMoves => Termination::FIFTY_MOVES,
            GameEnd::ThreefoldRepetition => Termination::THREEFOLD_REPETITION,
            _ => return None,
        };
        Some(Self { termination, winner: end.winner().map(|winner| winner == Color::White) })
    }

    pub(crate) fn draw(termination: Termination) -> Self {
        Self { termination, winner: None }
    }
}

#[pymethods]
impl Outcome {
    /// Returns the result as PGN writes it.
    pub(crate) fn result(&self) -> &'static str {
        match self.winner {
            Some(true) => "1-0",
            Some(false) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        let winner = match self.winner {
            Some(true) => "True",
            Some(false) => "False",
            None => "None",
        };
        format!("Outcome(termination=Termination.{:?}, winner={winner})", self.termination)
    }
}
