//! Iterative deepening with aspiration windows (Slate and Atkin, 1977).

use crate::evaluate::Evaluate;
use crate::node::Root;
use crate::report::Info;
use crate::score::{INFINITE, MATE, MAX_PLY, is_mate, is_mate_win};
use crate::table::TableHandle;
use crate::time::{IterationFinding, WHOLE};
use crate::window::Window;
use crate::worker::Worker;

/// Shallower iterations begin with an open window, in plies.
const ASPIRATION_DEPTH: i32 = 4;

/// The first window is wider by the expected score divided by this.
const EXPECTED_DIVISOR: i32 = 100;

/// Beyond this, in centipawns, a greater expected score does not make the first window wider.
const LARGEST_EXPECTED: i32 = 2_000;

/// From this expected score on, in centipawns, a window that fails high is opened at its upper end:
/// how much more than enough it is takes many steps to find out, and may be a mate.
const WINNING: i32 = 1_000;

/// A window that grows by more than this is opened at its lower end, in centipawns.
const WIDEST: i32 = 1_000;

/// Returns the window after one around `expected` that failed with this score: it reaches beyond
/// the score by `delta`, which then has `grown`.
fn widened(window: Window, expected: i32, score: i32, delta: i32, grown: i32) -> Window {
    let mut next = if window.fails_low(score) {
        Window::new(score - delta, i32::midpoint(window.alpha, window.beta))
    } else if expected >= WINNING {
        Window::new(window.alpha, INFINITE)
    } else {
        Window::new(window.alpha, score + delta)
    };
    if grown > WIDEST || is_mate(score) {
        next.alpha = -INFINITE;
    }
    next
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Searches deeper and deeper until a limit is reached or the search is stopped.
    pub(crate) fn iterate(&mut self) {
        let limits = self.team.limits;
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        let ranks = self.team.settings.multi_pv.clamp(1, self.root_moves.as_slice().len());
        // Several lines must come from one depth to be compared: an unfinished one is dropped.
        let mut finished = None;
        for depth in 1..=last {
            self.root_depth = depth;
            self.root_moves.begin_iteration();
            for rank in 0..ranks {
                self.root_moves.begin_rank(rank);
                self.sel_depth = 0;
                self.aspirate();
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                if let Some(finished) = finished {
                    (self.root_moves, self.root_depth) = (finished, self.completed_depth);
                }
                break;
            }
            self.completed_depth = depth;
            if ranks > 1 {
                finished = Some(self.root_moves.clone());
            } else if let Some(leader) = &mut self.leader {
                leader.last_iteration = Some((depth, self.root_moves.clone()));
            }
            self.report(ranks);
            // Before, more threads than the machine runs at once would keep the leader from its
            // first report, and from starting them all.
            self.team.gate.open();
            if self.is_done() {
                break;
            }
        }
    }

    /// Searches the root for one rank, with a window around the score of the iteration before,
    /// widened until the score lies inside. Search instability may fail low after it failed high:
    /// both ends only ever move outwards from the score at hand, so that the loop ends.
    fn aspirate(&mut self) {
        let expected = self.root_moves.current().previous;
        let mut delta =
            self.params.aspiration_delta + expected.abs().min(LARGEST_EXPECTED) / EXPECTED_DIVISOR;
        let mut window = Window::OPEN;
        if self.root_depth >= ASPIRATION_DEPTH && !is_mate(expected) {
            window = Window::around(expected, delta);
        }
        let mut fail_highs = 0;
        loop {
            let depth = if self.plain { self.root_depth } else { self.root_depth - fail_highs };
            let score = self.alpha_beta::<Root>(0, depth.max(1), window, false);
            self.root_moves.sort();
            if self.stopped {
                return;
            }
            if window.fails_low(score) {
                fail_highs = 0;
            } else if window.fails_high(score) {
                if is_mate_win(score) && !self.plain && self.show_mate(score) || self.stopped {
                    return;
                }
                fail_highs += 1;
            } else {
                self.root_moves.order_ranks();
                return;
            }
            self.report_failure();
            let grown = delta + delta * self.params.aspiration_growth / 100;
            window = widened(window, expected, score, delta, grown);
            delta = grown;
            debug_assert!(
                window.alpha < window.beta && (window.alpha..=window.beta).contains(&score),
                "{window:?} is the next window after {score}"
            );
        }
    }

    /// Looks for the line of a mate that the root's search has just proved, but as a bound: it
    /// follows the table, with no more depth than it needs to find the way where an entry is gone.
    /// Returns whether it found the line, which is then that of the best move.
    fn show_mate(&mut self, score: i32) -> bool {
        let before = self.root_moves.clone();
        let window = Window::new(score - 1, INFINITE);
        let found = self.alpha_beta::<Root>(0, 1, window, false);
        let shown = !self.stopped && !window.fails_low(found);
        if shown {
            self.root_moves.sort();
            self.root_moves.order_ranks();
        } else {
            self.root_moves = before;
        }
        shown
    }

    /// Returns whether the iteration just finished is the last.
    fn is_done(&mut self) -> bool {
        let best = self.root_moves.best();
        let found_mate = self.team.limits.mate.is_some_and(|moves| {
            is_mate(best.score) && MATE - best.score.abs() <= 2 * moves.min(MATE as u32) as i32
        });
        let effort = (best.nodes * u64::from(WHOLE) / self.nodes.max(1)) as u32;
        let finding = IterationFinding { best: best.mv, score: best.score, effort };
        let Some(leader) = &mut self.leader else {
            return self.team.is_halted();
        };
        let soft = leader.time.after_iteration(finding);
        self.team.watch.set_soft(soft, &|| self.team.nodes());
        found_mate || self.team.is_halted() || self.team.must_stop(0, true)
    }

    /// Reports the first `ranks` lines.
    pub(crate) fn report(&mut self, ranks: usize) {
        let Some(leader) = &mut self.leader else {
            return;
        };
        let nodes = self.team.nodes();
        leader.last_report = Some((self.root_moves.best().summary(), nodes));
        let lines = self.root_moves.as_slice().iter().take(ranks).enumerate();
        for (rank, root_move) in lines.filter(|(_, root_move)| root_move.is_scored()) {
            leader.reporter.iteration(&Info {
                depth: self.root_depth as u32,
                sel_depth: root_move.sel_depth,
                multi_pv: rank + 1,
                score: root_move.root_score(),
                nodes,
                elapsed: self.team.watch.elapsed(),
                hashfull: (leader.hashfull)(),
                tb_hits: self.team.tb_hits(),
                pv: &root_move.pv,
            });
        }
    }

    /// Reports the bound that a failed window proved, in long searches for one line.
    fn report_failure(&mut self) {
        let long = self.leader.is_some() && self.team.is_long();
        if long && self.team.settings.multi_pv == 1 {
            self.report(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Move, Position};
    use tt_core::{Bound, Table};

    use super::*;
    use crate::root::RootFinding;
    use crate::score::is_mate_win;
    use crate::table::NoTable;
    use crate::worker::harness::{Records, with_worker};

    #[test]
    fn a_window_is_widened_where_it_failed_and_opened_for_scores_far_away() {
        let next = |expected, score, grown| {
            let window = Window::around(expected, 40);
            let Window { alpha, beta } = widened(window, expected, score, 40, grown);
            (alpha - expected, beta - expected)
        };
        assert_eq!(next(100, 40, 50), (-100, 0), "lower, and no higher than before");
        assert_eq!(next(100, 160, 50), (-40, 100));
        assert_eq!(next(WINNING - 1, WINNING + 100, 50), (-40, 141));
        assert_eq!(next(WINNING, WINNING + 100, 50), (-40, INFINITE - WINNING));
        assert_eq!(next(-WINNING, 100 - WINNING, 50), (-40, 140));
        assert_eq!(next(0, -60, WIDEST), (-100, 0));
        assert_eq!(next(0, -60, WIDEST + 1), (-INFINITE, 0));
        assert_eq!(next(0, 60, WIDEST + 1), (-INFINITE, 100));
        assert_eq!(next(0, -MATE + 9, 50), (-INFINITE, 0), "a mate");
    }

    /// Returns whether the line of a mate is found that a null window has proved without a line,
    /// and how long the line and the way to its mate are.
    fn line_after_a_null_window<H: TableHandle>(table: H, root: &Position) -> (bool, usize, i32) {
        with_worker(table, root, |worker| {
            let window = Window::above(2_000);
            let mut scores =
                (1..40).map(|depth| worker.alpha_beta::<Root>(0, depth, window, false));
            let score = scores.find(|&score| is_mate_win(score)).expect("a mate");
            worker.root_moves.sort();
            let shown = worker.show_mate(score);
            let best = worker.root_moves.best();
            assert!(!shown || best.score >= score, "the mate is no later than the proved one");
            (shown, best.pv.len(), MATE - best.score)
        })
    }

    #[test]
    fn the_line_of_a_mate_comes_from_the_table() {
        let root = Position::from_fen("8/6k1/4R3/5K2/8/8/8/8 w - - 28 74").expect("legal");
        let table = Table::new(1 << 20).expect("a table");
        let (shown, length, plies) = line_after_a_null_window(table.handle(), &root);
        assert!(shown && length as i32 == plies, "{length} of {plies} plies");
        let (shown, length, _) = line_after_a_null_window(NoTable, &root);
        assert!(!shown && length <= 1, "{length} plies out of nothing");
    }

    /// Returns the drafts and bounds of the root's searches for a rank in an iteration of six
    /// plies, after one of this score, and then the best move.
    fn aspirated(fen: &str, expected: i32, rank: usize) -> (Vec<(i32, Bound)>, Move) {
        let root = Position::from_fen(fen).expect("legal");
        with_worker(Records::default(), &root, |worker| {
            let (window, score, line) = (Window::OPEN, expected, &[][..]);
            for place in 0..=rank {
                let mv = worker.root_moves.as_slice()[place].mv;
                let finding =
                    RootFinding { mv, first: true, score, window, nodes: 1, sel_depth: 1, line };
                worker.root_moves.record(&finding);
            }
            worker.root_moves.begin_iteration();
            worker.root_moves.begin_rank(rank);
            worker.root_depth = 6;
            worker.aspirate();
            let of_root = worker.table.stored.iter().filter(|(key, _)| *key == root.key());
            let searches = of_root.map(|(_, entry)| (entry.draft.into(), entry.bound)).collect();
            (searches, worker.root_moves.best().mv)
        })
    }

    fn windows(expected: i32) -> Vec<(i32, Bound)> {
        aspirated("4k3/8/8/8/8/8/3P4/R3K3 w - - 0 1", expected, 0).0
    }

    /// No window has the mate in one.
    #[test]
    fn a_mate_that_is_shown_ends_the_iteration_and_takes_its_rank() {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        let mate = Position::from_fen(fen).expect("legal").parse_san("Ra8").expect("legal");
        let (searches, best) = aspirated(fen, 300, 0);
        assert_eq!((searches.len(), best), (2, mate), "{searches:?}");
        assert_eq!([searches[0], searches[1]], [(6, Bound::Lower), (1, Bound::Exact)]);
        assert_eq!(aspirated(fen, 300, 1).1, mate);
    }

    #[test]
    fn a_window_that_fails_high_is_searched_less_deep_and_one_that_fails_low_is_not() {
        let high = windows(-300);
        assert!(high.len() > 2, "{high:?}");
        for (place, &(draft, bound)) in high.iter().enumerate() {
            let last = place + 1 == high.len();
            assert_eq!(draft, 6 - place as i32, "{high:?}");
            assert_eq!(bound, if last { Bound::Exact } else { Bound::Lower }, "{high:?}");
        }
        let low = windows(300);
        assert!(low.len() > 2 && low.iter().all(|&(draft, _)| draft == 6), "{low:?}");
        let far = windows(1_500);
        assert!(far.len() < 6, "{far:?}: windows grow");
    }
}
