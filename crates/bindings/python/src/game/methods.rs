//! The methods of [`Game`] in Python, and its tags.

use movegen::GameResult;
use movegen::pgn;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

use super::node::{GameNode, Mainline};
use super::path::Path;
use super::{Game, Said, add, comments, frozen, joined};
use crate::board::Board;
use crate::chess_move::Move;
use crate::error::value_error;

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (board=None))]
    fn new(board: Option<&Board>) -> Self {
        let start = board.map_or_else(movegen::Position::startpos, |it| (*it.position).clone());
        Self(Box::new(pgn::Game::new(start)))
    }

    /// Returns the game of a board: its start, its moves, and its result.
    #[staticmethod]
    fn from_board(board: &Board) -> PyResult<Self> {
        let (start, moves) = board.played();
        let mut game = pgn::Game::from_moves(start, moves).map_err(value_error)?;
        let end = board.position.outcome_with(&board.history).filter(|end| !end.is_claim());
        game.set_result(end.map_or(GameResult::Unknown, |end| end.result()));
        Ok(Self(Box::new(game)))
    }

    /// The tags.
    #[getter]
    fn headers(slf: Py<Self>) -> Headers {
        Headers(slf)
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().as_str()
    }

    /// The remarks on what had to be read around, each with its line and column.
    #[getter]
    fn errors(&self) -> Vec<String> {
        self.0.remarks().iter().map(ToString::to_string).collect()
    }

    /// Returns the board before the first move.
    fn board(&self) -> Board {
        Board::at(self.0.start().clone(), false)
    }

    /// The comment before the first move.
    #[getter]
    fn comment(&self) -> String {
        joined(&self.0.line().comments)
    }

    #[setter]
    fn set_comment(&mut self, comment: &str) {
        self.0.line_mut().comments = comments(comment);
    }

    /// The annotations before the first move.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        frozen(py, &self.0.line().nags)
    }

    /// The nodes of the first moves, that of the main line first.
    #[getter]
    fn variations(slf: &Bound<'_, Self>) -> Vec<GameNode> {
        GameNode::children(slf.as_unbound(), slf.py(), &Path::default())
    }

    /// Returns the node of the first move.
    fn next(slf: &Bound<'_, Self>) -> Option<GameNode> {
        GameNode::next_of(slf.as_unbound(), slf.py(), &Path::default())
    }

    /// Adds a first move, as the main line if the game has none, and returns its node.
    #[pyo3(signature = (mv, *, comment="", starting_comment="", nags=Vec::new()))]
    fn add_variation(
        slf: Py<Self>,
        py: Python<'_>,
        mv: &Move,
        comment: &str,
        starting_comment: &str,
        nags: Vec<u8>,
    ) -> PyResult<GameNode> {
        let said = Said::new(comment, starting_comment, nags);
        let path = add(&mut slf.borrow_mut(py).0, &Path::default(), *mv, said)?;
        Ok(GameNode::at(slf, path))
    }

    /// Returns the nodes of the moves that were played.
    fn mainline(slf: Py<Self>) -> Mainline {
        Mainline::behind(slf, Path::default())
    }

    /// Returns the moves that were played, without variations.
    fn mainline_moves(&self) -> Vec<Move> {
        let variant = self.board().variant();
        self.0.moves().map(|mv| Move::shown(mv, variant)).collect()
    }

    /// Returns the game as PGN.
    fn __str__(&self) -> PyResult<String> {
        self.0.to_pgn().map_err(value_error)
    }

    fn __repr__(&self) -> String {
        let tag = |name| self.0.tag(name).unwrap_or("?");
        format!("<Game {} - {} {}>", tag("White"), tag("Black"), self.result())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

/// The tags of a game: a mapping of names to values in the order of the file.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct Headers(Py<Game>);

impl Headers {
    fn pairs(&self, py: Python<'_>) -> Vec<(String, String)> {
        let game = self.0.borrow(py);
        let pair = |tag: &pgn::Tag| (tag.name().to_owned(), tag.value().to_owned());
        game.0.tags().iter().map(pair).collect()
    }
}

#[pymethods]
impl Headers {
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let missing = || PyKeyError::new_err(name.to_owned());
        self.get(py, name, None).ok_or_else(missing)
    }

    /// Returns the value of a tag, or a default.
    #[pyo3(signature = (name, default=None))]
    fn get(&self, py: Python<'_>, name: &str, default: Option<String>) -> Option<String> {
        self.0.borrow(py).0.tag(name).map(str::to_owned).or(default)
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        let mut game = self.0.borrow_mut(py);
        if name.eq_ignore_ascii_case("Result") {
            let wrong = || value_error(format!("expected a result such as 1-0, found {value:?}"));
            game.0.set_result(GameResult::from_text(value).ok_or_else(wrong)?);
            return Ok(());
        }
        game.0.set_tag(name, value).map_err(value_error)
    }

    fn __contains__(&self, py: Python<'_>, name: &str) -> bool {
        self.0.borrow(py).0.tag(name).is_some()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.0.borrow(py).0.tags().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.keys(py).into_pyobject(py)?.call_method0("__iter__")
    }

    /// Returns the names of the tags.
    fn keys(&self, py: Python<'_>) -> Vec<String> {
        self.pairs(py).into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the values of the tags.
    fn values(&self, py: Python<'_>) -> Vec<String> {
        self.pairs(py).into_iter().map(|(_, value)| value).collect()
    }

    /// Returns the names and values of the tags.
    fn items(&self, py: Python<'_>) -> Vec<(String, String)> {
        self.pairs(py)
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Headers({:?})", self.pairs(py))
    }
}
