//! [`Score`] and [`PovScore`]: centipawns or a mate, as python-chess has them.

use std::cmp::Ordering;

use engine::judge;
use engine::search::score;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;

/// A score from one side's view: centipawns, or moves to a mate. A win that tablebases prove is a
/// number of centipawns beyond every evaluation.
#[pyclass(frozen, module = "palimpsest")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Score(pub(crate) i32);

impl Score {
    /// Returns the moves to a mate, those of the side that gives it, whoever is to move.
    fn moves(self) -> Option<i32> {
        let plies = score::mate_distance_plies(self.0)? as i32;
        Some((plies + 1) / 2 * if score::is_mate_win(self.0) { 1 } else { -1 })
    }

    pub(crate) fn text(self) -> String {
        match self.moves() {
            Some(moves) if score::is_mate_win(self.0) => format!("#+{moves}"),
            Some(moves) => format!("#-{}", moves.unsigned_abs()),
            None => format!("{:+}", self.0),
        }
    }
}

#[pymethods]
impl Score {
    /// Returns a score of centipawns, at most as many as an evaluation has.
    #[staticmethod]
    pub(crate) fn cp(centipawns: i32) -> Self {
        Self(centipawns.clamp(-score::MAX_EVAL, score::MAX_EVAL))
    }

    /// Returns centipawns; of a mate `mate_score` less the moves to it, or `None`.
    #[pyo3(signature = (*, mate_score=None))]
    fn score(&self, mate_score: Option<i32>) -> Option<i32> {
        match self.moves() {
            None => Some(self.0),
            Some(moves) if score::is_mate_win(self.0) => mate_score.map(|mate| mate - moves),
            Some(moves) => mate_score.map(|mate| -mate - moves),
        }
    }

    /// Returns the moves to a mate, negative or 0 if this side suffers it.
    fn mate(&self) -> Option<i32> {
        self.moves()
    }

    /// Returns whether the score is a mate.
    fn is_mate(&self) -> bool {
        score::is_mate(self.0)
    }

    /// Returns the share of points, from 0 to 1, that a player of this side may expect.
    fn expectation(&self) -> f64 {
        engine::expected_points(self.0)
    }

    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    fn __richcmp__(&self, other: &Self, op: CompareOp) -> bool {
        op.matches(self.0.cmp(&other.0))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.0.unsigned_abs()) << 1 | u64::from(self.0.cmp(&0) == Ordering::Less)
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Score({})", self.text())
    }
}

/// A score and the side from whose view it is.
#[pyclass(frozen, eq, hash, module = "palimpsest")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PovScore {
    pub(crate) relative: Score,
    pub(crate) turn: bool,
}

#[pymethods]
impl PovScore {
    /// The score from the view of the side to move.
    #[getter]
    fn relative(&self) -> Score {
        self.relative
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> bool {
        self.turn
    }

    /// Returns the score from White's view.
    fn white(&self) -> Score {
        self.pov(true)
    }

    /// Returns the score from Black's view.
    fn black(&self) -> Score {
        self.pov(false)
    }

    /// Returns the score from a colour's view.
    fn pov(&self, color: bool) -> Score {
        Score(if color == self.turn { self.relative.0 } else { -self.relative.0 })
    }

    /// Returns whether the score is a mate.
    fn is_mate(&self) -> bool {
        self.relative.is_mate()
    }

    fn __str__(&self) -> String {
        self.relative.text()
    }

    fn __repr__(&self) -> String {
        let side = if self.turn { "WHITE" } else { "BLACK" };
        format!("PovScore({}, {side})", self.relative.text())
    }
}

/// The cost of a move to its side.
#[pyclass(frozen, get_all, module = "palimpsest")]
pub(crate) struct Cost {
    /// The loss of expected points, from 0 to 1.
    points: f64,
    /// The loss in centipawns, from 0 to 2,000.
    centipawns: u32,
    /// The accuracy in per cent, from 0 to 100.
    accuracy: f64,
    /// The annotation of a bad move: 6 (`?!`), 2 (`?`) or 4 (`??`).
    nag: Option<u8>,
}

#[pymethods]
impl Cost {
    fn __repr__(&self) -> String {
        let Self { centipawns, accuracy, .. } = self;
        format!("Cost(centipawns={centipawns}, accuracy={accuracy:.1})")
    }
}

/// Returns the cost of a move from the scores of the best move and of the one that was played, both
/// from the mover's view.
#[pyfunction]
#[pyo3(name = "judge")]
pub(crate) fn judge_move(best: &Score, played: &Score) -> Cost {
    let cost = judge::Cost::new(best.0, played.0);
    Cost {
        points: cost.chances / 2.0,
        centipawns: cost.centipawns,
        accuracy: cost.accuracy,
        nag: cost.judgement.map(judge::Judgement::nag),
    }
}
