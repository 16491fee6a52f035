//! Quiescence: captures and promotions are played out, checks are evaded and, at its first ply,
//! given, until the evaluation can be trusted.

use std::ops::ControlFlow;

use tt_core::Bound;

use crate::candidate::{EXCHANGE, value_of};
use crate::evaluate::Evaluate;
use crate::move_picker::MovePicker;
use crate::node::{Finding, NodeType};
use crate::score::{DRAW, INFINITE, half_way, is_decisive, is_decisive_loss, mated_in};
use crate::table::{QUIESCENCE_DRAFT, TableHandle, WITHOUT_CHECKS_DRAFT};
use crate::window::Window;
use crate::worker::Worker;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the score of the node at `ply`, fail-soft, when the side to move may also stand pat
    /// unless it is in check (Harris, 1975; Beal, 1990). At the `FIRST` ply quiet checks are tried,
    /// too (Slate and Atkin, 1977).
    pub(crate) fn quiescence<N: NodeType, const FIRST: bool>(
        &mut self,
        ply: usize,
        window: Window,
    ) -> i32 {
        // 1. The end of the search, draws by rule, the greatest length, mate distance.
        let mut window = match self.enter::<N>(ply, window) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(window) => window,
        };

        // 2. The table.
        self.find_checkers(ply);
        let hit = self.look_up_quiescence(ply);
        let checking = FIRST && !self.plain;
        let whole = checking || self.plain || self.positions[ply].legality().checkers().any();
        let draft = if whole { QUIESCENCE_DRAFT } else { WITHOUT_CHECKS_DRAFT };
        if let Some(score) = self.settle::<N>(ply, draft, window, false, hit.as_ref()) {
            return score;
        }

        // 3. Standing pat.
        let node = self.survey::<N>(ply, draft, window, false, hit);
        let mut best = if node.in_check { -INFINITE } else { node.eval };
        if window.fails_high(best) {
            if hit.is_none() {
                let (bound, draft) = (Bound::Lower, QUIESCENCE_DRAFT);
                let finding = Finding { best: None, score: best, bound, draft, number: 0 };
                self.store(&node, &finding);
            }
            return best;
        }
        window = window.raised(best);

        // 4. The moves: all evasions, or what captures and promotes without a loss, and checks.
        let position = &self.positions[ply];
        let context = self.quiet_context(ply);
        let mut picker = if node.in_check {
            MovePicker::new(node.hash_move, [None; 2])
        } else if checking {
            let hash_move =
                node.hash_move.filter(|&mv| node.hash_move_is_tactical || position.gives_check(mv));
            MovePicker::forcing(hash_move)
        } else {
            let hash_move = node.hash_move.filter(|&mv| {
                node.hash_move_is_tactical && (!self.plain || position.see_ge(mv, 0, &EXCHANGE))
            });
            MovePicker::tactical(hash_move, 0)
        };
        let (mut best_move, mut best_number, mut number) = (None, 0, 0);
        while let Some(mv) = picker.next(&self.positions[ply], self.histories, &context) {
            number += 1;
            // The code below takes a while, and most moves are searched.
            self.table.prefetch(self.positions[ply].key_after(mv));
            // 5. Futility: even with the captured piece the move stays below alpha. A check must
            //    only not lose anything.
            if !is_decisive_loss(best) && !self.plain {
                if node.in_check {
                    // One evasion avoids the mate: of the others only captures are searched.
                    picker.skip_quiets();
                } else if self.positions[ply].gives_check(mv) {
                    if !self.positions[ply].see_ge(mv, 0, &EXCHANGE) {
                        continue;
                    }
                } else if mv.promoted().is_none() {
                    let position = &self.positions[ply];
                    let base = node.static_eval + self.params.quiescence_futility;
                    let promise = base + value_of(position.captured(mv));
                    if window.fails_low(promise) {
                        best = best.max(promise);
                        continue;
                    }
                    if window.fails_low(base) && !position.see_ge(mv, 1, &EXCHANGE) {
                        best = best.max(base);
                        continue;
                    }
                }
            }
            self.make(ply, mv);
            let score = -self.quiescence::<N, false>(ply + 1, -window);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            // 6. A better move, maybe good enough.
            if score > best {
                best = score;
                if score > window.alpha {
                    (best_move, best_number) = (Some(mv), number);
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window.alpha = score;
                }
            }
        }

        // 7. Check without an evasion is mate.
        if node.in_check && number == 0 {
            return mated_in(ply);
        }
        if window.fails_high(best) && !is_decisive(best) && !self.plain {
            best = half_way(best, window.beta);
        }
        let bound = node.bound_of::<N>(best, best_move);
        let finding = Finding { best: best_move, score: best, bound, draft, number: best_number };
        self.store(&node, &finding);
        best
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Move, Position};
    use tt_core::{Bound, Entry};

    use super::*;
    use crate::node::NonPv;
    use crate::score::mate_in;
    use crate::table::{Hints, NO_EVAL, NoTable};
    use crate::worker::harness::{Records, Script, with_worker};

    /// Says that one move is best everywhere.
    struct OneMove(Move);

    impl TableHandle for OneMove {
        fn probe(&mut self, _: u64) -> Option<Entry> {
            Some(Entry { mv: self.0.to_bits(), eval: NO_EVAL, ..Entry::default() })
        }

        fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}
    }

    /// The first ply tries checks, too: a later ply knows less.
    #[test]
    fn later_plies_are_stored_with_a_lesser_draft() {
        let root = Position::from_fen("4k3/2p5/3p4/8/1p6/8/2N4Q/4K3 w - - 0 1").expect("legal");
        let drafts = with_worker(Records::default(), &root, |worker| {
            let window = Window::above(1_000);
            worker.quiescence::<NonPv, true>(0, window);
            worker.quiescence::<NonPv, false>(0, window);
            let of_root = worker.table.stored.iter().filter(|(key, _)| *key == root.key());
            of_root.map(|(_, entry)| i32::from(entry.draft)).collect::<Vec<_>>()
        });
        assert_eq!(drafts, [QUIESCENCE_DRAFT, WITHOUT_CHECKS_DRAFT]);
    }

    #[test]
    fn the_move_that_fails_high_is_stored() {
        let root = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").expect("legal");
        let capture = root.parse_san("Kxe2").expect("legal");
        with_worker(Records::default(), &root, |worker| {
            worker.quiescence::<NonPv, false>(0, Window::above(-100));
            let (_, entry) = worker.table.stored.last().expect("the root");
            assert_eq!((entry.mv, entry.bound), (capture.to_bits(), Bound::Lower));
        });
    }

    /// Where the exchange wins nothing, the score is at most the evaluation and the margin.
    #[test]
    fn an_equal_exchange_bounds_the_score_by_the_evaluation() {
        let root = Position::from_fen("4k3/2p5/3r4/8/8/8/8/3RK3 w - - 0 1").expect("legal");
        with_worker(NoTable, &root, |worker| {
            let base = worker.evaluator.evaluate(&root) + worker.params.quiescence_futility;
            let mut score = |alpha: i32| worker.quiescence::<NonPv, false>(0, Window::above(alpha));
            assert_eq!([score(base), score(base + 50)], [base, base]);
            assert_eq!(score(base + 900), base + value_of(Some(movegen::PieceType::Rook)));
        });
    }

    /// In plain search the set of moves is that of the position, whatever the table says.
    #[test]
    fn the_tables_move_is_played_in_plain_search_only_if_it_does_not_lose() {
        // The pawn on d6 is protected, the one on b4 is not.
        let root = Position::from_fen("4k3/2p5/3p4/8/1p6/8/2N4Q/4K3 w - - 0 1").expect("legal");
        let nodes = |text: &str, plain: bool| {
            let mv = root.parse_uci(text).expect("a legal move");
            with_worker(OneMove(mv), &root, |worker| {
                worker.plain = plain;
                let window = Window::above(worker.evaluator.evaluate(&root));
                worker.quiescence::<NonPv, true>(0, window);
                worker.nodes
            })
        };
        assert_eq!(nodes("h2d6", true), nodes("c2b4", true));
        assert!(nodes("h2d6", false) > nodes("c2b4", false));
    }
    /// Runs quiescence far below alpha: the score, and the moves made.
    fn far_below<const FIRST: bool>(fen: &str) -> (i32, u64) {
        let root = Position::from_fen(fen).expect("legal");
        with_worker(NoTable, &root, |worker| {
            let score = worker.quiescence::<NonPv, FIRST>(0, Window::above(20_000));
            (score, worker.nodes)
        })
    }

    #[test]
    fn quiet_checks_are_given_at_the_first_ply_alone_if_they_lose_nothing() {
        let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
        assert_eq!(far_below::<true>(mate).0, mate_in(1));
        assert!(far_below::<false>(mate).0 < 100);
        // The bishop takes the rook on a8, its only check.
        assert_eq!(far_below::<true>("4k3/8/8/8/4b3/8/8/R3K3 w - - 0 1").1, 0);
    }

    #[test]
    fn a_promotion_is_tried_however_little_it_promises() {
        assert!(far_below::<false>("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").1 > 0);
        assert_eq!(far_below::<false>("8/4k3/8/8/3p4/4P3/8/4K3 w - - 0 1").1, 0, "of a pawn");
    }

    #[test]
    fn in_check_moves_are_tried_until_one_avoids_the_mate() {
        // The king has four quiet moves; the second was taken before the first proved enough.
        let check = "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1";
        let (score, moves) = far_below::<false>(check);
        assert!(score > -100 && moves == 2, "{score}, {moves} moves");
        let mated = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
        assert_eq!(far_below::<false>(mated).0, mated_in(0));
        let root = Position::from_fen(check).expect("legal");
        with_worker(NoTable, &root, |worker| {
            let high = worker.quiescence::<NonPv, false>(0, Window::below(-900));
            assert!((-500..-450).contains(&high), "a fail high is half believed: {high}");
        });
    }

    #[test]
    fn a_capture_that_is_good_enough_ends_the_node() {
        let root = Position::from_fen("4k3/8/8/1n3n2/2P1P3/8/8/4K3 w - - 0 1").expect("legal");
        let script = Script { from: 1, last_word: Some(-100), ..Script::default() };
        with_worker(script, &root, |worker| {
            worker.quiescence::<NonPv, false>(0, Window::below(100));
            let asked = worker.table.asked.iter().map(|asked| (asked.ply, asked.cut_node));
            assert_eq!(asked.collect::<Vec<_>>(), [(0, false), (1, false)]);
            assert_eq!(worker.nodes, 1, "the other knight is not taken, too");
        });
    }

    #[test]
    fn standing_pat_takes_the_tables_score() {
        let root = Position::startpos();
        let (eval, bound) = (NO_EVAL, Bound::Lower);
        let entry = Entry { score: 300, eval, draft: -2, bound, ..Entry::default() };
        let known = [(root.key(), entry)].into();
        with_worker(Records { known, ..Records::default() }, &root, |worker| {
            assert_eq!(worker.quiescence::<NonPv, false>(0, Window::below(100)), 300);
            assert_eq!(worker.table.stored.len(), 0, "the entry is better than the evaluation");
            assert_eq!(worker.quiescence::<NonPv, false>(0, Window::above(1_000)), 300);
        });
    }
    #[test]
    fn an_entry_says_whether_all_moves_that_matter_were_tried() {
        let stored = |fen: &str, window: Window| {
            let root = Position::from_fen(fen).expect("legal");
            with_worker(Records::default(), &root, |worker| {
                worker.quiescence::<NonPv, false>(0, window);
                let (_, entry) = worker.table.stored.iter().find(|(key, _)| *key == root.key())?;
                Some((entry.bound, i32::from(entry.draft)))
            })
        };
        let (quiet, check) = ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1");
        let far = Window::above(20_000);
        assert_eq!(stored(quiet, far), Some((Bound::Upper, WITHOUT_CHECKS_DRAFT)));
        assert_eq!(stored(check, far), Some((Bound::Upper, QUIESCENCE_DRAFT)));
        let pat = stored(quiet, Window::below(-50));
        assert_eq!(pat, Some((Bound::Lower, QUIESCENCE_DRAFT)), "standing pat");
    }
}
