//! The probe of tablebases at an inner node.

use std::ops::ControlFlow;

use tt_core::{Bound, Entry};

use crate::evaluate::Evaluate;
use crate::node::NodeType;
use crate::score::{INFINITE, MAX_PLY, to_table};
use crate::table::{NO_EVAL, StoreHints, TableHandle};
use crate::tablebases::{Access, EndgameResult, score_of};
use crate::window::Window;
use crate::worker::Worker;

/// The plies that a stored result adds to the node's depth, because it will not change.
const STORED_DEEPER: i32 = 6;

/// The bounds that tablebases put on a node's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TbBounds {
    /// The score is at least this number.
    pub(crate) least: i32,
    /// The score is at most this number.
    most: i32,
}

impl TbBounds {
    /// No bounds: every score is possible.
    const NONE: Self = Self { least: -INFINITE, most: INFINITE };

    /// Returns a searched score and its bound, corrected by these bounds.
    #[inline]
    pub(crate) fn apply(self, score: i32, bound: Bound) -> (i32, Bound) {
        if score <= self.least {
            (self.least, Bound::Lower)
        } else if score > self.most {
            (self.most, Bound::Upper)
        } else {
            (score, bound)
        }
    }
}

impl<H: TableHandle, E: Evaluate> Worker<'_, H, E> {
    /// Looks the node at `ply` up in the tablebases: returns its score if they settle it for
    /// this window, else the bounds that they put on it.
    #[inline]
    pub(crate) fn probe_tablebases<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> ControlFlow<i32, TbBounds> {
        match self.team.tablebases {
            Some(access) if !N::ROOT && access.is_due(&self.positions[ply], depth) => {
                self.probe_due::<N>(&access, ply, depth, window)
            }
            _ => ControlFlow::Continue(TbBounds::NONE),
        }
    }

    #[cold]
    fn probe_due<N: NodeType>(
        &mut self,
        access: &Access<'_>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> ControlFlow<i32, TbBounds> {
        let position = &self.positions[ply];
        // A mate on the board has a distance, which is better than a loss without one.
        let mated = || position.in_check() && position.count_legal() == 0;
        let result = if self.stack[ply].excluded.is_some() || mated() {
            None
        } else {
            access.tablebases.probe_wdl(position)
        };
        let Some(result) = result else { return ControlFlow::Continue(TbBounds::NONE) };
        self.team.count_tb_hit();
        let result = access.ruled(result);
        let score = score_of(result, ply);
        let (bound, settled) = match result {
            EndgameResult::Win => (Bound::Lower, window.fails_high(score)),
            EndgameResult::Loss => (Bound::Upper, window.fails_low(score)),
            _ => (Bound::Exact, true),
        };
        if settled {
            let entry = Entry {
                mv: 0,
                score: to_table(score, ply),
                eval: NO_EVAL,
                draft: (depth + STORED_DEEPER).min(MAX_PLY as i32 - 1) as i16,
                bound,
                pv: N::PV,
            };
            let hints = || StoreHints { subtree_nodes: 1, saved_nodes: 0, move_number: 0 };
            self.table.store(self.key_of(ply), entry, &hints);
            return ControlFlow::Break(score);
        }
        // A mate, which tablebases do not know, may still be found beyond the score.
        ControlFlow::Continue(match bound {
            Bound::Lower if N::PV => TbBounds { least: score, ..TbBounds::NONE },
            Bound::Upper if N::PV => TbBounds { most: score, ..TbBounds::NONE },
            _ => TbBounds::NONE,
        })
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Move, Position};

    use super::*;
    use crate::node::{NonPv, Pv, Root};
    use crate::score::{DRAW, tb_loss_in, tb_win_in};
    use crate::worker::harness::{Everywhere, Records, with_tablebases};

    #[test]
    fn a_searched_score_keeps_to_the_bounds_of_tablebases() {
        let least = TbBounds { least: 900, ..TbBounds::NONE };
        let most = TbBounds { most: -900, ..TbBounds::NONE };
        for (bounds, score, bound, corrected) in [
            (least, 40, Bound::Upper, (900, Bound::Lower)),
            (least, 900, Bound::Exact, (900, Bound::Lower)),
            (least, 901, Bound::Exact, (901, Bound::Exact)),
            (most, -40, Bound::Lower, (-900, Bound::Upper)),
            (most, -900, Bound::Exact, (-900, Bound::Exact)),
            (most, -901, Bound::Upper, (-901, Bound::Upper)),
            (TbBounds::NONE, 0, Bound::Lower, (0, Bound::Lower)),
        ] {
            assert_eq!(bounds.apply(score, bound), corrected, "{bounds:?} {score} {bound:?}");
        }
    }

    const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

    /// Returns what a probe at ply 5 says for a window, the hits, and the entry that is stored.
    fn probed<N: NodeType>(
        fen: &str,
        result: EndgameResult,
        window: Window,
        excluded: Option<Move>,
    ) -> (ControlFlow<i32, TbBounds>, u64, Option<Entry>) {
        let position = Position::from_fen(fen).expect("legal");
        with_tablebases(Records::default(), Some(&Everywhere(result)), &position, |worker| {
            worker.stack[5].excluded = excluded;
            let found = worker.probe_tablebases::<N>(5, 8, window);
            (found, worker.team.tb_hits(), worker.table.stored.first().map(|&(_, entry)| entry))
        })
    }

    #[test]
    fn a_result_settles_a_node_where_it_decides_the_window() {
        use EndgameResult::{Blessed, Cursed, Draw, Loss, Win};
        let (win, loss) = (tb_win_in(5), tb_loss_in(5));
        for (result, score, bound, high, low) in [
            (Win, win, Bound::Lower, true, false),
            (Loss, loss, Bound::Upper, false, true),
            (Cursed, DRAW + 2, Bound::Exact, true, true),
            (Draw, DRAW, Bound::Exact, true, true),
            (Blessed, DRAW - 2, Bound::Exact, true, true),
        ] {
            for (window, settles) in [(Window::below(score), high), (Window::above(score), low)] {
                let (found, hits, stored) = probed::<NonPv>(ROOK, result, window, None);
                assert_eq!(
                    (found.break_value(), hits),
                    (settles.then_some(score), 1),
                    "{result:?}"
                );
                assert_eq!(stored.is_some(), settles);
                if let Some(entry) = stored {
                    let plain = i32::from(entry.score) - score;
                    assert_eq!(entry.bound, bound);
                    assert_eq!(
                        plain,
                        if result == Win {
                            5
                        } else if result == Loss {
                            -5
                        } else {
                            0
                        }
                    );
                    assert_eq!((entry.mv, entry.draft), (0, (8 + STORED_DEEPER) as i16));
                }
            }
        }
    }

    /// A mate, which the tables do not know, may be better than a win, and worse than a loss.
    #[test]
    fn an_open_window_is_bounded_by_a_win_or_a_loss() {
        let (win, loss) = (tb_win_in(5), tb_loss_in(5));
        let bounds = |result, window| probed::<Pv>(ROOK, result, window, None).0.continue_value();
        let least = TbBounds { least: win, ..TbBounds::NONE };
        let most = TbBounds { most: loss, ..TbBounds::NONE };
        assert_eq!(bounds(EndgameResult::Win, Window::OPEN), Some(least));
        assert_eq!(bounds(EndgameResult::Loss, Window::OPEN), Some(most));
        let null = probed::<NonPv>(ROOK, EndgameResult::Win, Window::above(win), None).0;
        assert_eq!(null, ControlFlow::Continue(TbBounds::NONE));
    }

    #[test]
    fn the_root_a_search_without_a_move_and_a_mate_are_not_looked_up() {
        let (found, result) = (ControlFlow::Continue(TbBounds::NONE), EndgameResult::Draw);
        let excluded = Position::from_fen(ROOK).expect("legal").legal_moves().first().copied();
        let nothing = (found, 0, None);
        assert_eq!(probed::<NonPv>(ROOK, result, Window::OPEN, excluded), nothing);
        assert_eq!(probed::<Root>(ROOK, result, Window::OPEN, None), nothing);
        let mated = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(probed::<NonPv>(mated, result, Window::OPEN, None), nothing);
        let running = ROOK.replace("- 0 1", "- 1 1");
        assert_eq!(probed::<NonPv>(&running, result, Window::OPEN, None), nothing);
    }
}
