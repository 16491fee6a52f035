//! The entrance to a node: the end of the search, draws, the greatest length, mate distance.

use std::ops::ControlFlow;

use crate::evaluate::Evaluate;
use crate::node::NodeType;
use crate::score::{DRAW, MAX_PLY};
use crate::table::TableHandle;
use crate::window::Window;
use crate::worker::Worker;

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

    /// Returns whether the node is a draw by repetition or lack of progress. A mate comes before
    /// the last. The root's own position counts as one of the line: the side that brings it back
    /// once can do so again.
    #[inline]
    fn is_draw(&self, ply: usize) -> bool {
        let position = &self.positions[ply];
        let clock = position.halfmove_clock();
        let reach = clock.min(self.stack[ply].plies_from_null);
        self.keys.is_repetition(position.key(), reach, ply as u32)
            || clock >= self.team.settings.no_progress_limit
                && !(position.in_check() && position.count_legal() == 0)
    }

    /// Returns the score of a draw, a centipawn more or less by the number of nodes: where all
    /// moves seem to draw, the search looks about, instead of failing low on the same line again
    /// and again. Not on the principal variation, whose score is shown.
    #[inline]
    fn draw_with_noise(&self) -> i32 {
        if self.nodes.is_multiple_of(2) { DRAW - 1 } else { DRAW + 1 }
    }
}

#[cfg(test)]
mod tests {
    use movegen::Position;

    use super::*;
    use crate::node::{NonPv, Pv};
    use crate::table::NoTable;
    use crate::worker::harness::with_worker;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("a legal position")
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
    fn a_repetition_is_a_draw_with_noise_and_bare_kings_are_a_draw() {
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
    /// Of the positions before the root two are needed, of those from the root on one.
    #[test]
    fn a_position_of_the_game_is_no_repetition_of_the_line() {
        let root = position("4k3/8/8/8/8/8/8/R3K3 w - - 40 90");
        let is_draw = |ply: usize| {
            with_worker(NoTable, &root, |worker| {
                worker.keys.push(worker.positions[0].key());
                (0..3).for_each(|other| worker.keys.push(other));
                worker.stack[ply].plies_from_null = 40;
                worker.is_draw(ply)
            })
        };
        assert_eq!([3, 4].map(is_draw), [false, true]);
    }

    #[test]
    fn lack_of_progress_is_a_draw_in_check_too_but_a_mate_comes_first() {
        let is_draw = |placement: &str, clock: u32| {
            let root = position(&format!("{placement} b - - {clock} 90"));
            with_worker(NoTable, &root, |worker| worker.is_draw(0))
        };
        let quiet = "4k3/8/8/8/8/8/8/R3K3";
        assert_eq!([99, 100].map(|clock| is_draw(quiet, clock)), [false, true]);
        assert!(is_draw("R3k3/8/8/8/8/8/8/4K3", 100), "a check");
        assert!(is_draw("k7/2Q5/8/8/8/8/8/4K3", 100), "stalemate");
        assert!(!is_draw("R3k3/8/4K3/8/8/8/8/8", 100), "mate");
    }

    #[test]
    fn a_repetition_that_can_be_forced_is_worth_a_draw_at_least() {
        let root = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 90");
        with_worker(NoTable, &root, |worker| {
            for (ply, text) in ["a1a2", "e8e7", "a2a1"].into_iter().enumerate() {
                let mv = worker.positions[ply].parse_uci(text).expect("a legal move");
                worker.make(ply, mv);
                worker.stack[ply + 1].plies_from_null = 40;
            }
            let mut entered = |window| worker.enter::<NonPv>(3, window);
            assert_eq!(entered(Window::below(DRAW)), ControlFlow::Break(DRAW));
            let open = entered(Window::new(-50, 50));
            assert_eq!(open, ControlFlow::Continue(Window::new(DRAW, 50)));
            let above = Window::new(DRAW, 50);
            assert_eq!(entered(above), ControlFlow::Continue(above));
            worker.plain = true;
            let window = Window::new(-50, 50);
            assert_eq!(worker.enter::<NonPv>(3, window), ControlFlow::Continue(window));
        });
    }

    #[test]
    fn the_greatest_length_is_worth_the_evaluation_or_a_draw_in_check() {
        let entered = |fen: &str, ply: usize| {
            with_worker(NoTable, &position(fen), |worker| {
                worker.enter::<NonPv>(ply, Window::above(500)).break_value()
            })
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!([MAX_PLY - 1, MAX_PLY].map(|ply| entered(start, ply)), [None, Some(20)]);
        assert_eq!(entered("4k3/8/8/8/8/8/4q3/R3K3 w - - 0 1", MAX_PLY), Some(DRAW));
    }
    #[test]
    fn the_longest_open_line_is_measured() {
        with_worker(NoTable, &position("4k3/8/8/8/8/8/8/R3K3 w - - 0 90"), |worker| {
            worker.sel_depth = 5;
            let longest = [3, 8, 6].map(|ply| {
                let _ = worker.enter::<Pv>(ply, Window::OPEN);
                worker.sel_depth
            });
            assert_eq!(longest, [5, 8, 8]);
        });
    }
}
