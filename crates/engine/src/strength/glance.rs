//! [`ReportedLine`], and the lines of a position as they look at a glance: by the position after
//! each move, without a reply.

use std::time::Duration;

use movegen::{Move, PieceType, Position, SeeValues};
use search::{Evaluate, RootScore};
use tt_core::Bound;

/// A line of a search, kept after its report.
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

/// Returns the moves with the values that they have without replies, best first. A capture that
/// loses material on its square is not among them, because even a glance sees the recapture, nor is
/// a move that checks or ends the game, because its value is not that of a quiet position.
pub(super) fn lines(position: &Position, evaluation: &mut impl Evaluate) -> Vec<ReportedLine> {
    evaluation.new_root(position);
    let mut lines = Vec::new();
    for &mv in &position.legal_moves() {
        let child = position.make(mv);
        let losing = position.is_capture(mv) && !position.see_ge(mv, 0, &SeeValues::CLASSIC);
        if losing || child.in_check() || child.count_legal() == 0 {
            continue;
        }
        evaluation.make(position, mv, &child);
        lines.push(ReportedLine::of_move(mv, -evaluation.evaluate(&child)));
        evaluation.unmake();
    }
    lines.sort_by_key(|line| -line.score.value());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moves of a position with their values by material alone.
    fn glanced(fen: &str) -> Vec<(String, i32)> {
        let position = Position::from_fen(fen).expect("legal");
        let mut material = |position: &Position| {
            let worth = |color| {
                let pieces = position.color(color);
                pieces
                    .into_iter()
                    .filter_map(|square| position.piece_at(square))
                    .map(|piece| SeeValues::CLASSIC.of(piece.kind()))
                    .sum::<i32>()
            };
            let us = position.side_to_move();
            worth(us) - worth(!us)
        };
        let lines = lines(&position, &mut material);
        lines.iter().map(|line| (position.san(line.pv[0]), line.score.value())).collect()
    }

    #[test]
    fn a_glance_sees_what_hangs_for_the_taking_and_not_the_threat() {
        // The pawn on d5 is defended, the knight on g6 is not; the queen on a4 is attacked.
        let moves = glanced("4k3/1p2p3/2p3n1/3p4/Q7/1n1R4/6R1/4K3 w - - 0 1");
        let value = |san: &str| moves.iter().find(|(text, _)| text == san).map(|&(_, value)| value);
        assert_eq!(moves[0].1, value("Rxg6").expect("listed"), "{moves:?}");
        assert!(value("Rxd5").is_none(), "the recapture is seen: {moves:?}");
        assert_eq!(value("Kd1"), value("Rg1"), "a threat is not: {moves:?}");
        assert_eq!(moves.last().map(|&(_, value)| value), value("Kd1"));
    }

    #[test]
    fn a_glance_sees_an_even_exchange() {
        let moves = glanced("4k3/2p5/3r4/8/8/8/3R4/4K3 w - - 0 1");
        assert_eq!(moves[0].0, "Rxd6", "{moves:?}");
    }

    #[test]
    fn a_glance_passes_over_moves_that_check_or_end_the_game() {
        let checks = glanced("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
        let listed = |moves: &[(String, i32)], san: &str| moves.iter().any(|(text, _)| text == san);
        assert!(listed(&checks, "Qa2") && !listed(&checks, "Qa4+"), "{checks:?}");
        let ends = glanced("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
        assert!(listed(&ends, "Qe2") && !listed(&ends, "Qf7"), "{ends:?}");
    }

    /// An evaluation that must be led from a root to the position that it evaluates.
    struct Led(Vec<Position>);

    impl Evaluate for Led {
        fn evaluate(&mut self, position: &Position) -> i32 {
            assert_eq!(self.0.last(), Some(position));
            0
        }

        fn new_root(&mut self, root: &Position) {
            self.0 = vec![root.clone()];
        }

        fn make(&mut self, parent: &Position, _: Move, child: &Position) {
            assert_eq!(self.0.last(), Some(parent));
            self.0.push(child.clone());
        }

        fn unmake(&mut self) {
            self.0.pop();
        }
    }

    #[test]
    fn a_glance_leads_the_evaluation_to_each_move_and_is_a_ply_deep() {
        let mut led = Led(Vec::new());
        let lines = lines(&Position::startpos(), &mut led);
        assert_eq!((lines.len(), led.0.len()), (20, 1));
        assert!(lines.iter().all(|line| line.depths == [1, 1]));
        assert!(lines.iter().all(|line| (line.nodes, line.hashfull) == (0, 0)));
    }
}
