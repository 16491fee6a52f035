//! The updates of the histories by the result of a node.

use movegen::Move;
use tt_core::Bound;

use crate::candidate::{Candidate, Tried};
use crate::evaluate::Evaluate;
use crate::history::QuietContext;
use crate::hit::Hit;
use crate::node::Node;
use crate::table::TableHandle;
use crate::worker::Worker;

const EARLY_MOVES: u32 = 2;

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Rewards the move that failed high and punishes those tried before it.
    pub(crate) fn reward_best_move(
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
        self.punish_last_move(node.ply, node.depth);
    }

    /// Rewards the table's move, which made the node fail high, and punishes an early move before
    /// it.
    pub(crate) fn reward_table_move(&mut self, ply: usize, depth: i32, hit: Option<&Hit>) {
        if self.plain {
            return;
        }
        let position = &self.positions[ply];
        if let Some(mv) = hit.and_then(|hit| hit.mv)
            && position.is_legal(mv)
            && !position.is_tactical(mv)
        {
            let (piece, bonus) = (position.moved_piece(mv), self.bonus(depth));
            let context = self.quiet_context(ply);
            self.histories.update_quiet(&context, piece, mv, bonus);
        }
        self.punish_last_move(ply, depth);
    }

    /// Punishes the move that led to the node at `ply`, as a reply, if it was quiet and came early:
    /// it was refuted at once.
    fn punish_last_move(&mut self, ply: usize, depth: i32) {
        let frame = self.stack.before(ply, 1);
        if let Some(mv) = frame.mv
            && frame.quiet
            && frame.number <= EARLY_MOVES
        {
            let (piece, malus) = (self.positions[ply - 1].moved_piece(mv), -self.malus(depth + 1));
            self.histories.update_continuation(&frame.context, piece, mv, malus);
        }
    }

    /// Rewards the quiet move that led to the node at `ply`, where nothing raised alpha.
    pub(crate) fn reward_last_move(&mut self, ply: usize, depth: i32) {
        let frame = self.stack.before(ply, 1);
        if let Some(mv) = frame.mv
            && frame.quiet
            && !self.plain
        {
            let (piece, bonus) = (self.positions[ply - 1].moved_piece(mv), self.bonus(depth));
            self.histories.update_quiet(&frame.context, piece, mv, bonus);
        }
    }

    /// Rewards the quiet move that led to the node by what it gained, punishes it for what it lost:
    /// the evaluations before and after it say so before anything is searched. Called once a node.
    pub(crate) fn reward_gain(&mut self, node: &Node) {
        let frame = self.stack.before(node.ply, 1);
        if let (Some(mv), Some(before)) = (frame.mv, frame.static_eval)
            && frame.quiet
            && !node.in_check
        {
            let gain = self.params.gain_offset - (before + node.static_eval);
            let bonus = (gain * self.params.gain_slope)
                .clamp(-self.params.gain_limit, self.params.gain_limit);
            self.histories.update_butterfly(&frame.context, mv, bonus);
        }
    }

    /// Rewards or punishes a late move whose reduced search was better than expected: it `held` in
    /// the deeper search or not.
    pub(crate) fn judge_reduction(&mut self, node: &Node, candidate: &Candidate, held: bool) {
        if candidate.tactical || self.stopped {
            return;
        }
        let bonus = if held { self.bonus(node.depth) } else { -self.malus(node.depth) };
        let context = &self.stack[node.ply].context;
        self.histories.update_continuation(context, candidate.piece, candidate.mv, bonus);
    }

    /// Corrects the static evaluation of such nodes towards the score, where the bound says that
    /// the score differs and no capture explains it.
    pub(crate) fn correct_evaluation(
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
        if !node.in_check && !explained && bound.covers(side) {
            let rows = self.correction_rows(node.ply);
            let depth = node.depth;
            self.histories.correction.update(position, rows, error, depth, self.params);
        }
    }

    fn bonus(&self, depth: i32) -> i32 {
        (self.params.bonus_slope * depth).min(self.params.bonus_limit)
    }

    fn malus(&self, depth: i32) -> i32 {
        (self.params.malus_slope * depth).min(self.params.malus_limit)
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use tt_core::{Bound, Entry};

    use super::*;
    use crate::node::harness::quiet_node;
    use crate::params::Params;
    use crate::table::NoTable;
    use crate::worker::harness::with_worker;

    type Tested<'a> = Worker<'a, NoTable, fn(&Position) -> i32>;

    /// Returns the history of 1. Nf3, the first move of the line, after `learn` has run on the
    /// position behind it.
    fn after(learn: fn(&mut Tested<'_>)) -> i32 {
        let root = Position::startpos();
        let mv = root.parse_uci("g1f3").expect("a legal move");
        with_worker(NoTable, &root, |worker| {
            worker.stack[0].context = worker.quiet_context(0);
            worker.stack[0].static_eval = Some(0);
            worker.stack[0].number = 1;
            worker.make(0, mv);
            learn(worker);
            let context = worker.stack[0].context;
            worker.histories.quiets(&context).sum(root.moved_piece(mv), mv)
        })
    }

    #[test]
    fn a_quiet_move_that_leaves_no_good_reply_is_praised() {
        assert_eq!(after(|_| {}), 0);
        assert!(after(|worker| worker.reward_last_move(1, 5)) > 0);
        let captured = |worker: &mut Tested<'_>| {
            worker.stack[0].quiet = false;
            worker.reward_last_move(1, 5);
        };
        assert_eq!(after(captured), 0);
    }

    /// Returns the history of 1. Nf3 if the evaluation was 0 before it and is `theirs` for the
    /// opponent after it.
    fn after_gain(theirs: i32) -> i32 {
        let root = Position::startpos();
        let mv = root.parse_uci("g1f3").expect("a legal move");
        with_worker(NoTable, &root, |worker| {
            worker.stack[0].context = worker.quiet_context(0);
            worker.stack[0].static_eval = Some(0);
            worker.make(0, mv);
            worker.reward_gain(&Node { static_eval: theirs, ..quiet_node(4) });
            let context = worker.stack[0].context;
            worker.histories.quiets(&context).sum(root.moved_piece(mv), mv)
        })
    }

    #[test]
    fn a_quiet_move_is_praised_for_what_it_gains() {
        let offset = Params::default().gain_offset;
        assert_eq!(after_gain(offset), 0);
        assert!(after_gain(offset - 10) > 0 && after_gain(offset - 20) > after_gain(offset - 10));
        assert!(after_gain(offset + 10) < 0);
        assert_eq!(after_gain(-5_000), after_gain(-9_000), "the bonus has a limit");
    }

    #[test]
    fn a_cutoff_by_the_table_praises_its_move() {
        let root = Position::startpos();
        let mv = root.parse_uci("e2e4").expect("a legal move");
        let entry = Entry { mv: mv.to_bits(), bound: Bound::Lower, ..Entry::default() };
        with_worker(NoTable, &root, |worker| {
            let hit = Hit::new(entry, 0, 100);
            worker.reward_table_move(0, 5, Some(&hit));
            let context = worker.quiet_context(0);
            let histories = worker.histories.quiets(&context);
            assert!(histories.sum(root.moved_piece(mv), mv) > 0);
        });
    }

    #[test]
    fn an_early_move_that_is_refuted_at_once_is_blamed() {
        for (number, blamed) in [(1, true), (EARLY_MOVES + 1, false)] {
            let root = Position::startpos();
            with_worker(NoTable, &root, |worker| {
                let mut line = vec![root.clone()];
                for (ply, text) in ["g1f3", "g8f6"].into_iter().enumerate() {
                    let mv = line[ply].parse_uci(text).expect("a legal move");
                    worker.stack[ply].context = worker.quiet_context(ply);
                    worker.stack[ply].static_eval = Some(0);
                    worker.stack[ply].number = number;
                    worker.make(ply, mv);
                    line.push(line[ply].make(mv));
                }
                worker.punish_last_move(2, 5);
                let (context, mv) = (worker.stack[1].context, worker.stack[1].mv.expect("made"));
                let sum = worker.histories.quiets(&context).sum(line[1].moved_piece(mv), mv);
                assert_eq!(sum < 0, blamed, "{sum}");
            });
        }
    }
    /// White may take two pawns, or move quietly.
    const TAKES: &str = "4k3/8/3p4/5p2/4N3/8/8/4K3 w - - 0 1";

    #[test]
    fn the_move_that_failed_high_is_praised_and_those_before_it_are_blamed() {
        let root = Position::from_fen(TAKES).expect("legal");
        let [takes, other, quiet, slow] =
            ["e4d6", "e1d1", "e4c5", "e1f1"].map(|text| root.parse_uci(text).expect("legal"));
        let learnt = |best: Move| {
            with_worker(NoTable, &root, |worker| {
                let context = worker.quiet_context(0);
                let mut tried = Tried::default();
                for mv in [takes, other, quiet, slow].into_iter().filter(|&mv| mv != best) {
                    tried.push(mv, root.is_tactical(mv));
                }
                let node = Node { ply: 0, ..quiet_node(5) };
                worker.reward_best_move(&node, best, &tried, &context);
                [takes, other, quiet, slow]
                    .map(|mv| worker.candidate(0, mv, 1, &context).history.signum())
            })
        };
        assert_eq!(learnt(quiet), [-1, -1, 1, -1]);
        assert_eq!(learnt(takes), [1, 0, 0, 0], "quiet moves are no alternative to a capture");
    }

    #[test]
    fn the_last_two_quiet_moves_that_failed_high_are_killers() {
        let root = Position::from_fen(TAKES).expect("legal");
        let [takes, first, second] =
            ["e4d6", "e1d1", "e4c5"].map(|text| root.parse_uci(text).expect("legal"));
        with_worker(NoTable, &root, |worker| {
            let context = worker.quiet_context(0);
            let node = Node { ply: 0, ..quiet_node(5) };
            for mv in [first, second, second, takes] {
                worker.reward_best_move(&node, mv, &Tried::default(), &context);
            }
            assert_eq!(worker.stack[0].killers, [Some(second), Some(first)]);
        });
    }

    #[test]
    fn a_history_is_changed_by_the_depth_up_to_a_limit() {
        let params = Params::default();
        with_worker(NoTable, &Position::startpos(), |worker| {
            assert_eq!(
                [2, 60].map(|depth| worker.bonus(depth)),
                [2 * params.bonus_slope, params.bonus_limit]
            );
            assert_eq!(
                [2, 60].map(|depth| worker.malus(depth)),
                [2 * params.malus_slope, params.malus_limit]
            );
        });
    }

    /// Returns the history of 1... Nf6 as a reply to 1. Nf3, after `learn` has run behind both.
    fn after_a_reply(learn: impl FnOnce(&mut Tested<'_>)) -> i32 {
        with_worker(NoTable, &Position::startpos(), |worker| {
            for (ply, text) in ["g1f3", "g8f6"].into_iter().enumerate() {
                let mv = worker.positions[ply].parse_uci(text).expect("a legal move");
                worker.stack[ply].context = worker.quiet_context(ply);
                worker.stack[ply].static_eval = Some(0);
                worker.stack[ply].number = 1;
                worker.make(ply, mv);
            }
            learn(worker);
            let (context, mv) = (worker.stack[1].context, worker.stack[1].mv.expect("made"));
            let piece = worker.positions[1].moved_piece(mv);
            worker.histories.quiets(&context).sum(piece, mv)
        })
    }

    #[test]
    fn a_cutoff_blames_an_early_quiet_move_before_it() {
        let cut = |worker: &mut Tested<'_>| {
            let best = worker.positions[2].legal_moves()[0];
            let (node, context) = (Node { ply: 2, ..quiet_node(5) }, worker.quiet_context(2));
            worker.reward_best_move(&node, best, &Tried::default(), &context);
        };
        assert!(after_a_reply(cut) < 0);
        assert!(after_a_reply(|worker| worker.reward_table_move(2, 5, None)) < 0);
        let number = |number: u32| {
            after_a_reply(|worker| {
                worker.stack[1].number = number;
                worker.punish_last_move(2, 5);
            })
        };
        assert!(number(EARLY_MOVES) < 0 && number(EARLY_MOVES + 1) == 0);
        let capture = |worker: &mut Tested<'_>| {
            worker.stack[1].quiet = false;
            worker.punish_last_move(2, 5);
            worker.reward_gain(&Node { ply: 2, static_eval: -900, ..quiet_node(5) });
        };
        assert_eq!(after_a_reply(capture), 0, "the histories are of quiet moves");
        let check = |worker: &mut Tested<'_>| {
            worker.reward_gain(&Node { ply: 2, in_check: true, ..quiet_node(5) });
        };
        assert_eq!(after_a_reply(check), 0, "there is no evaluation in check");
    }

    #[test]
    fn a_capture_of_the_table_is_no_quiet_move() {
        let root = Position::from_fen(TAKES).expect("legal");
        let mv = root.parse_uci("e4d6").expect("legal");
        with_worker(NoTable, &root, |worker| {
            let entry = Entry { mv: mv.to_bits(), bound: Bound::Lower, ..Entry::default() };
            worker.reward_table_move(0, 5, Some(&Hit::new(entry, 0, 100)));
            let context = worker.quiet_context(0);
            assert_eq!(worker.histories.quiets(&context).sum(root.moved_piece(mv), mv), 0);
        });
    }

    #[test]
    fn a_reduced_quiet_move_is_judged_by_whether_it_held() {
        let judged = |tactical: bool, held: bool| {
            after_a_reply(|worker| {
                let mv = worker.stack[1].mv.expect("made");
                let candidate = worker.candidate(1, mv, 9, &worker.stack[1].context);
                let node = Node { ply: 1, ..quiet_node(5) };
                worker.judge_reduction(&node, &Candidate { tactical, ..candidate }, held);
            })
        };
        assert!(judged(false, true) > 0 && judged(false, false) < 0);
        assert_eq!(judged(true, true), 0);
    }

    #[test]
    fn the_evaluation_is_corrected_where_the_bound_says_that_it_errs_and_no_capture_explains_it() {
        let root = Position::from_fen(TAKES).expect("legal");
        let [takes, quiet] = ["e4d6", "e1d1"].map(|text| root.parse_uci(text).ok());
        let corrected = |in_check: bool, score: i32, bound: Bound, best: Option<Move>| {
            with_worker(NoTable, &root, |worker| {
                let node = Node { ply: 0, in_check, static_eval: 50, ..quiet_node(8) };
                worker.correct_evaluation(&node, score, bound, best);
                let rows = worker.correction_rows(0);
                worker.histories.correction.get(&root, rows, worker.params).signum()
            })
        };
        for (score, bound, sign) in [
            (450, Bound::Lower, 1),
            (450, Bound::Exact, 1),
            (450, Bound::Upper, 0),
            (-450, Bound::Upper, -1),
            (-450, Bound::Lower, 0),
        ] {
            assert_eq!(corrected(false, score, bound, quiet), sign, "{score} {bound:?}");
            assert_eq!(corrected(false, score, bound, takes), 0, "a capture explains it");
            assert_eq!(corrected(true, score, bound, quiet), 0, "in check");
        }
    }
}
