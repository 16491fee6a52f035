//! [`Info`], [`Analysis`] and [`PlayResult`]: what a search has found.

use engine::search;
use engine::tt_core::Bound;
use movegen::Color;
use pyo3::prelude::*;

use crate::board::Board;
use crate::chess_move::Move;
use crate::score::{PovScore, Score};

/// A line of a search, with the effort so far.
#[pyclass(frozen, get_all, module = "palimpsest")]
#[derive(Clone)]
pub(crate) struct Info {
    /// The depth of the iteration in plies.
    pub(crate) depth: u32,
    /// The longest line looked at, in plies.
    pub(crate) seldepth: u32,
    /// The rank of the line, from 1.
    pub(crate) multipv: usize,
    /// The score.
    pub(crate) score: PovScore,
    /// Whether the score is only known to be at least this.
    pub(crate) lowerbound: bool,
    /// Whether the score is only known to be at most this.
    pub(crate) upperbound: bool,
    /// Games in 1,000 that the side to move would win, draw and lose.
    pub(crate) wdl: (u32, u32, u32),
    /// The nodes of all threads.
    pub(crate) nodes: u64,
    /// The seconds since the start.
    pub(crate) time: f64,
    /// The filled part of the table, in per mille.
    pub(crate) hashfull: u32,
    /// The positions found in tablebases.
    pub(crate) tbhits: u64,
    /// The moves.
    pub(crate) pv: Vec<Move>,
}

impl Info {
    /// Returns a line of the search of a board.
    pub(crate) fn of(board: &Board, info: &search::Info<'_>) -> Self {
        let variant = board.variant();
        let wdl = info.wdl(&board.position);
        Self {
            depth: info.depth,
            seldepth: info.sel_depth,
            multipv: info.multi_pv,
            score: pov(board, info.score.value()),
            lowerbound: info.score.bound == Bound::Lower,
            upperbound: info.score.bound == Bound::Upper,
            wdl: (wdl.win, wdl.draw, wdl.loss),
            nodes: info.nodes,
            time: info.elapsed.as_secs_f64(),
            hashfull: info.hashfull,
            tbhits: info.tb_hits,
            pv: info.pv.iter().map(|&mv| Move::shown(mv, variant)).collect(),
        }
    }
}

pub(crate) fn pov(board: &Board, value: i32) -> PovScore {
    let turn = board.position.side_to_move() == Color::White;
    PovScore { relative: Score(value), turn }
}

#[pymethods]
impl Info {
    /// The nodes a second; 0 before the clock has moved.
    #[getter]
    fn nps(&self) -> u64 {
        if self.time > 0.0 { (self.nodes as f64 / self.time) as u64 } else { 0 }
    }

    fn __repr__(&self) -> String {
        let line: Vec<String> = self.pv.iter().map(|mv| mv.text()).collect();
        format!(
            "Info(depth={}, score={}, pv={})",
            self.depth,
            self.score.relative.text(),
            line.join(" ")
        )
    }
}

/// The result of a search: the best lines, best first, and the best move.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct Analysis {
    pub(crate) board: Board,
    /// The last lines of each rank.
    pub(crate) lines: Vec<Info>,
    pub(crate) outcome: search::Outcome,
    pub(crate) interrupted: bool,
}

#[pymethods]
impl Analysis {
    /// The lines, best first; none if there is no legal move.
    #[getter]
    fn lines(&self) -> Vec<Info> {
        self.lines.clone()
    }

    /// The best move; `None` if there is no legal one.
    #[getter]
    #[pyo3(name = "move")]
    fn mv(&self) -> Option<Move> {
        self.outcome.best.map(|mv| Move::shown(mv, self.board.variant()))
    }

    /// The reply that the best move expects.
    #[getter]
    fn ponder(&self) -> Option<Move> {
        self.outcome.ponder.map(|mv| Move::shown(mv, self.board.variant()))
    }

    /// The best move's score.
    #[getter]
    fn score(&self) -> PovScore {
        pov(&self.board, self.outcome.score.value())
    }

    /// The best line.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        let variant = self.board.variant();
        self.outcome.pv.iter().map(|&mv| Move::shown(mv, variant)).collect()
    }

    /// The last finished iteration in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.outcome.depth
    }

    /// The nodes of all threads.
    #[getter]
    fn nodes(&self) -> u64 {
        self.outcome.nodes
    }

    /// Whether Ctrl-C ended the search.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        self.board.clone()
    }

    fn __len__(&self) -> usize {
        self.lines.len()
    }

    fn __getitem__(&self, index: usize) -> PyResult<Info> {
        let beyond = || pyo3::exceptions::PyIndexError::new_err("there are fewer lines");
        self.lines.get(index).cloned().ok_or_else(beyond)
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::board(&self.board.position, self.outcome.best)
    }

    fn __repr__(&self) -> String {
        let line: Vec<String> = self.pv().into_iter().map(Move::text).collect();
        let score = self.score().relative.text();
        format!("Analysis(depth={}, score={score}, pv={})", self.outcome.depth, line.join(" "))
    }
}

/// A move for a game.
#[pyclass(frozen, get_all, module = "palimpsest")]
pub(crate) struct PlayResult {
    /// The move; `None` if there is no legal one.
    #[pyo3(name = "move")]
    pub(crate) mv: Option<Move>,
    /// The reply that it expects.
    pub(crate) ponder: Option<Move>,
    /// The score; `None` of a move of the book.
    pub(crate) score: Option<PovScore>,
    /// Whether the move is one of the book or of the openings of a limited strength.
    pub(crate) is_book: bool,
}

#[pymethods]
impl PlayResult {
    fn __repr__(&self) -> String {
        let text = self.mv.map_or_else(|| "None".to_owned(), Move::text);
        format!("PlayResult(move={text}, is_book={})", self.is_book)
    }
}
