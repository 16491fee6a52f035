//! An entry of the table as a node reads it: what it settles, and what it says of the evaluation.

use movegen::{Move, Position};
use tt_core::{Bound, Entry};

use crate::score::{decisive_distance, from_table, is_decisive, is_mate_loss, is_mate_win};
use crate::window::Window;

/// [`Entry::eval`] of a position without a static evaluation: its side to move was in check.
pub const NO_EVAL: i16 = i16::MIN;

/// A node that the table is asked to settle, for `TableHandle::cutoff`: its window is null.
#[derive(Clone, Copy, Debug)]
pub struct CutoffNode<'a> {
    /// The node's position.
    pub position: &'a Position,
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to search; 0 and less in quiescence.
    pub depth: i32,
    /// The greatest score that fails low.
    pub alpha: i32,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The table's entry for the node.
    pub hit: Option<&'a Hit>,
    /// The no-progress limit; without end where the clock does not count.
    pub limit: u32,
}

impl CutoffNode<'_> {
    /// Reads an entry for a position after one move from here.
    #[must_use]
    pub fn read_child(&self, child: &Position, entry: Entry) -> Hit {
        Hit::new(entry, self.ply + 1, self.limit.saturating_sub(child.halfmove_clock()))
    }
}

/// An entry, read for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The stored move, not yet known to be legal.
    pub mv: Option<Move>,
    /// The score, mates counted from the root.
    pub score: i32,
    /// The static evaluation without corrections.
    pub eval: Option<i32>,
    /// Plies searched.
    pub draft: i32,
    /// The kind of bound that the score is.
    pub bound: Bound,
    /// The position once was on a principal variation.
    pub pv: bool,
}

impl Hit {
    /// Reads an entry for a node at `ply` that has `plies_left` before the no-progress rule ends
    /// the game. A mate that would come later than that proves nothing here, nor does a win that
    /// tablebases know of, but only later.
    #[inline]
    pub(crate) fn new(entry: Entry, ply: usize, plies_left: u32) -> Self {
        let late = decisive_distance(entry.score.into()).is_some_and(|plies| plies > plies_left);
        Self {
            mv: Move::from_bits(entry.mv),
            score: from_table(entry.score, ply),
            eval: (entry.eval != NO_EVAL).then_some(entry.eval.into()),
            draft: entry.draft.into(),
            bound: if late { Bound::None } else { entry.bound },
            pv: entry.pv,
        }
    }

    /// Returns the score, if it settles a node of `depth` for a window: it must be exact, fail high
    /// or fail low, and come from a search at least as deep. A mate was seen to its end, so its
    /// bound holds at any depth.
    #[inline]
    pub(crate) fn cutoff(&self, depth: i32, window: Window) -> Option<i32> {
        let fails_high = self.bound.covers(Bound::Lower) && window.fails_high(self.score);
        let fails_low = self.bound.covers(Bound::Upper) && window.fails_low(self.score);
        let proved = fails_high && self.proves_mate_win() || fails_low && self.proves_mate_loss();
        let settles = fails_high || fails_low || self.bound == Bound::Exact;
        (settles && (self.draft >= depth || proved)).then_some(self.score)
    }

    /// Returns whether the entry proves that the side to move gives mate, at this distance or a
    /// smaller one.
    #[inline]
    pub(crate) fn proves_mate_win(&self) -> bool {
        self.bound.covers(Bound::Lower) && is_mate_win(self.score)
    }

    /// Returns whether the entry proves that the side to move is mated, at this distance or a
    /// smaller one.
    #[inline]
    pub(crate) fn proves_mate_loss(&self) -> bool {
        self.bound.covers(Bound::Upper) && is_mate_loss(self.score)
    }

    /// Returns a better guess at a node's worth than its static evaluation: the stored score where
    /// its bound says that the truth lies on that side. A mate is no guess, and has a line to show;
    /// nor is what tablebases prove a number to prune by.
    #[inline]
    pub(crate) fn refine(&self, eval: i32) -> i32 {
        let side = if self.score > eval { Bound::Lower } else { Bound::Upper };
        if self.bound.covers(side) && !is_decisive(self.score) { self.score } else { eval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{MATE, mate_in, mated_in, tb_win_in};

    const BOUNDS: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    fn hit(bound: Bound, score: i32, draft: i32) -> Hit {
        Hit { mv: None, score, eval: None, draft, bound, pv: false }
    }

    /// The rule, from what each bound says of the true score.
    #[test]
    fn a_cutoff_needs_depth_and_a_bound_that_decides() {
        for bound in BOUNDS {
            for score in -4..=4 {
                for alpha in -3..=3 {
                    for beta in alpha + 1..=4 {
                        let window = Window::new(alpha, beta);
                        for draft in 0..4 {
                            let decides = match bound {
                                Bound::None => false,
                                Bound::Upper => score <= alpha,
                                Bound::Lower => score >= beta,
                                Bound::Exact => true,
                            };
                            let expected = (decides && draft >= 2).then_some(score);
                            assert_eq!(hit(bound, score, draft).cutoff(2, window), expected);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_mate_cuts_at_any_draft_only_where_it_is_proved() {
        let (win, loss) = (mate_in(5), mated_in(6));
        assert_eq!(hit(Bound::Lower, win, 0).cutoff(9, Window::above(10)), Some(win));
        assert_eq!(hit(Bound::Exact, win, 0).cutoff(9, Window::above(10)), Some(win));
        assert_eq!(hit(Bound::Upper, win, 0).cutoff(9, Window::above(win)), None);
        assert_eq!(hit(Bound::Lower, win, 0).cutoff(9, Window::above(win)), None);
        assert_eq!(hit(Bound::Upper, loss, 0).cutoff(9, Window::above(10)), Some(loss));
        assert_eq!(hit(Bound::Lower, loss, 0).cutoff(9, Window::below(loss)), None);
    }

    #[test]
    fn a_mate_beyond_the_no_progress_limit_proves_nothing() {
        let entry = Entry { score: (MATE - 9) as i16, bound: Bound::Exact, ..Entry::default() };
        assert_eq!(Hit::new(entry, 3, 9).cutoff(0, Window::above(0)), Some(mate_in(12)));
        assert_eq!(Hit::new(entry, 3, 8).cutoff(0, Window::above(0)), None);
        let entry = Entry { score: tb_win_in(9) as i16, ..entry };
        assert_eq!(Hit::new(entry, 3, 9).cutoff(0, Window::above(0)), Some(tb_win_in(12)));
        assert_eq!(Hit::new(entry, 3, 8).cutoff(0, Window::above(0)), None);
    }

    #[test]
    fn a_bound_moves_the_evaluation_to_its_own_side_only() {
        assert_eq!(hit(Bound::Lower, 50, 0).refine(20), 50);
        assert_eq!(hit(Bound::Lower, 10, 0).refine(20), 20);
        assert_eq!(hit(Bound::Upper, 10, 0).refine(20), 10);
        assert_eq!(hit(Bound::Upper, 50, 0).refine(20), 20);
        assert_eq!(hit(Bound::Exact, 50, 0).refine(20), 50);
        assert_eq!(hit(Bound::None, 50, 0).refine(20), 20);
        assert_eq!(hit(Bound::Exact, mate_in(4), 0).refine(20), 20);
        assert_eq!(hit(Bound::Lower, tb_win_in(4), 0).refine(20), 20);
    }
}
