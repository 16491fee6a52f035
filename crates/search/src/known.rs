//! Endgame tables at an inner node.

use std::ops::ControlFlow;

use tt_core::{Bound, Entry};

use crate::evaluate::Evaluate;
use crate::node::NodeType;
use crate::score::{INFINITE, MAX_PLY, to_table};
use crate::table::{NO_EVAL, StoreHints, TableHandle};
use crate::tablebases::{Access, EndgameResult, score_of};
use crate::window::Window;
use crate::worker::Worker;

/// A result is stored as if it came from a search so much deeper, in plies: it will not change.
const STORED_DEEPER: i32 = 6;

/// What endgame tables say of a node's score: it lies between these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// The score is at least this.
    pub(crate) least: i32,
    /// It is at most this.
    most: i32,
}

impl Known {
    /// They say nothing.
    const NOTHING: Self = Self { least: -INFINITE, most: INFINITE };

    /// A searched score and its bound, corrected by what is known.
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
    /// Asks the endgame tables for the node at `ply`: its score if they settle it for this window,
    /// else what they say of it.
    #[inline]
    pub(crate) fn probe_tables<N: NodeType>(
        &mut self,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> ControlFlow<i32, Known> {
        match self.team.request.tables {
            Some(access) if !N::ROOT && access.is_due(&self.positions[ply], depth) => {
                self.probe_due::<N>(&access, ply, depth, window)
            }
            _ => ControlFlow::Continue(Known::NOTHING),
        }
    }

    #[cold]
    fn probe_due<N: NodeType>(
        &mut self,
        access: &Access<'_>,
        ply: usize,
        depth: i32,
        window: Window,
    ) -> ControlFlow<i32, Known> {
        let position = &self.positions[ply];
        // A mate on the board has a distance, which is better than a loss without one.
        let mated = || position.in_check() && position.count_legal() == 0;
        let result = if self.stack[ply].excluded.is_some() || mated() {
            None
        } else {
            access.tables.probe_wdl(position)
        };
        let Some(result) = result else { return ControlFlow::Continue(Known::NOTHING) };
        self.team.count_table_hit();
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
            let hints = StoreHints { subtree_nodes: 1, saved_nodes: 0, move_number: 0 };
            self.table.store(self.positions[ply].key(), entry, hints);
            return ControlFlow::Break(score);
        }
        // A mate, which the tables do not know, may still be found beyond the score.
        ControlFlow::Continue(match bound {
            Bound::Lower if N::PV => Known { least: score, ..Known::NOTHING },
            Bound::Upper if N::PV => Known { most: score, ..Known::NOTHING },
            _ => Known::NOTHING,
        })
    }
}
