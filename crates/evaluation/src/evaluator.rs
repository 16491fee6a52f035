//! [`Evaluator`]: the evaluation with a thread's caches.

use movegen::{Bitboard, Color, PieceType, Position};
use pawn_hash::{NoStatistics, PawnKingTable, PawnTable, Statistics};

use crate::geometry::PerColor;
use crate::hand_crafted::{evaluate, evaluate_afresh};
use crate::material::table::MaterialTable;
use crate::material::{Counts, Material};
use crate::pawn_probe::{King, PawnFacts, PawnProbe, pawn_sets};
use crate::score::Score;
use crate::terms::{pawn_king, pawns};
use crate::trace::Trace;
use crate::tracer::Silent;
use crate::weights::Weights;

/// Slots of the table of pawns: 1 MiB a thread.
const PAWN_ENTRIES: usize = 16 * 1024;

/// Slots of the table of pawns and kings: half a MiB a thread.
const PAWN_KING_ENTRIES: usize = 16 * 1024;

/// Evaluates positions. Each thread has its own, because an evaluator caches the values that depend
/// on the numbers of pieces, on the pawns, and on pawns and kings.
///
/// The caches change the speed, never a value: the evaluation is a function of the position and
/// the weights. They are allocated when the evaluator is made, 1.5 MiB, and never after.
///
/// `S` counts the probes of the three caches. An engine plays with [`NoStatistics`], which has no
/// size and costs no instruction. [`Counters`](crate::Counters) count:
///
/// ```
/// use evaluation::{Counters, Evaluator};
/// use movegen::Position;
///
/// let mut evaluator = Evaluator::<Counters>::default();
/// let position = Position::startpos();
/// assert_eq!(evaluator.evaluate(&position), evaluator.evaluate(&position));
/// let counts = evaluator.pawn_statistics().counts();
/// assert_eq!((counts.hits, counts.misses), (1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<S = NoStatistics> {
    weights: Weights,
    material: MaterialTable<S>,
    pawns: PawnTable<PawnFacts, S>,
    pawn_kings: PawnKingTable<Score, S>,
}

impl Evaluator {
    /// Creates an evaluator with the weights that the engine plays with, which counts nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an evaluator with other weights, which counts nothing.
    ///
    /// ```
    /// use evaluation::movegen::Position;
    /// use evaluation::{Evaluator, Score, Weights};
    ///
    /// // Is it the pair of bishops that decides? Evaluate without it.
    /// let position = Position::from_fen("2b1kb2/pppp4/8/8/8/8/PPPP4/1N2K1N1 w - - 0 1")?;
    /// let weights = Weights { bishop_pair: Score::ZERO, ..Weights::default() };
    /// let without = Evaluator::with_weights(weights).evaluate(&position);
    /// assert!(Evaluator::new().evaluate(&position) < without);
    /// # Ok::<(), evaluation::movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self::with_statistics(weights)
    }
}

impl<S: Statistics> Evaluator<S> {
    /// Creates an evaluator with these weights, which counts probes in an `S`.
    #[must_use]
    pub fn with_statistics(weights: Weights) -> Self {
        Self {
            weights,
            material: MaterialTable::new(),
            pawns: PawnTable::new(PAWN_ENTRIES),
            pawn_kings: PawnKingTable::new(PAWN_KING_ENTRIES),
        }
    }

    /// Returns the value of a position in centipawns, from the view of the side to move, with a
    /// bonus for the right to move; never beyond [`EVAL_LIMIT`](crate::EVAL_LIMIT).
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let weights = &self.weights;
        let PawnProbe { pawns, kings, key } = PawnProbe::of(position);
        let sets = pawns.map(|set| set.0);
        let facts = self.pawns.get_or_insert_with(sets, key, || pawns_of(pawns, weights));
        let with_kings = *self
            .pawn_kings
            .get_or_insert_with(sets, kings, key, || with_kings_of(position, facts, weights));
        let material = self
            .material
            .get_or_insert_with(position.material_key(), || material_of(position, weights));
        let verdict = evaluate(position, weights, &material, facts, with_kings, &mut Silent);
        let value = verdict.value();
        match position.side_to_move() {
            Color::White => value,
            Color::Black => -value,
        }
    }

    /// Prefetches the entries that the caches have for the pawns and kings of `child`, if they
    /// differ from those of its `parent`. It changes no value. A search calls it as soon as it has
    /// made a move, so that the entries arrive while it does other work.
    ///
    /// ```
    /// use evaluation::Evaluator;
    /// use evaluation::movegen::Position;
    ///
    /// let (mut evaluator, start) = (Evaluator::new(), Position::startpos());
    /// let child = start.make(start.parse_san("e4")?);
    /// evaluator.prefetch(&start, &child);
    /// assert_eq!(evaluator.evaluate(&child), Evaluator::new().evaluate(&child));
    /// # Ok::<(), evaluation::movegen::MoveError>(())
    /// ```
    #[inline]
    pub fn prefetch(&self, parent: &Position, child: &Position) {
        let kings = PieceType::King;
        if parent.pawn_key() == child.pawn_key() && parent.pieces(kings) == child.pieces(kings) {
            return;
        }
        let PawnProbe { pawns, kings, key } = PawnProbe::of(child);
        let sets = pawns.map(|set| set.0);
        self.pawns.prefetch(sets, key);
        self.pawn_kings.prefetch(sets, kings, key);
    }

    /// Evaluates a position afresh, term by term, without the tables.
    #[must_use]
    pub fn trace(&self, position: &Position) -> Trace {
        let mut trace = Trace::new();
        let verdict = evaluate_afresh(position, &self.weights, &mut trace);
        trace.conclude(&verdict);
        trace
    }

    /// Returns the statistics of the table of material: one probe per evaluation.
    #[must_use]
    pub fn material_statistics(&self) -> &S {
        self.material.statistics()
    }

    /// Returns the statistics of the table of pawns: one probe per evaluation.
    #[must_use]
    pub fn pawn_statistics(&self) -> &S {
        self.pawns.statistics()
    }

    /// Returns the statistics of the table of pawns and kings: one probe per evaluation.
    #[must_use]
    pub fn pawn_king_statistics(&self) -> &S {
        self.pawn_kings.statistics()
    }
}

/// Computes an entry of the table of pawns. This function and the next two run only where a table
/// has no entry, which is rare; they stay out of line so that the common path is short.
#[cold]
#[inline(never)]
fn pawns_of(pawns: PerColor<Bitboard>, weights: &Weights) -> PawnFacts {
    pawns::facts(pawns, weights, &mut Silent)
}

#[cold]
#[inline(never)]
fn with_kings_of(position: &Position, facts: &PawnFacts, weights: &Weights) -> Score {
    let kings = Color::ALL.map(|us| King::of(position, us));
    pawn_king::score(pawn_sets(position), facts, kings, weights, &mut Silent)
}

#[cold]
#[inline(never)]
fn material_of(position: &Position, weights: &Weights) -> Material {
    Material::of(&Counts::new(position), weights, &mut Silent)
}

impl<S: Statistics> Default for Evaluator<S> {
    fn default() -> Self {
        Self::with_statistics(Weights::default())
    }
}
