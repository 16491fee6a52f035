//! The kinds of nodes, as types: their differences are known when the search is compiled.

use movegen::Move;
use tt_core::Bound;

use crate::hit::Hit;
use crate::score::{is_mate_loss, is_mate_win};
use crate::window::Window;

pub(crate) trait NodeType {
    const ROOT: bool;
    /// The node's window is open: its exact score and its line are wanted.
    const PV: bool;
}

pub(crate) struct Root;

/// A node on the principal variation, below the root.
pub(crate) struct Pv;

/// A node that only has to show on which side of a null window its score lies.
pub(crate) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// The facts about a node before its moves are searched.
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    /// The window, as it was when the node was entered.
    pub(crate) window: Window,
    /// The node is expected to fail high.
    pub(crate) cut_node: bool,
    pub(crate) in_check: bool,
    pub(crate) hit: Option<Hit>,
    /// The table's move, if it is legal here.
    pub(crate) hash_move: Option<Move>,
    /// The hash move is a capture or a promotion to queen.
    pub(crate) hash_move_is_tactical: bool,
    /// A move that this search leaves out.
    pub(crate) excluded: Option<Move>,
    /// The node is, or once was, on a principal variation.
    pub(crate) on_pv: bool,
    /// The evaluation without corrections; `None` in check.
    pub(crate) raw_eval: Option<i32>,
    /// The evaluation, corrected by what was learnt; 0 in check.
    pub(crate) static_eval: i32,
    /// The static evaluation, or the table's score where that is nearer to the truth.
    pub(crate) eval: i32,
    /// The side to move is better off than at its last turn.
    pub(crate) improving: bool,
    /// Nodes searched by this thread before this one.
    pub(crate) nodes_before: u64,
    /// Nodes that the table had saved this thread before this one.
    pub(crate) saved_before: u64,
}

/// The result of a node that the table keeps.
pub(crate) struct Finding {
    pub(crate) best: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) draft: i32,
    /// The best move's place in the order tried, from 1.
    pub(crate) number: u32,
}

impl Finding {
    /// Returns the draft for the table, where the node's entry is `hit`. A mate was seen to its
    /// end, and no deeper search adds anything: its draft is no less than that of the entry whose
    /// place it takes.
    #[inline]
    pub(crate) fn table_draft(&self, hit: Option<&Hit>) -> i32 {
        let win = self.bound.covers(Bound::Lower) && is_mate_win(self.score);
        let loss = self.bound.covers(Bound::Upper) && is_mate_loss(self.score);
        let stored = hit.filter(|_| win || loss).map_or(self.draft, |hit| hit.draft);
        self.draft.max(stored)
    }
}

impl Node {
    #[inline]
    pub(crate) fn bound_of<N: NodeType>(&self, score: i32, best: Option<Move>) -> Bound {
        if self.window.fails_high(score) {
            Bound::Lower
        } else if N::PV && best.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

#[cfg(test)]
pub(crate) mod harness {
    use super::Node;
    use crate::window::Window;

    /// A node of the start position, with the null window above 0 and an evaluation of 0.
    pub(crate) fn quiet_node(depth: i32) -> Node {
        Node {
            ply: 1,
            depth,
            window: Window::above(0),
            cut_node: false,
            in_check: false,
            hit: None,
            hash_move: None,
            hash_move_is_tactical: false,
            excluded: None,
            on_pv: false,
            raw_eval: Some(0),
            static_eval: 0,
            eval: 0,
            improving: false,
            nodes_before: 0,
            saved_before: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::harness::quiet_node;
    use super::*;
    use crate::score::{mate_in, mated_in};

    #[test]
    fn a_mate_takes_the_place_of_a_deeper_search() {
        let draft = |score: i32, bound: Bound, stored: i32| {
            let hit = Hit { mv: None, score: 0, eval: None, draft: stored, bound, pv: false };
            let finding = Finding { best: None, score, bound, draft: 3, number: 0 };
            assert_eq!(finding.table_draft(None), 3);
            finding.table_draft(Some(&hit))
        };
        let (win, loss) = (mate_in(9), mated_in(8));
        assert_eq!([draft(win, Bound::Lower, 7), draft(win, Bound::Exact, 2)], [7, 3]);
        assert_eq!([draft(loss, Bound::Upper, 7), draft(loss, Bound::Exact, 2)], [7, 3]);
        assert_eq!([draft(win, Bound::Upper, 7), draft(loss, Bound::Lower, 7)], [3; 2]);
        assert_eq!(draft(900, Bound::Exact, 7), 3);
    }

    #[test]
    fn a_score_is_exact_only_with_a_move_and_an_open_window() {
        let best = Some(Position::startpos().legal_moves()[0]);
        let node = Node { window: Window::new(-10, 10), ..quiet_node(4) };
        assert_eq!(node.bound_of::<Pv>(3, best), Bound::Exact);
        assert_eq!(node.bound_of::<Root>(3, best), Bound::Exact);
        assert_eq!(node.bound_of::<Pv>(-10, None), Bound::Upper);
        assert_eq!(node.bound_of::<NonPv>(3, best), Bound::Upper);
        for best in [None, best] {
            assert_eq!(node.bound_of::<Pv>(10, best), Bound::Lower);
            assert_eq!(node.bound_of::<NonPv>(10, best), Bound::Lower);
        }
    }
}
