//! Search windows.

use std::ops::Neg;

use tt_core::Bound;

use crate::score::{INFINITE, mate_in, mated_in};

/// A question about a node's score: the number itself if it lies strictly between `alpha` and
/// `beta`, else only on which side it lies.
///
/// The negative of a window is the same question from the other side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// A score up to here fails low.
    pub(crate) alpha: i32,
    /// A score from here on fails high.
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const OPEN: Self = Self::new(-INFINITE, INFINITE);

    #[inline]
    pub(crate) const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    /// Returns the window `score - delta .. score + delta`.
    #[inline]
    pub(crate) const fn around(score: i32, delta: i32) -> Self {
        Self::new(score - delta, score + delta)
    }

    /// Returns the null window that asks whether a score is greater than `alpha`.
    #[inline]
    pub(crate) const fn above(alpha: i32) -> Self {
        Self::new(alpha, alpha + 1)
    }

    /// Returns the null window that asks whether a score is at least `beta`.
    #[inline]
    pub(crate) const fn below(beta: i32) -> Self {
        Self::new(beta - 1, beta)
    }

    /// Returns the window for scores above `score` only.
    #[inline]
    pub(crate) fn raised(self, score: i32) -> Self {
        Self::new(self.alpha.max(score), self.beta)
    }

    /// Applies mate distance pruning: returns the window without the scores that no node at `ply`
    /// can have. Its side to move is mated here at the earliest, and gives mate with its next move
    /// at the earliest. If nothing is left of the window, the error is the node's score.
    #[inline]
    pub(crate) fn within_mates(self, ply: usize) -> Result<Self, i32> {
        let window = Self::new(self.alpha.max(mated_in(ply)), self.beta.min(mate_in(ply + 1)));
        if window.alpha >= window.beta { Err(window.alpha) } else { Ok(window) }
    }

    #[inline]
    pub(crate) const fn fails_low(self, score: i32) -> bool {
        score <= self.alpha
    }

    #[inline]
    pub(crate) const fn fails_high(self, score: i32) -> bool {
        score >= self.beta
    }

    /// Returns the kind of bound that a fail-soft score is.
    #[inline]
    pub(crate) const fn bound(self, score: i32) -> Bound {
        if self.fails_low(score) {
            Bound::Upper
        } else if self.fails_high(score) {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

impl Neg for Window {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_asks_the_same() {
        let window = Window::new(-7, 30);
        for score in -40..=40 {
            assert_eq!(window.fails_low(score), (-window).fails_high(-score));
            assert_eq!(
                window.bound(score) == Bound::Exact,
                (-window).bound(-score) == Bound::Exact
            );
        }
        assert_eq!(-Window::above(5), Window::below(-5));
        assert_eq!(-Window::OPEN, Window::OPEN);
    }

    #[test]
    fn a_null_window_has_two_answers() {
        for score in -5..=5 {
            assert_eq!(Window::above(2).bound(score) == Bound::Lower, score > 2);
            assert_eq!(Window::below(2).bound(score) == Bound::Lower, score >= 2);
            assert_ne!(Window::below(2).bound(score), Bound::Exact);
        }
    }

    #[test]
    fn a_window_beyond_the_mates_that_are_possible_is_settled() {
        assert_eq!(Window::OPEN.within_mates(3), Ok(Window::new(mated_in(3), mate_in(4))));
        // Mate at ply 4 was found elsewhere: from ply 4 on there is no better one.
        assert_eq!(Window::below(mate_in(4)).within_mates(4), Err(mate_in(4) - 1));
        assert_eq!(Window::above(mated_in(6)).within_mates(7), Err(mated_in(7)));
        assert_eq!(Window::new(-1, 9).within_mates(7), Ok(Window::new(-1, 9)));
    }
}
