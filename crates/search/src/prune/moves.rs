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

/// Captures: the greatest reduced depth at which they are pruned for lack of gain, in plies.
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
        let check = position.gives_check(mv);
        Candidate { mv, piece, tactical, check, victim, history, number }
    }

    /// Returns whether to search a move. Called only when the best score so far is no lost mate.
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

    /// Returns the verdict on a quiet move. A move that gives check forces a reply whatever the
    /// evaluation and the histories say, and a move out of check may be the only good one however
    /// late it comes: of these prunings only the exchange asks for the former, and the history and
    /// the exchange for the latter.
    fn prune_quiet(&self, node: &Node, candidate: &Candidate, reduced: i32, alpha: i32) -> Verdict {
        let params = self.params;
        if candidate.check {
            return self.prune_losing(node, candidate, -params.exchange_check * node.depth);
        }
        // Late move pruning.
        let most = params.late_moves + node.depth * node.depth;
        let most = if node.improving { most } else { most / WORSENING_DIVISOR };
        if !node.in_check && candidate.number as i32 > most {
            return Verdict::SkipAllButChecks;
        }
        // History pruning.
        let near = reduced < params.history_pruning_depth;
        if near && candidate.history < -params.history_pruning * node.depth {
            return Verdict::Skip;
        }
        // Futility (Heinz, 1998).
        let promise = node.static_eval
            + params.futility_base
            + params.futility_slope * reduced
            + candidate.history / params.futility_history;
        if !node.in_check && reduced < params.futility_depth && promise <= alpha {
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
        let forces = node.in_check || candidate.check || candidate.mv.promoted().is_some();
        if !forces && reduced < CAPTURE_FUTILITY_DEPTH && promise <= alpha {
            return Verdict::Skip;
        }
        let bar =
            -params.exchange_capture * node.depth - candidate.history / params.capture_history;
        self.prune_losing(node, candidate, bar.min(0))
    }

    /// Returns the verdict by static exchange evaluation: the move may not lose more than `bar`
    /// says.
    fn prune_losing(&self, node: &Node, candidate: &Candidate, bar: i32) -> Verdict {
        let position = &self.positions[node.ply];
        if position.see_ge(candidate.mv, bar, &EXCHANGE) { Verdict::Search } else { Verdict::Skip }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::node::harness::quiet_node;
    use crate::table::NoTable;
    use crate::worker::harness::with_worker;

    /// Returns the verdict on a move of a position, late and with a bad record, at a depth.
    fn verdict(fen: &str, text: &str, number: u32, history: i32, depth: i32) -> Verdict {
        let node = Node { ply: 0, ..quiet_node(depth) };
        verdict_at(&node, 0, fen, text, number, history)
    }

    /// Returns the verdict on a move of a position at a given node and alpha.
    fn verdict_at(
        node: &Node,
        alpha: i32,
        fen: &str,
        text: &str,
        number: u32,
        history: i32,
    ) -> Verdict {
        let position = Position::from_fen(fen).expect("a legal position");
        let mv = position.parse_uci(text).expect("a legal move");
        with_worker(NoTable, &position, |worker| {
            let candidate = worker.candidate(0, mv, number, &worker.quiet_context(0));
            let node = Node { in_check: position.in_check(), ..*node };
            worker.prune_move(&node, &Candidate { history, ..candidate }, alpha)
        })
    }

    #[test]
    fn a_late_quiet_move_is_pruned_unless_it_checks_or_evades() {
        let fen = "4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1";
        assert_eq!(verdict(fen, "d2d3", 90, 0, 4), Verdict::SkipAllButChecks);
        assert_eq!(verdict(fen, "a1a8", 90, -90_000, 4), Verdict::Search);
        let losing = "4k3/8/8/8/4b3/8/3P4/R3K3 w - - 0 1";
        assert_eq!(verdict(losing, "a1a8", 90, 0, 4), Verdict::Skip);
        assert_eq!(verdict(losing, "a1a8", 90, 0, 6), Verdict::Search, "a sacrifice, seen early");
        let in_check = "4k3/8/8/8/4r3/8/3P4/R3K3 w - - 0 1";
        assert_eq!(verdict(in_check, "e1f2", 90, 0, 4), Verdict::Search);
        assert_eq!(verdict(in_check, "e1f2", 90, -90_000, 4), Verdict::Skip);
    }

    #[test]
    fn a_bad_history_prunes_near_the_horizon_only() {
        let fen = "4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1";
        assert_eq!(verdict(fen, "d2d3", 1, -90_000, 3), Verdict::Skip);
        assert_eq!(verdict(fen, "d2d3", 1, -90_000, 12), Verdict::Search);
    }

    #[test]
    fn a_capture_that_gains_too_little_is_pruned_unless_it_checks() {
        let fen = "n3k3/8/8/8/8/8/4K3/R6n w - - 0 1";
        for (text, expected) in [("a1h1", Verdict::Skip), ("a1a8", Verdict::Search)] {
            let node = Node { ply: 0, ..quiet_node(4) };
            assert_eq!(verdict_at(&node, 3_000, fen, text, 1, 0), expected);
        }
    }
}
