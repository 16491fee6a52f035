//! [`Tracer`]: the observer of an evaluation, and [`Tally`], a sum of weights that reports to it.

use movegen::{Color, PieceType, Square};

use crate::geometry::folded_square;
use crate::score::Score;
use crate::term::Term;
use crate::weights::Weights;

/// An observer of one evaluation.
///
/// The evaluation is generic over it. Its methods are empty for [`Silent`], so that play pays
/// nothing for the details that tuning and `eval` need.
pub(crate) trait Tracer {
    /// Records that `weight` counts `count` times for `color`.
    fn weight(&mut self, term: Term, color: Color, weight: &Score, count: i32);
    /// Records that `weight` counts `count` times among the danger units of `color`'s king.
    fn danger_unit(&mut self, color: Color, weight: &Score, count: i32);
    /// Records that the danger units of `color`'s king cost it `penalty`.
    fn danger_total(&mut self, color: Color, penalty: Score);
    /// Records that `weight` counts `count` times among the units of initiative.
    fn initiative_unit(&mut self, weight: &Score, count: i32);
    /// Records that the units of initiative change the sum of the terms by `change`, from White's
    /// side.
    fn initiative_total(&mut self, change: Score);
}

/// A tracer that records nothing.
pub(crate) struct Silent;

impl Tracer for Silent {
    #[inline]
    fn weight(&mut self, _: Term, _: Color, _: &Score, _: i32) {}
    #[inline]
    fn danger_unit(&mut self, _: Color, _: &Score, _: i32) {}
    #[inline]
    fn danger_total(&mut self, _: Color, _: Score) {}
    #[inline]
    fn initiative_unit(&mut self, _: &Score, _: i32) {}
    #[inline]
    fn initiative_total(&mut self, _: Score) {}
}

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
