//! The survey of a node before its moves are searched: checkers, evaluation, hash move, context.

use crate::evaluate::Evaluate;
use crate::history::{CONTINUATIONS, QuietContext, Row};
use crate::hit::Hit;
use crate::node::{Node, NodeType};
use crate::score::{DRAW, MAX_EVAL};
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

/// The plies from a turn back to the earlier ones that it is compared with: the side's last turn,
/// or the one before that if it was in check then.
const EARLIER_TURNS: [usize; 2] = [2, 4];

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
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

    /// Returns the evaluation of the node at `ply`, whose side to move is not in check.
    #[inline]
    pub(crate) fn raw_evaluation(&mut self, ply: usize) -> i32 {
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

    /// Brings near what [`Self::correction`] reads at a node that has just been made.
    #[inline]
    pub(crate) fn prefetch_correction(&self, ply: usize) {
        if !self.plain {
            let rows = self.correction_rows(ply);
            self.histories.correction.prefetch(&self.positions[ply], rows);
        }
    }

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
}

#[cfg(test)]
mod tests {
    use movegen::{Move, Position, Square};
    use tt_core::Bound;

    use super::*;
    use crate::node::NonPv;
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
    fn surveyed(hit: Option<Hit>, ready: fn(&mut Tested<'_>)) -> Node {
        with_worker(NoTable, &Position::startpos(), |worker| {
            ready(worker);
            worker.survey::<NonPv>(4, 6, Window::above(0), false, hit)
        })
    }

    type Tested<'a> = Worker<'a, NoTable, fn(&Position) -> i32>;

    /// The evaluation of the start position is 20.
    #[test]
    fn a_side_improves_on_its_last_turn_out_of_check() {
        let at = |last: Option<i32>, before: Option<i32>| {
            with_worker(NoTable, &Position::startpos(), |worker| {
                (worker.stack[2].static_eval, worker.stack[0].static_eval) = (last, before);
                worker.survey::<NonPv>(4, 6, Window::above(0), false, None).improving
            })
        };
        assert_eq!([19, 20, 21].map(|last| at(Some(last), Some(-90))), [true, false, false]);
        assert_eq!([19, 20, 21].map(|before| at(None, Some(before))), [true, false, false]);
        assert!(at(None, None), "it has been in check so far");
    }

    #[test]
    fn an_entry_tells_of_principal_variations_evaluations_and_moves() {
        let mv = Position::startpos().legal_moves().first().copied();
        let hit = Hit { mv, score: 300, eval: Some(77), draft: 0, bound: Bound::Lower, pv: true };
        let node = surveyed(Some(hit), |_| ());
        assert!(node.on_pv && node.hash_move == mv);
        assert_eq!((node.raw_eval, node.static_eval, node.eval), (Some(77), 77, 300));
        let foreign = Some(Move::new(Square::E2, Square::E5));
        let other = Hit { mv: foreign, eval: None, bound: Bound::Upper, pv: false, ..hit };
        let node = surveyed(Some(other), |_| ());
        assert_eq!((node.on_pv, node.hash_move, node.raw_eval), (false, None, Some(20)));
        assert_eq!(node.eval, 20, "an upper bound above it says nothing");
        assert_eq!(surveyed(Some(hit), |worker| worker.plain = true).eval, 77);
    }

    #[test]
    fn an_evaluation_is_corrected_by_what_such_positions_taught() {
        let node = surveyed(None, |worker| {
            let (start, rows) = (Position::startpos(), worker.correction_rows(4));
            worker.histories.correction.update(&start, rows, 400, 8, worker.params);
        });
        assert!(node.raw_eval == Some(20) && node.static_eval > 20, "{}", node.static_eval);
    }

    #[test]
    fn an_evaluation_is_corrected_by_the_last_move_and_the_one_before() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            let rows =
                ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate().map(|(ply, text)| {
                    let mv = worker.positions[ply].parse_uci(text).expect("a legal move");
                    worker.make(ply, mv);
                    worker.stack[ply].row
                });
            let rows: Vec<Row> = rows.collect();
            assert_eq!(worker.correction_rows(4), [rows[3], rows[2]]);
        });
    }

    #[test]
    fn a_node_clears_the_slate_of_its_grandchildren() {
        with_worker(NoTable, &Position::startpos(), |worker| {
            worker.stack[6].fail_highs = 5;
            worker.stack[6].killers[0] = Some(Move::new(Square::E2, Square::E4));
            worker.survey::<NonPv>(4, 6, Window::above(0), false, None);
            assert_eq!((worker.stack[6].fail_highs, worker.stack[6].killers), (0, [None; 2]));
        });
    }
}
