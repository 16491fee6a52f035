//! The evaluation function, and the [`Evaluator`] that a thread owns.

use movegen::{Color, PieceType, Position};
use pawn_hash::PawnTable;

use crate::Score;
use crate::context::Context;
use crate::terms::pawns::{self, PawnFacts};
use crate::terms::{Tally, endings, king_safety, passed, pieces, scale, shelter, space, threats};
use crate::trace::{Silent, Term, Trace, Tracer};
use crate::weights::Weights;

/// No evaluation is farther from zero, in centipawns.
pub const EVAL_LIMIT: i32 = 20_000;

/// Slots of the pawn table: half a megabyte a thread.
const PAWN_ENTRIES: usize = 8 * 1024;

/// Evaluates positions; one per thread, because it remembers pawn structures.
///
/// The memory changes the speed, never a value: the evaluation is a function of the position.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Weights,
    pawns: PawnTable<PawnFacts>,
}

impl Evaluator {
    /// An evaluator with the weights that the engine plays with.
    pub fn new() -> Self {
        Self::with_weights(Weights::default())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Weights) -> Self {
        Self { weights, pawns: PawnTable::new(PAWN_ENTRIES) }
    }

    /// The value of a position in centipawns, from the view of the side to move, who is given
    /// something for the move; never beyond [`EVAL_LIMIT`].
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let weights = &self.weights;
        let [white, black] = Color::ALL.map(|us| position.colored(us, PieceType::Pawn).0);
        let facts = self.pawns.get_or_insert_with(white, black, position.pawn_key(), || {
            pawns::facts(position, weights, &mut Silent)
        });
        let value = evaluate(position, weights, facts, &mut Silent).value();
        match position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// The same evaluation term by term.
    pub fn trace(&mut self, position: &Position) -> Trace {
        let mut trace = Trace::new();
        let facts = pawns::facts(position, &self.weights, &mut trace);
        let verdict = evaluate(position, &self.weights, &facts, &mut trace);
        trace.conclude(&verdict);
        trace
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// The sum of the terms, and how it becomes one number.
pub(crate) struct Verdict {
    /// White's terms minus Black's.
    pub(crate) score: Score,
    /// 0 to [`Verdict::MAX_PHASE`].
    pub(crate) phase: i32,
    /// 0 to [`scale::FULL`].
    pub(crate) scale: i32,
}

impl Verdict {
    /// The phase with all pieces on the board.
    const MAX_PHASE: i32 = 24;
    /// What a piece adds to the phase, by kind.
    const PHASE: [(PieceType, i32); 4] = [
        (PieceType::Knight, 1),
        (PieceType::Bishop, 1),
        (PieceType::Rook, 2),
        (PieceType::Queen, 4),
    ];

    /// How many pieces are left, 0 to 24; promoted ones do not count beyond the full board.
    fn phase_of(position: &Position) -> i32 {
        let sum: i32 = Self::PHASE
            .iter()
            .map(|&(kind, share)| share * position.pieces(kind).count() as i32)
            .sum();
        sum.min(Self::MAX_PHASE)
    }

    /// The value in centipawns from White's side. It rounds towards zero, alike for both colours.
    pub(crate) fn value(&self) -> i32 {
        let middle_game = self.score.middle_game() * self.phase * scale::FULL;
        let end_game = self.score.end_game() * (Self::MAX_PHASE - self.phase) * self.scale;
        let value = (middle_game + end_game) / (Self::MAX_PHASE * scale::FULL);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

/// Evaluates a position whose pawns are known, telling `tracer` every weight that counts.
pub(crate) fn evaluate<T: Tracer>(
    position: &Position,
    weights: &Weights,
    pawns: &PawnFacts,
    tracer: &mut T,
) -> Verdict {
    let mut context = Context::new(position, weights, pawns);
    let mut score = pawns.score;
    score += pieces::score(&mut context, Color::White, tracer);
    score -= pieces::score(&mut context, Color::Black, tracer);

    // From here on the attack maps of both sides are complete.
    let context = context;
    score += passed::score(&context, Color::White, tracer);
    score -= passed::score(&context, Color::Black, tracer);
    score += threats::score(&context, Color::White, tracer);
    score -= threats::score(&context, Color::Black, tracer);
    score += shelter::score(&context, Color::White, tracer);
    score -= shelter::score(&context, Color::Black, tracer);
    score += king_safety::score(&context, Color::White, tracer);
    score -= king_safety::score(&context, Color::Black, tracer);
    score += space::score(&context, Color::White, tracer);
    score -= space::score(&context, Color::Black, tracer);
    score += endings::score(&context, Color::White, tracer);
    score -= endings::score(&context, Color::Black, tracer);

    let us = position.side_to_move();
    let mut tempo = Tally::new(us, tracer);
    tempo.once(Term::Tempo, &weights.tempo);
    score += if us == Color::White { tempo.score() } else { -tempo.score() };

    Verdict { score, phase: Verdict::phase_of(position), scale: scale::scale(&context, score) }
}
