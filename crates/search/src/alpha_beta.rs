//! The node function: principal variation search, its steps in the field's usual order.

use std::ops::ControlFlow;

use crate::candidate::{Tried, Verdict};
use crate::evaluate::Evaluate;
use crate::extend::Extension;
use crate::move_picker::MovePicker;
use crate::node::{Finding, NodeType};
use crate::root::RootFinding;
use crate::score::{DRAW, is_decisive_loss, mated_in};
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Returns the score of the node at `ply`, fail-soft: exact inside the window, else a bound.
    ///
    /// `depth` is in plies. A `cut_node` is expected to fail high (Knuth and Moore, 1975; Marsland
    /// and Campbell, 1982; the name of the types after Marsland and Popowich, 1985).
    #[expect(
        clippy::too_many_lines,
        reason = "the search reads best in one piece: its steps are calls"
    )]
    pub(crate) fn alpha_beta<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
    ) -> i32 {
        // 1. The horizon.
        if depth <= 0 {
            return self.quiescence::<N, true>(ply, window);
        }

        // 2. The end of the search, draws by rule, the greatest length, mate distance.
        let mut window = match self.enter::<N>(ply, window) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(window) => window,
        };

        // 3. The table.
        self.find_checkers(ply);
        let hit = self.look_up(ply);
        if let Some(score) = self.settle::<N>(ply, depth, window, cut_node, hit.as_ref()) {
            if window.fails_high(score) {
                self.reward_table_move(ply, depth, hit.as_ref());
            }
            return score;
        }

        // 4. Tablebases; checkers, evaluation, hash move.
        let tb_bounds = match self.probe_tablebases::<N>(ply, depth, window) {
            ControlFlow::Break(score) => return score,
            ControlFlow::Continue(tb_bounds) => tb_bounds,
        };
        window = window.raised(tb_bounds.least);
        let mut node = self.survey::<N>(ply, depth, window, cut_node, hit);
        self.keep_evaluation(&node);

        // 5. Hindsight: what did the last move gain, was it reduced too much, or too little?
        // Pruning of the whole node: razoring, the table once more, reverse futility, null move,
        // ProbCut.
        if !(N::ROOT || self.plain || self.stack[ply].anew) {
            self.reward_gain(&node);
            node.depth += self.hindsight(&node);
        }
        if !(N::PV || self.plain)
            && let Some(score) = self.prune_node(&node)
        {
            return score;
        }

        // 6. Internal iterative reduction of a node without a hash move.
        if !self.plain {
            node.depth -= node.missing_hash_move::<N>();
        }

        // 7. The moves.
        let context = self.quiet_context(ply);
        self.stack[ply].context = context;
        let mut picker = MovePicker::new(node.hash_move, self.stack[ply].killers);
        let mut tried = Tried::default();
        let (mut best, mut best_move, mut best_number) = (tb_bounds.least, None, 0);
        let mut number = 0;
        while let Some(mv) = picker.next(&self.positions[ply], self.histories, &context) {
            if Some(mv) == node.excluded || N::ROOT && !self.root_moves.offers(mv) {
                continue;
            }
            number += 1;
            if N::ROOT
                && let Some(leader) = &mut self.leader
            {
                leader.announce(self.team, self.root_depth, mv, number);
            }
            let candidate = self.candidate(ply, mv, number, &context);

            // 8. Pruning of the move: late moves, futility, history, static exchange.
            if !(N::ROOT || self.plain || is_decisive_loss(best)) {
                match self.prune_move(&node, &candidate, window.alpha) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipAllButChecks => {
                        picker.skip_all_but_checks(&self.positions[ply]);
                        continue;
                    }
                }
            }

            // 9. Extension: is the hash move the only good one? Does the move give check?
            let extension = match self.extension::<N>(&node, &candidate) {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => return score,
            };
            let doubled = u32::from(extension > 1);
            self.stack[ply].number = number;
            self.stack[ply].history = if candidate.tactical { 0 } else { candidate.history };
            self.stack[ply].double_extensions =
                self.stack.before(ply, 1).double_extensions + doubled;

            // 10. The move, searched at full or reduced depth.
            let nodes_before = self.nodes;
            self.make(ply, mv);
            let new_depth = (node.depth - 1 + extension).max(self.least_depth::<N>(&node, mv));
            let score = self.search_move::<N>(&node, &candidate, new_depth, window, best);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.root_moves.record(&RootFinding {
                    mv,
                    first: number == 1,
                    score,
                    window,
                    nodes: self.nodes - nodes_before,
                    sel_depth: self.sel_depth,
                    line: self.pv.line(1),
                });
            }

            // 11. A better move, maybe good enough.
            if score > best {
                best = score;
                if score > window.alpha {
                    (best_move, best_number) = (Some(mv), number);
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if window.fails_high(score) {
                        self.stack[ply].fail_highs += 1;
                        break;
                    }
                    window.alpha = score;
                }
            }
            if Some(mv) != best_move {
                tried.push(mv, candidate.tactical);
            }
        }

        // 12. No move: mate, stalemate, or nothing beside the excluded move.
        if number == 0 {
            return if node.excluded.is_some() {
                window.alpha
            } else if node.in_check {
                mated_in(ply)
            } else {
                DRAW
            };
        }

        // 13. The histories learn from the node, and the table gets its entry.
        let (best, bound) = tb_bounds.apply(best, node.bound_of::<N>(best, best_move));
        match best_move {
            Some(mv) if window.fails_high(best) => {
                self.reward_best_move(&node, mv, &tried, &context);
            }
            None if node.excluded.is_none() => self.reward_last_move(ply, depth),
            _ => {}
        }
        if node.excluded.is_none() && !(N::ROOT && self.root_moves.rank() > 0) {
            self.correct_evaluation(&node, best, bound, best_move);
            let finding = Finding {
                best: best_move,
                score: best,
                bound,
                draft: node.depth,
                number: best_number,
            };
            self.store(&node, &finding);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Move, Position};
    use tt_core::Entry;

    use super::*;
    use crate::hit::CutoffNode;
    use crate::node::{NonPv, Pv, Root};
    use crate::score::tb_win_in;
    use crate::table::Hints;
    use crate::tablebases::EndgameResult;
    use crate::worker::harness::{Everywhere, Records, Script, with_tablebases, with_worker};

    type Tested<'a> = Worker<'a, Script, fn(&Position) -> i32>;

    /// White's only move takes a knight and gives check.
    const FORCED: &str = "5k2/8/8/8/8/8/5nPP/5RNK w - - 0 1";

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("legal")
    }

    /// Searches 1. e4 from the position behind it, whose children all have this score; returns what
    /// `look` finds after that.
    fn after_e4<R>(
        depth: i32,
        window: Window,
        cut_node: bool,
        score: i32,
        ready: impl FnOnce(&mut Tested<'_>),
        look: impl FnOnce(&mut Tested<'_>) -> R,
    ) -> R {
        let root = Position::startpos();
        let script = Script { from: 2, last_word: Some(score), ..Script::default() };
        with_worker(script, &root, |worker| {
            worker.stack[0].context = worker.quiet_context(0);
            worker.make(0, root.parse_uci("e2e4").expect("a legal move"));
            ready(worker);
            worker.alpha_beta::<NonPv>(1, depth, window, cut_node);
            look(worker)
        })
    }

    fn first_depth(worker: &mut Tested<'_>) -> i32 {
        worker.table.asked.iter().find(|asked| asked.ply == 2).expect("a child").depth
    }

    /// The reduced move before the node lost nothing.
    fn reduced(worker: &mut Tested<'_>) {
        (worker.stack[0].static_eval, worker.stack[0].reduction) = (Some(-2_000), 9);
    }

    #[test]
    fn the_depth_of_a_node_goes_by_hindsight_and_by_its_hash_move() {
        let window = Window::above(300);
        let depth = |depth: i32, cut_node: bool, ready: fn(&mut Tested<'_>)| {
            after_e4(depth, window, cut_node, -200, ready, first_depth)
        };
        assert_eq!([depth(2, false, |_| ()), depth(2, false, reduced)], [1, 2]);
        let again = |worker: &mut Tested<'_>| {
            reduced(worker);
            worker.stack[1].anew = true;
        };
        assert_eq!(depth(2, false, again), 1, "the node searches itself again");
        assert_eq!([depth(6, false, |_| ()), depth(6, true, |_| ())], [5, 4], "no hash move");
    }

    #[test]
    fn the_only_move_is_extended_by_its_check() {
        let root = position(FORCED);
        let mv = root.legal_moves()[0];
        let script = Script { from: 2, last_word: Some(0), ..Script::default() };
        with_worker(script, &root, |worker| {
            (worker.stack[0].double_extensions, worker.stack[1].history) = (2, -5);
            let (piece, victim) = (root.moved_piece(mv), root.captured(mv));
            worker.histories.update_capture(piece, mv, victim, 500);
            worker.alpha_beta::<NonPv>(1, 3, Window::above(500), false);
            assert_eq!(first_depth(worker), 3, "a ply for the move, one for the check");
            let frame = worker.stack[1];
            assert_eq!((frame.double_extensions, frame.history), (2, 0));
        });
    }

    #[test]
    fn a_node_without_a_move_is_mate_stalemate_or_below_alpha() {
        let scored = |fen: &str, excluded: Option<Move>| {
            with_worker(Script::default(), &position(fen), |worker| {
                worker.stack[0].excluded = excluded;
                worker.alpha_beta::<NonPv>(0, 3, Window::above(500), false)
            })
        };
        assert_eq!(scored("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", None), mated_in(0));
        assert_eq!(scored("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None), DRAW);
        assert_eq!(scored(FORCED, position(FORCED).legal_moves().first().copied()), 500);
    }

    #[test]
    fn the_move_before_a_node_is_praised_where_the_node_fails_low() {
        let learnt = |window: Window, score: i32| {
            after_e4(
                3,
                window,
                false,
                score,
                |_| (),
                |worker| {
                    let (context, mv) =
                        (worker.stack[0].context, worker.stack[0].mv.expect("made"));
                    worker.candidate(0, mv, 1, &context).history
                },
            )
        };
        assert!(learnt(Window::above(300), 0) > 0);
        assert_eq!(learnt(Window::above(300), -400), 0, "it failed high");
    }

    #[test]
    fn the_move_before_a_node_is_judged_by_the_evaluations_around_it() {
        let learnt = |before: i32, anew: bool| {
            let ready = |worker: &mut Tested<'_>| {
                worker.stack[0].static_eval = Some(before);
                worker.stack[1].anew = anew;
            };
            after_e4(3, Window::above(300), false, -400, ready, |worker| {
                let (context, mv) = (worker.stack[0].context, worker.stack[0].mv.expect("made"));
                worker.candidate(0, mv, 1, &context).history.signum()
            })
        };
        assert_eq!([learnt(-2_000, false), learnt(2_000, false), learnt(-2_000, true)], [1, -1, 0]);
    }

    #[test]
    fn a_node_that_fails_high_is_counted_and_corrects_the_evaluation() {
        let found = |score: i32| {
            after_e4(
                3,
                Window::above(300),
                false,
                score,
                |_| (),
                |worker| {
                    let rows = worker.correction_rows(1);
                    let position = &worker.positions[1];
                    let correction = worker.histories.correction.get(position, rows, worker.params);
                    (worker.stack[1].fail_highs, correction.signum())
                },
            )
        };
        assert_eq!([found(-900), found(900)], [(1, 1), (0, -1)]);
    }

    #[test]
    fn a_cutoff_by_the_table_blames_the_move_before_where_it_fails_high() {
        let root = Position::startpos();
        let learnt = |score: i32| {
            let script = Script { from: 2, last_word: Some(score), ..Script::default() };
            with_worker(script, &root, |worker| {
                for (ply, text) in ["g1f3", "g8f6"].into_iter().enumerate() {
                    let mv = worker.positions[ply].parse_uci(text).expect("a legal move");
                    worker.stack[ply].context = worker.quiet_context(ply);
                    worker.stack[ply].number = 1;
                    worker.make(ply, mv);
                }
                assert_eq!(worker.alpha_beta::<NonPv>(2, 5, Window::above(0), false), score);
                let (context, mv) = (worker.stack[1].context, worker.stack[1].mv.expect("made"));
                worker.candidate(1, mv, 1, &context).history
            })
        };
        assert!(learnt(1) < 0);
        assert_eq!(learnt(0), 0);
    }

    #[test]
    fn the_first_rank_alone_writes_the_root() {
        for (rank, written) in [(0, true), (1, false)] {
            let root = Position::startpos();
            with_worker(Records::default(), &root, |worker| {
                worker.root_moves.begin_rank(rank);
                worker.alpha_beta::<Root>(0, 2, Window::OPEN, false);
                let stored = &worker.table.stored;
                assert_eq!(stored.iter().any(|(key, _)| *key == root.key()), written);
            });
        }
    }

    #[test]
    fn a_win_by_tablebases_is_the_least_that_moves_have_to_beat() {
        let root = position("8/8/8/3k4/8/8/8/K6R w - - 0 1");
        let script = Script { from: 2, last_word: Some(0), ..Script::default() };
        with_tablebases(script, Some(&Everywhere(EndgameResult::Win)), &root, |worker| {
            let least = tb_win_in(1);
            assert_eq!(worker.alpha_beta::<Pv>(1, 1, Window::OPEN, false), least);
            let asked = worker.table.asked.iter().filter(|asked| asked.ply == 2);
            let alphas: Vec<i32> = asked.map(|asked| asked.alpha).collect();
            assert!(!alphas.is_empty() && alphas.iter().all(|&alpha| alpha == -least - 1));
        });
    }

    /// Counts the children that are in check.
    #[derive(Default)]
    struct Checks(u32);

    impl TableHandle for Checks {
        fn probe(&mut self, _: u64) -> Option<Entry> {
            None
        }

        fn store(&mut self, _: u64, _: Entry, _: Hints<'_>) {}

        fn cutoff(&mut self, node: &CutoffNode<'_>, _: Option<i32>) -> Option<i32> {
            self.0 += u32::from(node.position.in_check());
            (node.ply == 2).then_some(0)
        }
    }

    #[test]
    fn checks_are_searched_however_late_they_come() {
        with_worker(Checks::default(), &position("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1"), |worker| {
            worker.alpha_beta::<NonPv>(1, 1, Window::above(20), false);
            assert_eq!(worker.table.0, 1);
        });
    }
}
