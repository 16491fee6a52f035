//! [`GameNode`]: a move of a game's tree.

use movegen::Color;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

use super::path::Path;
use super::{Game, Said, add, comments, frozen, joined};
use crate::board::Board;
use crate::chess_move::Move;
use crate::commands::{self, Eval};
use crate::score::PovScore;

/// A move of a game, with its comments, annotations and continuations.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct GameNode {
    game: Py<Game>,
    path: Path,
}

impl GameNode {
    pub(super) fn at(game: Py<Game>, path: Path) -> Self {
        Self { game, path }
    }

    pub(super) fn children(game: &Py<Game>, py: Python<'_>, path: &Path) -> Vec<Self> {
        let children = path.children(&game.borrow(py).0);
        children.into_iter().map(|path| Self::at(game.clone_ref(py), path)).collect()
    }

    pub(super) fn next_of(game: &Py<Game>, py: Python<'_>, path: &Path) -> Option<Self> {
        let next = path.next(&game.borrow(py).0)?;
        Some(Self::at(game.clone_ref(py), next))
    }

    fn said<T>(&self, py: Python<'_>, of: impl FnOnce(&movegen::pgn::Node) -> T) -> PyResult<T> {
        self.path.node(&self.game.borrow(py).0).map(of).ok_or_else(gone)
    }

    fn change(&self, py: Python<'_>, by: impl FnOnce(&mut movegen::pgn::Node)) -> PyResult<()> {
        self.path.node_mut(&mut self.game.borrow_mut(py).0).map(by).ok_or_else(gone)
    }
}

/// The error of a node that is in no tree, which cannot be.
fn gone() -> PyErr {
    PyValueError::new_err("the node is in no game")
}

#[pymethods]
impl GameNode {
    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move.
    #[getter]
    #[pyo3(name = "move")]
    fn mv(&self, py: Python<'_>) -> PyResult<Move> {
        let variant = Board::at(self.game.borrow(py).0.start().clone(), false).variant();
        self.said(py, |node| Move::shown(node.mv, variant))
    }

    /// The node before this one, or the game before the first move.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.path.parent().filter(|parent| !parent.is_root()) {
            Some(path) => Ok(Py::new(py, Self::at(self.game.clone_ref(py), path))?.into_any()),
            None => Ok(self.game.clone_ref(py).into_any()),
        }
    }

    /// Returns the move in SAN.
    fn san(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game.borrow(py);
        let before = self.path.parent().ok_or_else(gone)?.position(&game.0);
        let mv = self.path.node(&game.0).ok_or_else(gone)?.mv;
        Ok(if mv.is_null() { "--".to_owned() } else { before.san(mv) })
    }

    /// Returns the move in UCI's notation.
    fn uci(&self, py: Python<'_>) -> PyResult<String> {
        self.mv(py).map(Move::text)
    }

    /// Returns the board behind the move, with the moves that led there.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let game = self.game.borrow(py);
        let mut board = Board::at(game.0.start().clone(), false);
        self.path.moves(&game.0).into_iter().try_for_each(|mv| board.make(mv))?;
        Ok(board)
    }

    /// Returns the plies since the start of a game.
    fn ply(&self, py: Python<'_>) -> PyResult<u32> {
        self.board(py).map(|board| board.plies())
    }

    /// The comment behind the move.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.said(py, |node| joined(&node.comments))
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, comment: &str) -> PyResult<()> {
        self.change(py, |node| node.comments = comments(comment))
    }

    /// Returns the score of `[%eval …]` in the comment.
    fn eval(&self, py: Python<'_>) -> PyResult<Option<PovScore>> {
        let starts = self.game.borrow(py).0.start().side_to_move() == Color::White;
        let turn = starts == self.path.plies().is_multiple_of(2);
        Ok(Eval::read(&self.comment(py)?).map(|eval| eval.pov(turn)))
    }

    /// Returns the seconds of `[%clk …]` in the comment: the clock of the side that has moved.
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        Ok(commands::clock(&self.comment(py)?))
    }

    /// The comment before the first move of a variation.
    #[getter]
    fn starting_comment(&self, py: Python<'_>) -> String {
        let line = self
            .path
            .starts_variation()
            .then(|| joined(&self.path.line(&self.game.borrow(py).0).comments));
        line.unwrap_or_default()
    }

    /// The annotations by number: 1 for a good move, 2 for a poor one, ….
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let game = self.game.borrow(py);
        let mut nags = match self.path.starts_variation() {
            true => self.path.line(&game.0).nags.clone(),
            false => Vec::new(),
        };
        nags.extend(&self.path.node(&game.0).ok_or_else(gone)?.nags);
        frozen(py, &nags)
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let nags = nags.try_iter()?.map(|nag| nag?.extract()).collect::<PyResult<Vec<u8>>>()?;
        if self.path.starts_variation() {
            self.path.line_mut(&mut self.game.borrow_mut(py).0).nags.clear();
        }
        self.change(py, |node| (node.nags, node.nags_before) = (nags, 0))
    }

    /// The continuations, the main one first.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        Self::children(&self.game, py, &self.path)
    }

    /// Returns the main continuation.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        Self::next_of(&self.game, py, &self.path)
    }

    /// Returns whether nothing follows.
    fn is_end(&self, py: Python<'_>) -> bool {
        self.path.next(&self.game.borrow(py).0).is_none()
    }

    /// Returns whether the move was played.
    fn is_mainline(&self) -> bool {
        self.path.is_mainline()
    }

    /// Returns whether the move is the first one of a variation.
    fn starts_variation(&self) -> bool {
        self.path.starts_variation()
    }

    /// Adds a move behind this one, as the main continuation if there is none, and returns its
    /// node.
    #[pyo3(signature = (mv, *, comment="", starting_comment="", nags=Vec::new()))]
    fn add_variation(
        &self,
        py: Python<'_>,
        mv: &Move,
        comment: &str,
        starting_comment: &str,
        nags: Vec<u8>,
    ) -> PyResult<Self> {
        let said = Said::new(comment, starting_comment, nags);
        let path = add(&mut self.game.borrow_mut(py).0, &self.path, *mv, said)?;
        Ok(Self::at(self.game.clone_ref(py), path))
    }

    /// Returns the nodes that follow, by main continuations.
    fn mainline(&self, py: Python<'_>) -> Mainline {
        Mainline::behind(self.game.clone_ref(py), self.path.clone())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game.is(&other.game) && self.path == other.path
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr() as usize, &self.path).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<GameNode {}>", self.san(py)?))
    }
}

/// An iterator over nodes, by main continuations.
#[pyclass(module = "palimpsest")]
pub(crate) struct Mainline {
    game: Py<Game>,
    path: Path,
}

impl Mainline {
    pub(super) fn behind(game: Py<Game>, path: Path) -> Self {
        Self { game, path }
    }
}

#[pymethods]
impl Mainline {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<GameNode> {
        self.path = self.path.next(&self.game.borrow(py).0)?;
        Some(GameNode::at(self.game.clone_ref(py), self.path.clone()))
    }
}
