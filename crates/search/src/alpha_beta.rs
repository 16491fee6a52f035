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
