//! Pruning of a whole node with a null window: a cheaper search shows on which side of it the score
//! lies.

use tt_core::Bound;

use crate::candidate::EXCHANGE;
use crate::evaluate::Evaluate;
use crate::move_picker::MovePicker;
use crate::node::{Finding, Node, NonPv};
use crate::score::{half_way, is_decisive, is_decisive_loss, is_decisive_win};
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

/// Razoring: the greatest depth, in plies.
const RAZOR_DEPTH: i32 = 4;

/// Reverse futility: the greatest depth for a side that is lost, in plies.
const REVERSE_FUTILITY_LOST_DEPTH: i32 = 2;

/// Null move: the most plies that a good evaluation adds to the reduction.
const NULL_EVAL_PLIES: i32 = 3;

/// Null move: while a fail high is verified, the share of the verification's depth, from its root,
/// without another null move.
const NULL_FLOOR_SHARE: (usize, usize) = (3, 4);

/// ProbCut: the least depth, and how much shallower its search is, in plies.
const PROB_CUT_DEPTH: i32 = 5;
const PROB_CUT_REDUCTION: i32 = 4;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the node's score, if one of the prunings settles it. When the search is over in the
    /// midst of one, any score will do.
    #[inline]
    pub(crate) fn prune_node(&mut self, node: &Node) -> Option<i32> {
        if node.in_check || node.excluded.is_some() {
            return None;
        }
        self.razor(node)
            .or_else(|| self.table_cut(node))
            .or_else(|| self.reverse_futility(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.prob_cut(node))
    }

    /// Tries razoring (Birmingham and Kent, 1977): far below alpha near the horizon, quiescence
    /// decides.
    fn razor(&mut self, node: &Node) -> Option<i32> {
        let margin = self.params.razor_base + self.params.razor_slope * node.depth * node.depth;
        if node.depth > RAZOR_DEPTH || node.eval + margin >= node.window.alpha {
            return None;
        }
        let score = self.quiescence::<NonPv, true>(node.ply, node.window);
        (node.window.fails_low(score) || self.stopped).then_some(score)
    }

    /// Tries reverse futility, or static null move: so far above beta that no reply will matter.
    /// Not where a principal variation once passed, whose score is worth knowing.
    fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let params = self.params;
        // Never below 0: a node whose evaluation does not reach beta is searched.
        let margin = (params.reverse_futility_slope * node.depth
            - params.reverse_futility_improving * i32::from(node.improving))
        .max(0);
        let lost = node.window.beta < -params.reverse_futility_lost;
        let deepest =
            if lost { REVERSE_FUTILITY_LOST_DEPTH } else { params.reverse_futility_depth };
        let prunes = !node.on_pv
            && node.depth <= deepest
            && node.window.fails_high(node.eval - margin)
            && !is_decisive(node.eval)
            && !is_decisive_loss(node.window.beta);
        let score = half_way(node.eval, node.window.beta);
        debug_assert!(!prunes || node.window.fails_high(score), "{score} is not at beta or above");
        prunes.then_some(score)
    }

    /// Tries null move pruning (Beal, 1989; Donninger, 1993): if passing fails high, a move will.
    /// Not after another null move, nor without pieces, for fear of zugzwang; verified at high
    /// depth.
    fn null_move(&mut self, node: &Node) -> Option<i32> {
        let params = self.params;
        let (ply, beta) = (node.ply, node.window.beta);
        let window = Window::below(beta);
        let position = &self.positions[ply];
        let tries = node.eval >= beta
            && node.static_eval + params.null_slope * node.depth - params.null_margin >= beta
            && self.stack.before(ply, 1).mv.is_some()
            && ply >= self.null_floor
            && !is_decisive_loss(beta)
            && position.has_non_pawn_material(position.side_to_move());
        if !tries {
            return None;
        }
        let reduction = params.null_base
            + node.depth / params.null_depth_divisor
            + ((node.eval - beta) / params.null_eval_divisor).min(NULL_EVAL_PLIES);
        let depth = node.depth - reduction;
        self.make_null(ply);
        let score = -self.alpha_beta::<NonPv>(ply + 1, depth, -window, !node.cut_node);
        self.unmake();
        if self.stopped {
            return Some(score);
        }
        if score < beta {
            return None;
        }
        // A null move is not legal: a win behind it is not proved.
        let score = if is_decisive_win(score) { beta } else { score };
        if self.null_floor > 0 || node.depth < params.null_verification_depth {
            return Some(score);
        }
        let (share, whole) = NULL_FLOOR_SHARE;
        self.null_floor = ply + share * depth.max(0) as usize / whole;
        self.stack[ply].anew = true;
        let verified = self.alpha_beta::<NonPv>(ply, depth, window, false);
        self.stack[ply].anew = false;
        self.null_floor = 0;
        (verified >= beta || self.stopped).then_some(score)
    }

    /// Returns the table's lower bound, from a search not quite deep enough, if it lies far above
    /// beta: the idea of ProbCut without a search.
    fn table_cut(&self, node: &Node) -> Option<i32> {
        let hit = node.hit?;
        let bar = node.window.beta + self.params.table_cut_margin;
        let cuts = hit.bound.covers(Bound::Lower)
            && hit.draft >= node.depth - PROB_CUT_REDUCTION
            && hit.score >= bar
            && !is_decisive(hit.score)
            && !is_decisive(node.window.beta);
        cuts.then_some(bar)
    }

    /// Tries ProbCut (Buro, 1995): if a capture beats a raised beta in a shallow search, it will
    /// most likely beat beta in a deep one.
    fn prob_cut(&mut self, node: &Node) -> Option<i32> {
        let beta = node.window.beta;
        let bar = beta + self.params.prob_cut_margin
            - self.params.prob_cut_improving * i32::from(node.improving);
        let depth = node.depth - PROB_CUT_REDUCTION;
        let doubtful = node.hit.is_some_and(|hit| hit.draft > depth && hit.score < bar);
        if node.depth < PROB_CUT_DEPTH || is_decisive(beta) || is_decisive(bar) || doubtful {
            return None;
        }
        let hash_move = node.hash_move.filter(|&mv| {
            let gain = bar - node.static_eval;
            node.hash_move_is_tactical && self.positions[node.ply].see_ge(mv, gain, &EXCHANGE)
        });
        let context = self.quiet_context(node.ply);
        let mut picker = MovePicker::tactical(hash_move, bar - node.static_eval);
        self.stack[node.ply].history = 0;
        while let Some(mv) = picker.next(&self.positions[node.ply], self.histories, &context) {
            self.make(node.ply, mv);
            let window = -Window::below(bar);
            let mut score = -self.quiescence::<NonPv, true>(node.ply + 1, window);
            if score >= bar && depth > 0 && !self.stopped {
                score = -self.alpha_beta::<NonPv>(node.ply + 1, depth, window, !node.cut_node);
            }
            self.unmake();
            if self.stopped {
                return Some(score);
            }
            if score >= bar {
                let (bound, draft) = (Bound::Lower, depth + 1);
                self.store(node, &Finding { best: Some(mv), score, bound, draft, number: 1 });
                return Some(if is_decisive_win(score) { score } else { score - (bar - beta) });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use tt_core::Entry;

    use super::*;
    use crate::hit::Hit;
    use crate::node::harness::quiet_node;
    use crate::score::{mate_in, mated_in};
    use crate::table::NO_EVAL;
    use crate::table::NoTable;
    use crate::worker::harness::{Records, with_worker};

    #[test]
    fn reverse_futility_spares_what_stood_on_a_principal_variation() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            let node = |on_pv: bool| Node { eval: 2_000, on_pv, ..quiet_node(3) };
            assert_eq!(worker.reverse_futility(&node(false)), Some(half_way(2_000, 1)));
            assert_eq!(worker.reverse_futility(&node(true)), None);
        });
    }

    /// An improving side makes the margin smaller than 0 at depth 1: below beta nothing is cut.
    #[test]
    fn reverse_futility_never_cuts_below_beta() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            for depth in 1..=worker.params.reverse_futility_depth {
                let cut = |eval: i32| {
                    let window = Window::below(-40);
                    let node = Node { eval, window, improving: true, ..quiet_node(depth) };
                    worker.reverse_futility(&node)
                };
                assert_eq!((-160..-40).find_map(cut), None, "depth {depth}");
                assert!(cut(960).is_some_and(|score| score >= -40), "depth {depth}");
            }
        });
    }

    /// Returns a record that settles any node of a search.
    fn exact(score: i32) -> Entry {
        let (bound, eval) = (Bound::Exact, NO_EVAL);
        Entry { mv: 0, score: score as i16, eval, draft: 60, bound, pv: false }
    }

    #[test]
    fn a_win_behind_a_null_move_is_not_proved() {
        let root = Position::startpos();
        let mv = root.parse_uci("e2e4").expect("a legal move");
        let passed = root.make(mv).make_null().expect("not in check");
        for (score, expected) in [(-40, 40), (mated_in(6), 1)] {
            let known = [(passed.key(), exact(score))].into();
            with_worker(Records { known, ..Records::default() }, &root, |worker| {
                worker.make(0, mv);
                let node = Node { eval: 500, static_eval: 500, ..quiet_node(5) };
                assert_eq!(worker.null_move(&node), Some(expected));
            });
        }
    }

    /// The reduction of the move before the node is no concern of the node's second search.
    #[test]
    fn a_verification_goes_to_the_depth_that_the_null_move_left() {
        let root = Position::startpos();
        let mv = root.parse_uci("e2e4").expect("a legal move");
        let child = root.make(mv);
        let passed = child.make_null().expect("not in check");
        for reduction in [0, 9] {
            let known = [(passed.key(), exact(-40))].into();
            with_worker(Records { known, ..Records::default() }, &root, |worker| {
                worker.stack[0].static_eval = Some(-2_000);
                worker.make(0, mv);
                worker.stack[0].reduction = reduction;
                let depth = worker.params.null_verification_depth;
                let node = Node { eval: 500, static_eval: 500, ..quiet_node(depth) };
                worker.null_move(&node);
                let of_node = worker.table.stored.iter().filter(|(key, _)| *key == child.key());
                let deepest = of_node.map(|(_, entry)| i32::from(entry.draft)).max();
                let left = depth
                    - worker.params.null_base
                    - depth / worker.params.null_depth_divisor
                    - (499 / worker.params.null_eval_divisor).min(NULL_EVAL_PLIES);
                assert_eq!(deepest, Some(left), "after a reduction of {reduction}");
            });
        }
    }

    #[test]
    fn prob_cut_stores_the_depth_that_was_searched() {
        let root = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").expect("legal");
        let child = root.make(root.parse_uci("e4d5").expect("a legal move"));
        let known = [(child.key(), exact(-900))].into();
        with_worker(Records { known, ..Records::default() }, &root, |worker| {
            let node = Node { ply: 0, in_check: root.in_check(), ..quiet_node(8) };
            worker.stack[0].history = -700;
            assert!(worker.prob_cut(&node).is_some());
            assert_eq!(worker.stack[0].history, 0, "a capture has no history of quiet moves");
            let (key, entry) = worker.table.stored[0];
            assert_eq!((key, entry.bound), (root.key(), Bound::Lower));
            assert_eq!(i32::from(entry.draft), 8 - PROB_CUT_REDUCTION + 1);
        });
    }

    #[test]
    fn a_bound_far_above_beta_settles_a_node_without_the_whole_depth() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            let margin = worker.params.table_cut_margin;
            let cut = |score: i32, draft: i32, bound: Bound| {
                let hit = Hit { mv: None, score, eval: None, draft, bound, pv: false };
                worker.table_cut(&Node { hit: Some(hit), ..quiet_node(9) })
            };
            let (bar, least) = (1 + margin, 9 - PROB_CUT_REDUCTION);
            assert_eq!(cut(bar, least, Bound::Lower), Some(bar));
            assert_eq!(cut(bar + 50, least, Bound::Exact), Some(bar));
            assert_eq!(cut(bar - 1, least, Bound::Lower), None);
            assert_eq!(cut(bar, least - 1, Bound::Lower), None);
            assert_eq!(cut(bar, least, Bound::Upper), None);
            assert_eq!(cut(mate_in(9), least, Bound::Lower), None);
        });
    }

    /// However far above beta the node is: a mate is nothing that the evaluation sees.
    #[test]
    fn reverse_futility_spares_a_lost_side_but_near_the_horizon() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            let node = |beta: i32, depth: i32| Node {
                window: Window::below(beta),
                eval: beta + 2_000,
                ..quiet_node(depth)
            };
            let lost = -worker.params.reverse_futility_lost - 1;
            let least = REVERSE_FUTILITY_LOST_DEPTH + 1;
            let prunes = |beta, depth| worker.reverse_futility(&node(beta, depth)).is_some();
            assert_eq!([prunes(lost, least - 1), prunes(lost, least)], [true, false]);
            assert!(prunes(lost + 1, least));
        });
    }
}
