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
mod tests;
