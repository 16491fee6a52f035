//! [`Tally`]: a sum of weights that reports its additions.

use movegen::{Color, PieceType, Square};

use crate::geometry::folded_square;
use crate::score::Score;
use crate::term::Term;
use crate::tracer::Tracer;
use crate::weights::Weights;

/// A running sum for one colour that reports each addition to a tracer.
pub(crate) struct Tally<'t, T> {
    color: Color,
    tracer: &'t mut T,
    score: Score,
}

impl<'t, T: Tracer> Tally<'t, T> {
    #[inline]
    pub(crate) fn new(color: Color, tracer: &'t mut T) -> Self {
        Self { color, tracer, score: Score::ZERO }
    }

    /// Adds `count` times a weight, which must be borrowed from the evaluation's [`Weights`].
    #[inline]
    pub(crate) fn add(&mut self, term: Term, weight: &Score, count: i32) {
        self.score += *weight * count;
        self.tracer.weight(term, self.color, weight, count);
    }

    #[inline]
    pub(crate) fn once(&mut self, term: Term, weight: &Score) {
        self.add(term, weight, 1);
    }

    #[inline]
    pub(crate) fn piece(&mut self, weights: &Weights, kind: PieceType, square: Square) {
        if let Some(value) = weights.material.get(kind.index()) {
            self.once(Term::Material, value);
        }
        let place = folded_square(self.color, square);
        self.once(Term::PieceSquare, &weights.piece_square[kind.index()][place]);
    }

    #[inline]
    pub(crate) fn score(&self) -> Score {
        self.score
    }
}
