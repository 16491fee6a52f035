//! The demands of [`CutoffRule`](crate::CutoffRule) on an entry that is deep enough for a node.

use crate::cutoff_rule::CutoffRule;
use crate::evaluate::Evaluate;
use crate::hit::Hit;
use crate::score::is_decisive;
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

/// A node whose table entry is asked to settle it.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) window: Window,
    /// The node is expected to fail high.
    pub(crate) cut_node: bool,
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns whether the cutoff rule keeps an entry of sufficient draft from settling the node.
    #[inline]
    pub(crate) fn is_overruled(&mut self, question: Question, hit: Option<&Hit>) -> bool {
        self.cutoff_rule != CutoffRule::DRAFT && self.breaks_a_demand(question, hit)
    }

    #[cold]
    #[inline(never)]
    fn breaks_a_demand(&mut self, question: Question, hit: Option<&Hit>) -> bool {
        let rule = self.cutoff_rule;
        let Question { ply, depth, window, cut_node } = question;
        let Some(hit) = hit else { return false };
        if self.plain || is_decisive(hit.score) {
            return false;
        }
        let fails_high = window.fails_high(hit.score);
        fails_high && hit.draft < depth + rule.fail_high_plies
            || depth < rule.surprise_depth && cut_node != fails_high
            || depth >= rule.child_depth && self.child_disagrees(ply, window, hit)
    }

    /// Returns whether the table has a score of the child after the entry's move on the other side
    /// of the window.
    fn child_disagrees(&mut self, ply: usize, window: Window, hit: &Hit) -> bool {
        let position = &self.positions[ply];
        let Some(mv) = hit.mv.filter(|&mv| position.is_legal(mv)) else { return false };
        let child = position.make(mv);
        let key = self.table_key(&child);
        let Some(entry) = self.table.probe(key) else { return false };
        let next = Hit::new(entry, ply + 1, self.plies_left_in(&child));
        next.has_bound() && window.fails_high(-next.score) != window.fails_high(hit.score)
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use tt_core::{Bound, Entry};

    use super::*;
    use crate::cutoff_rule::CutoffRule;
    use crate::score::mate_in;
    use crate::table::NO_EVAL;
    use crate::worker::harness::{Records, with_worker};

    const BOUND: Bound = Bound::Exact;

    /// Returns whether a node of depth 6 with the window above 0 is overruled; the child after the
    /// entry's move has a score of -70 for its side to move, which is 70 for the node's.
    fn overruled(rule: CutoffRule, cut_node: bool, score: i32, draft: i32) -> bool {
        let root = Position::startpos();
        let mv = root.parse_uci("e2e4").expect("a legal move");
        let entry = Entry { mv: 0, score: -70, eval: NO_EVAL, draft: 1, bound: BOUND, pv: false };
        let known = [(root.make(mv).key(), entry)].into();
        let hit = Hit { mv: Some(mv), score, eval: None, draft, bound: BOUND, pv: false };
        with_worker(Records { known, ..Records::default() }, &root, |worker| {
            worker.cutoff_rule = rule;
            let question = Question { ply: 0, depth: 6, window: Window::above(0), cut_node };
            worker.is_overruled(question, Some(&hit))
        })
    }

    #[test]
    fn each_demand_forbids_what_it_says_and_no_more() {
        let high = |rule| [6, 7].map(|draft| overruled(rule, true, 50, draft));
        let low = |rule| [6, 7].map(|draft| overruled(rule, false, -50, draft));
        assert_eq!([high(CutoffRule::DRAFT), low(CutoffRule::DRAFT)], [[false; 2]; 2]);
        let ply = CutoffRule { fail_high_plies: 1, ..CutoffRule::DRAFT };
        assert_eq!([high(ply), low(ply)], [[true, false], [false; 2]]);
        for (surprise_depth, expected) in [(6, false), (7, true)] {
            let rule = CutoffRule { surprise_depth, ..CutoffRule::DRAFT };
            assert_eq!([high(rule), low(rule)], [[false; 2]; 2]);
            assert_eq!(overruled(rule, false, 50, 9), expected);
            assert_eq!(overruled(rule, true, -50, 9), expected);
            assert!(!overruled(rule, false, mate_in(5), 9));
        }
        for (child_depth, expected) in [(6, true), (7, false)] {
            let rule = CutoffRule { child_depth, ..CutoffRule::DRAFT };
            assert_eq!([high(rule), low(rule)], [[false; 2], [expected; 2]]);
        }
    }
}
