//! The hand-crafted evaluation, with a record of what it asks its pawn tables.

use evaluation::{Counters, Counts, Evaluator, PawnProbe};
use movegen::Position;
use search::Evaluate;

/// An evaluation that a search takes like any other, which counts what its pawn tables find and
/// keeps the first probes.
pub(super) struct RecordingEvaluator {
    evaluator: Evaluator<Counters>,
    probes: Vec<PawnProbe>,
    /// No more probes than this are kept.
    most: usize,
}

impl RecordingEvaluator {
    /// Creates one that keeps the probes of the first `most` evaluations.
    pub(super) fn new(most: usize) -> Self {
        Self { evaluator: Evaluator::default(), probes: Vec::with_capacity(most), most }
    }

    pub(super) fn probes(&self) -> &[PawnProbe] {
        &self.probes
    }

    /// Returns the counts of the table of pawns and of that of pawns and kings.
    pub(super) fn counts(&self) -> [Counts; 2] {
        [self.evaluator.pawn_statistics().counts(), self.evaluator.pawn_king_statistics().counts()]
    }
}

impl Evaluate for RecordingEvaluator {
    fn evaluate(&mut self, position: &Position) -> i32 {
        if self.probes.len() < self.most {
            self.probes.push(PawnProbe::of(position));
        }
        self.evaluator.evaluate(position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_evaluates_as_the_evaluator_does_and_counts_every_evaluation() {
        let (mut recorder, mut plain) = (RecordingEvaluator::new(15), Evaluator::new());
        let root = Position::startpos();
        let moves = root.legal_moves();
        for &mv in &moves {
            let child = root.make(mv);
            assert_eq!(recorder.evaluate(&child), plain.evaluate(&child));
        }
        assert_eq!(recorder.counts().map(|counts| counts.probes()), [moves.len() as u64; 2]);
        let first = moves.iter().take(15).map(|&mv| PawnProbe::of(&root.make(mv)));
        assert!(recorder.probes().iter().copied().eq(first), "the first, and no more");
    }
}
