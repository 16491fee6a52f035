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
    use movegen::{PieceType, Position};

    use super::*;
    use crate::node::harness::quiet_node;
    use crate::params::Params;
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
    /// A quiet move that loses nothing, and positions with a move of one kind each. The first move
    /// is not reduced: its reduced depth is the depth less one.
    const QUIET: (&str, &str) = ("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1", "d2d3");
    const CAPTURE: (&str, &str) = ("n3k3/8/8/8/8/8/4K3/R6n w - - 0 1", "a1h1");

    fn passes(node: &Node, alpha: i32, (fen, text): (&str, &str), history: i32) -> bool {
        verdict_at(&Node { ply: 0, ..*node }, alpha, fen, text, 1, history) == Verdict::Search
    }

    #[test]
    fn late_moves_are_more_the_deeper_the_node_and_half_as_many_where_it_does_not_improve() {
        let least = Params::default().late_moves as u32;
        for (depth, squared) in [(1, 1), (3, 9)] {
            for (improving, most) in [(true, least + squared), (false, (least + squared) / 2)] {
                let node = Node { ply: 0, improving, ..quiet_node(depth) };
                let verdict = |number| verdict_at(&node, -900, QUIET.0, QUIET.1, number, 0);
                assert_eq!(verdict(most), Verdict::Search, "depth {depth}");
                assert_eq!(verdict(most + 1), Verdict::SkipAllButChecks, "depth {depth}");
            }
        }
    }

    #[test]
    fn a_history_is_bad_in_proportion_to_the_depth() {
        let params = Params::default();
        let worst = -3 * params.history_pruning;
        assert!(passes(&quiet_node(3), -900, QUIET, worst));
        assert!(!passes(&quiet_node(3), -900, QUIET, worst - 1));
        let first_spared = params.history_pruning_depth + 1;
        assert!(!passes(&quiet_node(first_spared - 1), -900, QUIET, -90_000));
        assert!(passes(&quiet_node(first_spared), -900, QUIET, -90_000));
    }

    #[test]
    fn a_quiet_move_promises_the_evaluation_a_margin_and_its_history() {
        let params = Params::default();
        let promise = params.futility_base + 2 * params.futility_slope;
        let searched = |eval: i32, alpha: i32, history: i32| {
            passes(&Node { static_eval: eval, ..quiet_node(3) }, alpha, QUIET, history)
        };
        assert_eq!([searched(0, promise - 1, 0), searched(0, promise, 0)], [true, false]);
        assert_eq!([searched(10, promise + 9, 0), searched(10, promise + 10, 0)], [true, false]);
        assert!(searched(0, promise, params.futility_history));
        let first_spared = params.futility_depth + 1;
        let deep = |depth: i32| passes(&quiet_node(depth), 9_000, QUIET, 0);
        assert_eq!([deep(first_spared - 1), deep(first_spared)], [false, true]);
        let evasion = ("4k3/8/8/8/4r3/8/3P4/R3K3 w - - 0 1", "e1f2");
        assert!(passes(&quiet_node(3), 9_000, evasion, 0), "it may be the only one");
    }

    #[test]
    fn a_quiet_move_may_lose_more_the_deeper_it_is_searched() {
        // The bishop takes the rook on b1.
        let rook = ("4k3/8/8/8/4b3/8/3P4/R3K3 w - - 0 1", "a1b1");
        let allowed = |reduced: i32| Params::default().exchange_quiet * reduced * reduced;
        assert!(allowed(4) < value_of(Some(PieceType::Rook)));
        assert!(value_of(Some(PieceType::Rook)) <= allowed(5));
        let searched = |depth: i32| passes(&quiet_node(depth), -900, rook, 0);
        assert_eq!([searched(5), searched(6)], [false, true]);
    }

    #[test]
    fn a_capture_promises_its_victim_and_its_history_too() {
        let params = Params::default();
        let knight = value_of(Some(PieceType::Knight));
        let promise = params.capture_futility_base + 2 * params.capture_futility_slope + knight;
        let at = |alpha: i32, history: i32| passes(&quiet_node(3), alpha, CAPTURE, history);
        assert_eq!([at(promise - 1, 0), at(promise, 0)], [true, false]);
        assert_eq!(
            [at(promise, params.capture_history), at(promise - 1, -params.capture_history)],
            [true, false]
        );
        let deep = |depth: i32| passes(&quiet_node(depth), 9_000, CAPTURE, 0);
        let first_spared = CAPTURE_FUTILITY_DEPTH + 1;
        assert_eq!([deep(first_spared - 1), deep(first_spared)], [false, true]);
        let promotion = ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q");
        let evasion = ("4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1", "e1e2");
        for forcing in [promotion, evasion] {
            assert!(passes(&quiet_node(3), 9_000, forcing, 0), "{forcing:?}");
        }
    }

    #[test]
    fn a_capture_may_lose_more_the_deeper_and_the_better_its_history() {
        let params = Params::default();
        // The queen takes a protected pawn.
        let queen = ("4k3/2p5/3p4/8/8/8/7Q/4K3 w - - 0 1", "h2d6");
        let loss = value_of(Some(PieceType::Queen)) - value_of(Some(PieceType::Pawn));
        let deep = loss / params.exchange_capture;
        let searched = |depth: i32, history: i32, of| {
            passes(&quiet_node(depth), -9_000, of, history * params.capture_history)
        };
        assert_eq!([searched(deep, 0, queen), searched(deep + 1, 0, queen)], [false, true]);
        assert!(searched(deep, params.exchange_capture, queen));
        assert!(!searched(deep + 1, -params.exchange_capture, queen));
        assert!(searched(3, -2_000, CAPTURE), "it wins a knight");
    }
}
