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
        match self.team.request.tablebases {
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
    use super::*;

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
}
