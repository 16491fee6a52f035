//! Pruning of single moves: late ones, and those that cannot raise the score enough or lose too
//! much.

use movegen::Move;

use crate::candidate::{Candidate, EXCHANGE, Verdict, value_of};
use crate::evaluate::Evaluate;
use crate::history::QuietContext;
use crate::node::Node;
use crate::reduce::plies;
use crate::table::TableHandle;
use crate::worker::Worker;

/// Captures: the greatest reduced depth at which they are pruned for want of gain, in plies.
const CAPTURE_FUTILITY_DEPTH: i32 = 7;

/// Late move pruning: the number of moves is divided by it if the side to move is not improving.
const WORSENING_DIVISOR: i32 = 2;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Looks a move of the node at `ply` up in the histories.
    #[inline]
    pub(crate) fn candidate(
        &self,
        ply: usize,
        mv: Move,
        number: u32,
        context: &QuietContext,
    ) -> Candidate {
        let position = &self.positions[ply];
        let piece = position.moved_piece(mv);
        let tactical = position.is_tactical(mv);
        let victim = position.captured(mv);
        let history = if tactical {
            self.histories.capture(piece, mv, victim)
        } else {
            self.histories.quiets(context).sum(piece, mv)
        };
        Candidate { mv, piece, tactical, victim, history, number }
    }

    /// Whether to search a move. Asked only when the best score so far is no lost mate.
    #[inline]
    pub(crate) fn prune_move(&self, node: &Node, candidate: &Candidate, alpha: i32) -> Verdict {
        let reduction = self.base_reduction(node.depth, candidate);
        let reduced = (node.depth - 1 - plies(reduction)).max(0);
        if candidate.tactical {
            self.prune_tactical(node, candidate, reduced, alpha)
        } else {
            self.prune_quiet(node, candidate, reduced, alpha)
        }
    }

    fn prune_quiet(&self, node: &Node, candidate: &Candidate, reduced: i32, alpha: i32) -> Verdict {
        let params = self.params;
        // Late move pruning.
        let most = params.late_moves + node.depth * node.depth;
        let most = if node.improving { most } else { most / WORSENING_DIVISOR };
        if candidate.number as i32 > most {
            return Verdict::SkipQuiets;
        }
        // History pruning.
        if candidate.history < -params.history_pruning * node.depth {
            return Verdict::Skip;
        }
        // Futility (Heinz, 1998).
        let promise = node.static_eval
            + params.futility_base
            + params.futility_slope * reduced
            + candidate.history / params.futility_history;
        if !node.in_check() && reduced < params.futility_depth && promise <= alpha {
            return Verdict::Skip;
        }
        self.prune_losing(node, candidate, -params.exchange_quiet * reduced * reduced)
    }

    fn prune_tactical(
        &self,
        node: &Node,
        candidate: &Candidate,
        reduced: i32,
        alpha: i32,
    ) -> Verdict {
        let params = self.params;
        let promise = node.static_eval
            + params.capture_futility_base
            + params.capture_futility_slope * reduced
            + value_of(candidate.victim)
            + candidate.history / params.capture_history;
        let promotes = candidate.mv.promoted().is_some();
        if !node.in_check() && !promotes && reduced < CAPTURE_FUTILITY_DEPTH && promise <= alpha {
            return Verdict::Skip;
        }
        let bar =
            -params.exchange_capture * node.depth - candidate.history / params.capture_history;
        self.prune_losing(node, candidate, bar.min(0))
    }

    /// Static exchange evaluation: the move may not lose more than `bar` says.
    fn prune_losing(&self, node: &Node, candidate: &Candidate, bar: i32) -> Verdict {
        let position = &self.positions[node.ply];
        if position.see_ge(candidate.mv, bar, &EXCHANGE) { Verdict::Search } else { Verdict::Skip }
    }
}
