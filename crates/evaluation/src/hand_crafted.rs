//! The evaluation function, and the [`Evaluator`] that a thread owns.

use movegen::{Bitboard, Color, PieceType, Position};
use pawn_hash::{Counters, PawnKingTable, PawnTable};

use crate::Score;
use crate::context::Context;
use crate::terms::pawns::{self, PawnFacts};
use crate::terms::{
    Tally, endings, king_safety, passed, pawn_king, pieces, scale, shelter, space, threats,
};
use crate::trace::{Silent, Term, Trace, Tracer};
use crate::weights::Weights;

/// No evaluation is farther from zero, in centipawns.
pub const EVAL_LIMIT: i32 = 20_000;

/// Slots of the pawn table: a megabyte a thread.
const PAWN_ENTRIES: usize = 16 * 1024;

/// Slots of the table of pawns and kings: half a megabyte a thread.
const PAWN_KING_ENTRIES: usize = 16 * 1024;

/// Evaluates positions; one per thread, because it remembers what pawns, and pawns and kings, say.
///
/// The memory changes the speed, never a value: the evaluation is a function of the position.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Weights,
    pawns: PawnTable<PawnFacts, Counters>,
    pawn_kings: PawnKingTable<Score, Counters>,
    journal: Option<Journal>,
}

/// What the pawn tables are asked in one evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnProbe {
    /// White's and Black's pawns.
    pub pawns: [Bitboard; 2],
    /// The squares of White's and Black's king, 0 = a1.
    pub kings: [u8; 2],
    /// The key of the pawns.
    pub key: u64,
}

impl PawnProbe {
    #[inline]
    fn of(position: &Position) -> Self {
        Self {
            pawns: pawns::sets(position),
            kings: Color::ALL.map(|us| position.king(us).index() as u8),
            key: position.pawn_key(),
        }
    }
}

/// A record of evaluations that stops when it is full.
#[derive(Clone, Debug)]
struct Journal {
    probes: Vec<PawnProbe>,
    limit: usize,
}

impl Evaluator {
    /// An evaluator with the weights that the engine plays with.
    pub fn new() -> Self {
        Self::with_weights(Weights::default())
    }

    /// An evaluator with other weights.
    pub fn with_weights(weights: Weights) -> Self {
        Self {
            weights,
            pawns: PawnTable::new(PAWN_ENTRIES),
            pawn_kings: PawnKingTable::new(PAWN_KING_ENTRIES),
            journal: None,
        }
    }

    /// The value of a position in centipawns, from the view of the side to move, who is given
    /// something for the move; never beyond [`EVAL_LIMIT`].
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let weights = &self.weights;
        let probe = PawnProbe::of(position);
        if let Some(journal) = &mut self.journal
            && journal.probes.len() < journal.limit
        {
            journal.probes.push(probe);
        }
        let PawnProbe { pawns, kings, key } = probe;
        let (white, black) = (pawns[0].0, pawns[1].0);
        let facts = self
            .pawns
            .get_or_insert_with(white, black, key, || pawns::facts(pawns, weights, &mut Silent));
        let with_kings = *self.pawn_kings.get_or_insert_with((white, black), kings, key, || {
            let kings = Color::ALL.map(|us| position.king(us));
            pawn_king::score(pawns, facts, kings, weights, &mut Silent)
        });
        let value = evaluate(position, weights, facts, with_kings, &mut Silent).value();
        match position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// The same evaluation term by term.
    pub fn trace(&mut self, position: &Position) -> Trace {
        let mut trace = Trace::new();
        let verdict = evaluate_afresh(position, &self.weights, &mut trace);
        trace.conclude(&verdict);
        trace
    }

    /// How often the pawn table was asked, and how often it knew.
    pub fn pawn_counters(&self) -> Counters {
        *self.pawns.statistics()
    }

    /// How often the table of pawns and kings was asked, and how often it knew.
    pub fn pawn_king_counters(&self) -> Counters {
        *self.pawn_kings.statistics()
    }

    /// Records from now on what the pawn tables are asked, up to `limit` evaluations.
    pub fn record_probes(&mut self, limit: usize) {
        self.journal = Some(Journal { probes: Vec::with_capacity(limit), limit });
    }

    /// What was recorded so far; nothing if nobody asked for a record.
    pub fn probes(&self) -> &[PawnProbe] {
        self.journal.as_ref().map_or(&[], |journal| &journal.probes)
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

/// What the pawn table saves: the pawn terms of both colours by set algebra, White's minus Black's.
pub fn pawn_terms(pawns: [Bitboard; 2], weights: &Weights) -> Score {
    pawns::facts(pawns, weights, &mut Silent).score
}

/// Evaluates a position without a memory, telling `tracer` every weight that counts.
pub(crate) fn evaluate_afresh<T: Tracer>(
    position: &Position,
    weights: &Weights,
    tracer: &mut T,
) -> Verdict {
    let sets = pawns::sets(position);
    let facts = pawns::facts(sets, weights, tracer);
    let kings = Color::ALL.map(|us| position.king(us));
    let with_kings = pawn_king::score(sets, &facts, kings, weights, tracer);
    evaluate(position, weights, &facts, with_kings, tracer)
}

/// Evaluates a position whose pawns are known, and what they are worth with the kings, telling `tracer` every weight that counts.
fn evaluate<T: Tracer>(
    position: &Position,
    weights: &Weights,
    pawns: &PawnFacts,
    with_kings: Score,
    tracer: &mut T,
) -> Verdict {
    let mut context = Context::new(position, weights, pawns);
    let mut score = pawns.score + with_kings;
    score += pieces::score(&mut context, Color::White, tracer);
    score -= pieces::score(&mut context, Color::Black, tracer);

    // From here on the attack maps of both sides are complete.
    let context = context;
    score += passed::score(&context, Color::White, tracer);
    score -= passed::score(&context, Color::Black, tracer);
    score += threats::score(&context, Color::White, tracer);
    score -= threats::score(&context, Color::Black, tracer);
    score += shelter::castling_rights(&context, Color::White, tracer);
    score -= shelter::castling_rights(&context, Color::Black, tracer);
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
