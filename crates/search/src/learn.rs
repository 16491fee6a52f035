//! What the histories learn from a finished node.

use movegen::Move;
use tt_core::Bound;

use crate::candidate::{Candidate, Tried};
use crate::evaluate::Evaluate;
use crate::history::QuietContext;
use crate::node::Node;
use crate::table::TableHandle;
use crate::worker::Worker;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Rewards the move that failed high and punishes those tried before it.
    pub(crate) fn learn_moves(
        &mut self,
        node: &Node,
        best: Move,
        tried: &Tried,
        context: &QuietContext,
    ) {
        let (bonus, malus) = (self.bonus(node.depth), -self.malus(node.depth));
        let position = &self.positions[node.ply];
        let piece = position.moved_piece(best);
        if position.is_tactical(best) {
            self.histories.update_capture(piece, best, position.captured(best), bonus);
        } else {
            self.histories.update_quiet(context, piece, best, bonus);
            for &mv in &tried.quiet {
                self.histories.update_quiet(context, position.moved_piece(mv), mv, malus);
            }
            let killers = &mut self.stack[node.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        }
        for &mv in &tried.tactical {
            let (piece, victim) = (position.moved_piece(mv), position.captured(mv));
            self.histories.update_capture(piece, mv, victim, malus);
        }
    }

    /// A late move came back from its reduced search better than expected, and then `held` or not.
    pub(crate) fn learn_verdict(&mut self, node: &Node, candidate: &Candidate, held: bool) {
        if candidate.tactical || self.stopped {
            return;
        }
        let bonus = if held { self.bonus(node.depth) } else { -self.malus(node.depth) };
        let context = self.quiet_context(node.ply);
        self.histories.update_continuation(&context, candidate.piece, candidate.mv, bonus);
    }

    /// Learns how far the static evaluation was from the score, where the score says so and no
    /// capture explains it.
    pub(crate) fn learn_evaluation(
        &mut self,
        node: &Node,
        score: i32,
        bound: Bound,
        best: Option<Move>,
    ) {
        let position = &self.positions[node.ply];
        let error = score - node.static_eval;
        let side = if error > 0 { Bound::Lower } else { Bound::Upper };
        let explained = best.is_some_and(|mv| position.is_tactical(mv));
        if !node.in_check() && !explained && bound.covers(side) {
            self.histories.correction.update(position, error, node.depth);
        }
    }

    fn bonus(&self, depth: i32) -> i32 {
        (self.params.bonus_slope * depth).min(self.params.bonus_limit)
    }

    fn malus(&self, depth: i32) -> i32 {
        (self.params.malus_slope * depth).min(self.params.malus_limit)
    }
}
