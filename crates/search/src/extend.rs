//! Extensions: how much deeper, or less deep, the hash move is searched than the others; and
//! checks.

use movegen::Move;
use tt_core::Bound;

use crate::candidate::{Candidate, EXCHANGE};
use crate::evaluate::Evaluate;
use crate::node::{Node, NodeType, NonPv};
use crate::score::is_decisive;
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

/// The most plies by which the hash move's entry may be shallower than the node.
const DRAFT_SLACK: i32 = 3;

/// The unit of the singular margin's slope: it is in 1/64 centipawn per ply.
const SLOPE_ONE: i32 = 64;

/// The divisor of the depth for the search without the hash move.
const SHARE: i32 = 2;

/// The outcome of the search without the hash move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extension {
    /// Search the move this many plies deeper.
    Plies(i32),
    /// Several moves fail high, so the node's score is at least this; or the search is over.
    Cut(i32),
}

impl Node {
    /// Returns the hash move's score, if it is worth a look whether the move is singular: the entry
    /// must be deep enough, a lower bound that decides nothing, and the node deep and no exclusion
    /// search itself.
    fn singular_score(&self, mv: Move, least_depth: i32) -> Option<i32> {
        let hit = self.hit?;
        let fires = self.hash_move == Some(mv)
            && self.excluded.is_none()
            && self.depth >= least_depth + i32::from(self.on_pv)
            && hit.draft >= self.depth - DRAFT_SLACK
            && hit.bound.covers(Bound::Lower)
            && !is_decisive(hit.score);
        fires.then_some(hit.score)
    }
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the plies that a check is worth: none if it loses something by exchange.
    fn check_extension(&self, node: &Node, candidate: &Candidate) -> i32 {
        let extends =
            candidate.check && self.positions[node.ply].see_ge(candidate.mv, 0, &EXCHANGE);
        if extends { self.params.check_extension } else { 0 }
    }

    /// Returns the least depth of a move, in plies: on the principal variation a mate that the
    /// table knows is followed to its end, however little depth is left. The table's move gives it;
    /// against it any move may be the longest defence.
    #[inline]
    pub(crate) fn least_depth<N: NodeType>(&self, node: &Node, mv: Move) -> i32 {
        let mates = N::PV
            && !self.plain
            && node.hit.is_some_and(|hit| {
                hit.proves_mate_win() && node.hash_move == Some(mv) || hit.proves_mate_loss()
            });
        if mates { 1 } else { i32::MIN }
    }

