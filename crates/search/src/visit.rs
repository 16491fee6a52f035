//! The steps that nodes of every kind share, on the way in and on the way out.

use std::ops::ControlFlow;

use movegen::{Move, Position};
use tt_core::{Bound, Entry};

use crate::evaluate::Evaluate;
use crate::history::{CONTINUATIONS, QuietContext, Row};
use crate::hit::Hit;
use crate::node::{Finding, Node, NodeType};
use crate::score::{DRAW, MAX_EVAL, MAX_PLY, to_table};
use crate::table::{NO_EVAL, StoreHints, TableHandle, WITHOUT_CHECKS_DRAFT};
use crate::window::Window;
use crate::worker::Worker;

/// So near to the no-progress limit scores from other lines say little, in plies.
pub(crate) const NEAR_LIMIT: u32 = 10;

/// The plies from a turn back to the earlier ones that it is compared with: the side's last turn,
/// or the one before that if it was in check then.
const EARLIER_TURNS: [usize; 2] = [2, 4];

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Enters a node: returns its score if the search is over, the rules or the evaluation call it
    /// a draw, or the line is at its greatest length; else the window, narrowed by what a
    /// repetition that the side to move can force, and a mate from here, are worth.
    #[inline]
    pub(crate) fn enter<N: NodeType>(
        &mut self,
        ply: usize,
        window: Window,
    ) -> ControlFlow<i32, Window> {
        if N::PV {
            self.pv.clear(ply);
            self.sel_depth = self.sel_depth.max(ply as u32);
        }
        if self.is_stopped() {
            return ControlFlow::Break(DRAW);
        }
        if N::ROOT {
            return ControlFlow::Continue(window);
        }
        let position = &self.positions[ply];
        let known = || !self.plain && self.evaluator.is_known_draw(position);
        if position.is_insufficient_material() || known() {
            return ControlFlow::Break(DRAW);
        }
        if !self.plain && self.is_draw(ply) {
            return ControlFlow::Break(if N::PV { DRAW } else { self.draw_with_noise() });
        }
        let window = if window.alpha < DRAW && !self.plain && self.can_repeat(ply) {
            window.raised(DRAW)
        } else {
            window
        };
        if window.alpha >= window.beta {
            return ControlFlow::Break(window.alpha);
        }
        if ply >= MAX_PLY {
            let in_check = self.positions[ply].in_check();
            return ControlFlow::Break(if in_check { DRAW } else { self.raw_evaluation(ply) });
        }
        if self.plain {
            return ControlFlow::Continue(window);
        }
        match window.within_mates(ply) {
            Ok(window) => ControlFlow::Continue(window),
            Err(score) => ControlFlow::Break(score),
        }
    }

    /// A draw by repetition or lack of progress. A mate comes before the last.
    #[inline]
    fn is_draw(&self, ply: usize) -> bool {
        let position = &self.positions[ply];
        let clock = position.halfmove_clock();
        let reach = clock.min(self.stack[ply].plies_from_null);
        self.keys.is_repetition(position.key(), reach, ply as u32)
            || clock >= self.team.request.settings.no_progress_limit
                && !(position.in_check() && position.count_legal() == 0)
    }

    /// A draw, a centipawn more or less by the number of nodes: where all moves seem to draw, the
    /// search looks about, instead of failing low on the same line again and again. Not on the
    /// principal variation, whose score is shown.
    #[inline]
    fn draw_with_noise(&self) -> i32 {
        if self.nodes.is_multiple_of(2) { DRAW - 1 } else { DRAW + 1 }
    }

    /// Brings near what [`Self::correction`] reads at a node that has just been made.
    #[inline]
    pub(crate) fn prefetch_correction(&self, ply: usize) {
        if !self.plain {
            let rows = self.correction_rows(ply);
            self.histories.correction.prefetch(&self.positions[ply], rows);
        }
    }

    /// The table's entry for a node.
    #[inline]
    pub(crate) fn look_up(&mut self, ply: usize) -> Option<Hit> {
        let entry = self.table.probe(self.positions[ply].key())?;
        self.read(ply, entry)
    }

    /// The table's entry for a node of quiescence.
    #[inline]
    pub(crate) fn look_up_quiescence(&mut self, ply: usize) -> Option<Hit> {
        let entry = self.table.probe_quiescence(self.positions[ply].key())?;
        self.read(ply, entry)
    }

    /// Returns the plies before the no-progress rule ends the game, as the table's entries are
    /// judged by them: without end where the clock does not count.
    #[inline]
    pub(crate) fn plies_left(&self, ply: usize) -> u32 {
        self.plies_left_in(&self.positions[ply])
    }

    /// Returns the plies before the no-progress rule ends a game that is at `position`.
    #[inline]
    pub(crate) fn plies_left_in(&self, position: &Position) -> u32 {
        let settings = &self.team.request.settings;
        if self.plain || settings.table_ignores_clock {
            return u32::MAX;
        }
        settings.no_progress_limit.saturating_sub(position.halfmove_clock())
    }

    #[inline]
    fn read(&self, ply: usize, entry: Entry) -> Option<Hit> {
        let position = &self.positions[ply];
        let settings = &self.team.request.settings;
        let hit = Hit::new(entry, ply, self.plies_left(ply));
        let foreign = settings.discard_illegal && hit.mv.is_some_and(|mv| !position.is_legal(mv));
        (!foreign).then_some(hit)
    }

    /// The table's score, if it settles a node of `depth` for this window. Never on the principal
    /// variation, whose line would be cut short; nor where a move is left out; nor so near to the
    /// no-progress limit that scores from other lines say little.
    #[inline]
    pub(crate) fn table_score<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        hit: Option<&Hit>,
    ) -> Option<i32> {
        if N::PV || self.plies_left(ply) <= NEAR_LIMIT || self.stack[ply].excluded.is_some() {
            return None;
        }
        let hit = hit?;
        if self.plain && hit.draft != depth {
            return None;
        }
        let score = hit.cutoff(depth, window)?;
        self.saved += self.table.last_effort();
        Some(score)
    }

    /// Returns the evaluation of the node at `ply`, whose side to move is not in check.
    #[inline]
    fn raw_evaluation(&mut self, ply: usize) -> i32 {
        self.evaluator.evaluate(&self.positions[ply]).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Returns the static evaluation, as evaluated, and as corrected by what was learnt and damped
    /// towards a draw the longer there was no progress. The table keeps the former, which depends
    /// on the position alone.
    #[inline]
    fn evaluate(&mut self, ply: usize, hit: Option<&Hit>) -> (i32, i32) {
        let raw = match hit.and_then(|hit| hit.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(ply),
        };
        if self.plain {
            return (raw, raw);
        }
        let full = self.params.progress_damping;
        let left = (full - self.positions[ply].halfmove_clock() as i32).max(0);
        let damped = (raw + self.correction(ply)) * left / full;
        (raw, damped.clamp(-MAX_EVAL, MAX_EVAL))
    }

    /// Returns the error of the evaluation that was learnt at such nodes.
    #[inline]
    fn correction(&self, ply: usize) -> i32 {
        let rows = self.correction_rows(ply);
        self.histories.correction.get(&self.positions[ply], rows, self.params)
    }

    /// Returns the rows of the last move and the one before it, as the correction of the evaluation
    /// knows them.
    #[inline]
    pub(crate) fn correction_rows(&self, ply: usize) -> [Row; 2] {
        [1, 2].map(|plies| self.stack.before(ply, plies).row)
    }

    /// Has checks, pins and attacked squares of a node computed. Called before the table is probed:
    /// memory is slow, and few nodes do without.
    #[inline]
    pub(crate) fn find_checkers(&self, ply: usize) {
        self.positions[ply].legality();
    }

    /// Gathers what is known of a node before its moves are searched.
    pub(crate) fn survey<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
        cut_node: bool,
        hit: Option<Hit>,
    ) -> Node {
        let position = &self.positions[ply];
        let in_check = position.legality().checkers().any();
        let hash_move = if N::ROOT {
            Some(self.root_moves.current().mv)
        } else {
            hit.and_then(|hit| hit.mv).filter(|&mv| position.is_legal(mv))
        };
        let hash_move_is_tactical = hash_move.is_some_and(|mv| position.is_tactical(mv));
        // Most likely it is searched, after much else has been done here.
        if let Some(mv) = hash_move {
            self.table.prefetch(position.key_after(mv));
        }
        let (raw_eval, static_eval) = if in_check {
            (None, None)
        } else {
            let (raw, corrected) = self.evaluate(ply, hit.as_ref());
            (Some(raw), Some(corrected))
        };
        self.stack[ply].static_eval = static_eval;
        self.stack[ply].double_extensions = self.stack.before(ply, 1).double_extensions;
        self.stack[ply + 2].fail_highs = 0;
        self.stack[ply + 2].killers = [None; 2];
        let earlier =
            EARLIER_TURNS.iter().find_map(|&plies| self.stack.before(ply, plies).static_eval);
        let eval = static_eval.unwrap_or(DRAW);
        Node {
            ply,
            depth,
            window,
            cut_node,
            in_check,
            hit,
            hash_move,
            hash_move_is_tactical,
            excluded: self.stack[ply].excluded,
            on_pv: N::PV || hit.is_some_and(|hit| hit.pv),
            raw_eval,
            static_eval: eval,
            eval: hit.filter(|_| !in_check && !self.plain).map_or(eval, |hit| hit.refine(eval)),
            improving: static_eval.is_some_and(|now| earlier.is_none_or(|then| now > then)),
            nodes_before: self.nodes,
            saved_before: self.saved,
        }
    }

    /// Keeps a static evaluation that has just been computed, before the node's moves are searched:
    /// many a node is left before that, and met again. The root is not left early.
    pub(crate) fn keep_evaluation(&mut self, node: &Node) {
        let new = node.hit.is_none() && node.raw_eval.is_some();
        if new && node.excluded.is_none() && node.ply > 0 && !self.plain {
            let (bound, draft) = (Bound::None, WITHOUT_CHECKS_DRAFT);
            self.store(node, &Finding { best: None, score: DRAW, bound, draft, number: 0 });
        }
    }

    /// The context in which the quiet moves of a node have a history.
    #[inline]
    pub(crate) fn quiet_context(&self, ply: usize) -> QuietContext {
        let rows = CONTINUATIONS.map(|plies| self.stack.before(ply, plies).row);
        QuietContext::new(
            &self.positions[ply],
            self.positions[ply].legality().attacked(),
            ply,
            rows,
        )
    }

    /// Keeps what a node found.
    pub(crate) fn store(&mut self, node: &Node, finding: &Finding) {
        let hit = node.hit.filter(|_| !self.plain);
        let entry = Entry {
            mv: finding.best.map_or(0, Move::to_bits),
            score: to_table(finding.score, node.ply),
            eval: node.raw_eval.map_or(NO_EVAL, |eval| eval as i16),
            draft: finding.table_draft(hit.as_ref()) as i16,
            bound: finding.bound,
            pv: node.on_pv,
        };
        let hints = StoreHints {
            subtree_nodes: self.nodes - node.nodes_before,
            saved_nodes: self.saved - node.saved_before,
            move_number: finding.number,
        };
        self.table.store(self.positions[node.ply].key(), entry, hints);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{NonPv, Pv};
    use crate::params::Params;
    use crate::table::NoTable;
    use crate::worker::harness::with_worker;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal position")
    }

    #[test]
    fn an_evaluation_fades_towards_the_no_progress_limit_but_not_what_the_table_keeps() {
        let evaluate = |clock: u32| {
            let position = position(&format!("4k3/8/8/8/8/8/3P4/R3K3 w - - {clock} 90"));
            with_worker(NoTable, &position, |worker| worker.evaluate(0, None))
        };
        let (raw, fresh) = evaluate(0);
        assert_eq!(fresh, raw);
        let full = Params::default().progress_damping;
        assert_eq!(evaluate(60), (raw, raw * (full - 60) / full));
        assert!(evaluate(60).1 < fresh && evaluate(99).1 < evaluate(60).1);
    }

    #[test]
    fn the_table_settles_no_principal_variation_and_no_search_without_a_move() {
        let root = Position::startpos();
        with_worker(NoTable, &root, |worker| {
            let (score, bound) = (50, Bound::Exact);
            let hit = Hit { mv: None, score, eval: None, draft: 20, bound, pv: false };
            let window = Window::above(0);
            assert_eq!(worker.table_score::<NonPv>(1, 8, window, Some(&hit)), Some(score));
            assert_eq!(worker.table_score::<Pv>(1, 8, window, Some(&hit)), None);
            worker.stack[1].excluded = root.parse_uci("e2e4").ok();
            assert_eq!(worker.table_score::<NonPv>(1, 8, window, Some(&hit)), None);
        });
    }

    #[test]
    fn a_repetition_does_not_reach_across_a_null_move() {
        let root = position("4k3/8/8/8/8/8/8/R3K3 w - - 40 90");
        let is_draw = |line: [&str; 4]| {
            with_worker(NoTable, &root, |worker| {
                for (ply, text) in line.into_iter().enumerate() {
                    match worker.positions[ply].parse_uci(text) {
                        Ok(mv) => worker.make(ply, mv),
                        Err(_) => worker.make_null(ply),
                    }
                }
                assert_eq!(worker.positions[4].key(), root.key());
                worker.is_draw(4)
            })
        };
        assert!(is_draw(["a1a2", "e8e7", "a2a1", "e7e8"]));
        assert!(!is_draw(["a1a2", "pass", "a2a1", "pass"]));
    }

    #[test]
    fn a_repetition_is_worth_a_draw_but_for_noise_and_bare_kings_are_a_draw() {
        let entered = |fen: &str, nodes: u64| {
            with_worker(NoTable, &position(fen), |worker| {
                // The root came up on the line, four plies before.
                worker.keys.push(worker.positions[0].key());
                (0..3).for_each(|other| worker.keys.push(other));
                worker.stack[5].plies_from_null = 40;
                worker.nodes = nodes;
                let left = worker.enter::<NonPv>(5, Window::OPEN);
                left.break_value().expect("a draw")
            })
        };
        let rooks = "4k3/8/8/8/8/8/8/R3K3 w - - 40 90";
        let noise = [0, 1].map(|nodes| entered(rooks, nodes) - DRAW);
        assert_eq!(noise, [-1, 1]);
        let kings = "4k3/8/8/8/8/8/8/4K3 w - - 40 90";
        assert_eq!([0, 1].map(|nodes| entered(kings, nodes)), [DRAW, DRAW]);
    }

    /// A null move and ProbCut make moves before the node has extended any of its own.
    #[test]
    fn a_node_begins_with_the_double_extensions_of_its_line() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            worker.stack[0].double_extensions = 3;
            worker.stack[1].double_extensions = 7;
            worker.survey::<NonPv>(1, 4, Window::above(0), false, None);
            assert_eq!(worker.stack[1].double_extensions, 3);
        });
    }
}
