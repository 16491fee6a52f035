//! [`ReportedLine`]: a line of a search, kept after its report.

use std::time::Duration;

use movegen::{Move, PieceType};
use search::RootScore;
use tt_core::Bound;

#[derive(Clone)]
pub(super) struct ReportedLine {
    pub(super) pv: Vec<Move>,
    pub(super) score: RootScore,
    /// Depth and greatest depth, in plies.
    pub(super) depths: [u32; 2],
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) hashfull: u32,
}

impl ReportedLine {
    /// Creates the line of a single move with this value, from no search of its own.
    pub(super) fn of_move(mv: Move, value: i32) -> Self {
        let score = RootScore::new(value, Bound::Exact);
        let (nodes, elapsed, hashfull) = (0, Duration::ZERO, 0);
        Self { pv: vec![mv], score, depths: [1; 2], nodes, elapsed, hashfull }
    }

    pub(super) fn mates(&self) -> bool {
        self.score.score.mate().is_some_and(|moves| moves > 0)
    }

    /// Returns whether the line begins with a promotion to another piece than a queen.
    pub(super) fn promotes_below_a_queen(&self) -> bool {
        let promoted = self.pv.first().and_then(|mv| mv.promoted());
        promoted.is_some_and(|piece| piece != PieceType::Queen)
    }
}
