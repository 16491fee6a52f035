//! [`Tracer`]: the observer of an evaluation.

use movegen::Color;

use crate::score::Score;
use crate::term::Term;

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