    /// Returns the extension of a move. Singular extensions (Anantharaman, Campbell and Hsu, 1988)
    /// in their modern form: if a shallower search without the hash move fails low by a margin, the
    /// hash move is the only good one. Other moves are searched deeper if they give check and lose
    /// nothing (Slate and Atkin, 1977): the reply is forced. No move is extended at a ply of the
    /// iteration's depth or beyond.
    pub(crate) fn extension<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
    ) -> Extension {
        // A line longer than the iteration is deep has been extended enough.
        let too_deep = node.ply >= self.root_depth as usize;
        if N::ROOT || too_deep || self.plain {
            return Extension::Plies(0);
        }
        let mv = candidate.mv;
        let Some(hash_score) = node.singular_score(mv, self.params.singular_depth) else {
            return Extension::Plies(self.check_extension(node, candidate));
        };
        let bar = hash_score - node.depth * self.params.singular_slope / SLOPE_ONE;
        let depth = (node.depth - 1) / SHARE;
        let frame = &mut self.stack[node.ply];
        (frame.excluded, frame.anew) = (Some(mv), true);
        let score = self.alpha_beta::<NonPv>(node.ply, depth, Window::below(bar), node.cut_node);
        let frame = &mut self.stack[node.ply];
        (frame.excluded, frame.anew) = (None, false);
        if self.stopped {
            return Extension::Cut(score);
        }
        if score < bar {
            let doubled = !N::PV
                && score < bar - self.params.double_extension
                && self.stack.before(node.ply, 1).double_extensions
                    < self.params.double_extensions as u32;
            Extension::Plies(1 + i32::from(doubled))
        } else if !N::PV && node.window.fails_high(bar) && !is_decisive(bar) {
            // Multi-cut (Björnsson and Marsland, 1999): the hash move and another one fail high.
            Extension::Cut(bar)
        } else if node.window.fails_high(hash_score) {
            Extension::Plies(-2)
        } else if node.cut_node {
            Extension::Plies(-1)
        } else {
            Extension::Plies(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use tt_core::Entry;

    use super::*;
    use crate::hit::Hit;
    use crate::node::harness::quiet_node;
    use crate::node::{Pv, Root};
    use crate::params::Params;
    use crate::score::{mate_in, mated_in};
    use crate::table::{Hints, NoTable};
    use crate::worker::harness::{Asked, Script, with_worker};

    /// A node for which every condition holds.
    fn singular_node(mv: Move) -> Node {
        let bound = Bound::Lower;
        let hit = Hit { mv: Some(mv), score: 20, eval: None, draft: 6, bound, pv: false };
        Node { hit: Some(hit), hash_move: Some(mv), ..quiet_node(8) }
    }

    /// Each condition, when it alone fails, keeps the singular search from being made.
    #[test]
    fn a_singular_search_needs_every_condition() {
        let moves = Position::startpos().legal_moves();
        let (mv, other) = (moves[0], moves[1]);
        let node = || singular_node(mv);
        assert_eq!(node().singular_score(mv, 8), Some(20));
        let with_hit = |hit: Hit| Node { hit: Some(hit), ..node() };
        let hit = node().hit.expect("the node has an entry");
        let exact = with_hit(Hit { bound: Bound::Exact, ..hit });
        assert_eq!(exact.singular_score(mv, 8), Some(20));
        let failing = [
            Node { hit: None, ..node() },
            Node { hash_move: Some(other), ..node() },
            Node { hash_move: None, ..node() },
            Node { excluded: Some(mv), ..node() },
            Node { depth: 7, ..node() },
            Node { on_pv: true, ..node() },
            with_hit(Hit { draft: 4, ..hit }),
            with_hit(Hit { bound: Bound::Upper, ..hit }),
            with_hit(Hit { bound: Bound::None, ..hit }),
            with_hit(Hit { score: mate_in(9), ..hit }),
        ];
        for (index, node) in failing.iter().enumerate() {
            assert_eq!(node.singular_score(mv, 8), None, "condition {index}");
        }
    }

    #[derive(Default)]
    struct Stores(Vec<u64>);

    impl TableHandle for Stores {
        fn probe(&mut self, _: u64) -> Option<Entry> {
            None
        }

        fn store(&mut self, key: u64, _: Entry, _: Hints<'_>) {
            self.0.push(key);
        }
    }

    #[test]
    fn a_search_without_one_move_does_not_write_the_node() {
        let root = Position::startpos();
        let mv = root.parse_uci("e2e4").expect("a legal move");
        for excluded in [None, Some(mv)] {
            let keys = with_worker(Stores::default(), &root, |worker| {
                worker.stack[0].excluded = excluded;
                worker.alpha_beta::<NonPv>(0, 4, Window::above(-20), false);
                std::mem::take(&mut worker.table.0)
            });
            assert!(keys.len() > 10);
            assert_eq!(keys.contains(&root.key()), excluded.is_none());
        }
    }

    /// Hindsight and the reward by gain are for a node's first search.
    #[test]
    fn a_search_without_one_move_does_not_judge_the_move_before_again() {
        let root = Position::startpos();
        let first = root.parse_uci("e2e4").expect("a legal move");
        let mv = root.make(first).parse_uci("e7e5").expect("a legal move");
        let searched = |reduction: i32| {
            with_worker(NoTable, &root, |worker| {
                worker.stack[0].context = worker.quiet_context(0);
                worker.stack[0].static_eval = Some(-2_000);
                worker.make(0, first);
                worker.stack[0].reduction = reduction;
                let node = singular_node(mv);
                let candidate = worker.candidate(1, mv, 1, &worker.quiet_context(1));
                worker.extension::<NonPv>(&node, &candidate);
                let context = worker.stack[0].context;
                let gain = worker.histories.quiets(&context).sum(root.moved_piece(first), first);
                (worker.nodes, gain)
            })
        };
        assert_eq!(searched(9), (searched(0).0, 0));
    }

    #[test]
    fn a_check_is_searched_deeper_if_it_loses_nothing() {
        let extension = |fen: &str, text: &str, root_depth: i32| {
            let root = Position::from_fen(fen).expect("legal");
            let mv = root.parse_uci(text).expect("a legal move");
            with_worker(NoTable, &root, |worker| {
                worker.root_depth = root_depth;
                let candidate = worker.candidate(0, mv, 1, &worker.quiet_context(0));
                let node = Node { ply: 0, in_check: root.in_check(), ..quiet_node(4) };
                worker.extension::<NonPv>(&node, &candidate)
            })
        };
        let free = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(extension(free, "a1a8", 1), Extension::Plies(1));
        assert_eq!(extension(free, "a1a7", 1), Extension::Plies(0));
        // The node's ply is the iteration's depth.
        assert_eq!(extension(free, "a1a8", 0), Extension::Plies(0));
        // The bishop takes the rook.
        let losing = "4k3/8/8/8/4b3/8/8/R3K3 w - - 0 1";
        assert_eq!(extension(losing, "a1a8", 1), Extension::Plies(0));
    }

    #[test]
    fn the_principal_variation_follows_a_mate_of_the_table_to_its_end() {
        let root = Position::startpos();
        let [mv, other] = ["e2e4", "d2d4"].map(|text| root.parse_uci(text).expect("legal"));
        with_worker(NoTable, &root, |worker| {
            let mut depths = |score: i32, bound: Bound| {
                let hit = Hit { mv: Some(mv), score, eval: None, draft: 3, bound, pv: false };
                let node = Node { hit: Some(hit), hash_move: Some(mv), ..quiet_node(1) };
                assert_eq!(worker.least_depth::<NonPv>(&node, mv), i32::MIN);
                worker.plain = true;
                assert_eq!(worker.least_depth::<Pv>(&node, mv), i32::MIN);
                worker.plain = false;
                [mv, other].map(|mv| worker.least_depth::<Pv>(&node, mv).max(0))
            };
            assert_eq!(depths(mate_in(9), Bound::Lower), [1, 0]);
            assert_eq!(depths(mated_in(8), Bound::Upper), [1, 1]);
            assert_eq!(depths(mate_in(9), Bound::Upper), [0, 0]);
            assert_eq!(depths(mated_in(8), Bound::Lower), [0, 0]);
            assert_eq!(depths(900, Bound::Exact), [0, 0]);
        });
    }

    #[test]
    fn the_excluded_move_is_left_out() {
        // Only the excluded move mates.
        let root = Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1").expect("legal");
        let mv = root.parse_uci("d1d8").expect("a legal move");
        with_worker(NoTable, &root, |worker| {
            assert_eq!(worker.alpha_beta::<Root>(0, 3, Window::OPEN, false), mate_in(1));
            worker.stack[0].excluded = Some(mv);
            assert!(worker.alpha_beta::<Root>(0, 3, Window::OPEN, false) < mate_in(1));
        });
    }
    /// Returns the extension of the hash move, where the search without it has a score, and the
    /// first search below it. The margin ends at 12 centipawns.
    fn singular<N: NodeType>(
        score: i32,
        double_extensions: u32,
        change: &Node,
    ) -> (Extension, Asked) {
        let root = Position::startpos();
        let first = root.parse_uci("a2a3").expect("a legal move");
        let mv = root.make(first).parse_uci("a7a6").expect("a legal move");
        let script = Script { last_word: Some(-score), ..Script::default() };
        with_worker(script, &root, |worker| {
            worker.make(0, first);
            worker.stack[0].double_extensions = double_extensions;
            let Node { hit, hash_move, .. } = singular_node(mv);
            let node = Node { hit, hash_move, ..*change };
            let candidate = worker.candidate(1, mv, 1, &worker.quiet_context(1));
            let extension = worker.extension::<N>(&node, &candidate);
            assert_eq!((worker.stack[1].excluded, worker.stack[1].anew), (None, false));
            (extension, worker.table.asked[0])
        })
    }

    #[test]
    fn the_only_good_move_is_searched_a_ply_deeper_or_two() {
        let params = Params::default();
        let bar = 20 - 8 * params.singular_slope / SLOPE_ONE;
        let far = bar - params.double_extension;
        let plies = |score| singular::<NonPv>(score, 0, &quiet_node(8)).0;
        assert_eq!([far, bar - 1].map(plies), [Extension::Plies(1); 2]);
        assert_eq!(plies(far - 1), Extension::Plies(2));
        assert_eq!(singular::<Pv>(far - 1, 0, &quiet_node(8)).0, Extension::Plies(1));
        let most = params.double_extensions as u32;
        let doubled = |before| singular::<NonPv>(far - 1, before, &quiet_node(8)).0;
        assert_eq!([doubled(most - 1), doubled(most)], [Extension::Plies(2), Extension::Plies(1)]);
        let (_, asked) = singular::<NonPv>(bar - 1, 0, &quiet_node(8));
        assert_eq!((asked.ply, asked.depth, asked.alpha), (2, 2, -bar), "half the depth");
    }

    #[test]
    fn a_move_that_is_not_alone_cuts_the_node_or_is_searched_less_deep() {
        let bar = 20 - 8 * Params::default().singular_slope / SLOPE_ONE;
        let window = |beta: i32| Node { window: Window::below(beta), ..quiet_node(8) };
        let plies = |node| singular::<NonPv>(bar, 0, &node).0;
        assert_eq!(plies(window(bar)), Extension::Cut(bar));
        assert_eq!(singular::<Pv>(bar, 0, &window(bar)).0, Extension::Plies(-2));
        assert_eq!([bar + 1, 20].map(|beta| plies(window(beta))), [Extension::Plies(-2); 2]);
        assert_eq!(plies(window(21)), Extension::Plies(0));
        assert_eq!(plies(Node { cut_node: true, ..window(21) }), Extension::Plies(-1));
    }
}
