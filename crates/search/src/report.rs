//! What a search tells while it runs, and what it answers.

use std::time::Duration;

use movegen::{Move, Position};
use tt_core::Bound;

use crate::wdl::Wdl;

/// From then on a [`Reporter`] hears of root moves and of windows that are being widened.
pub const LONG_SEARCH: Duration = Duration::from_secs(3);

/// A root move's score and what it proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootScore {
    /// Centipawns or a mate, from the side to move's view ([`score`](crate::score)).
    pub value: i32,
    /// `Exact`, or the side on which the truth lies while a window is being widened. Never `None`.
    pub bound: Bound,
}

/// A line of the principal variation, as known after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub sel_depth: u32,
    /// The line's rank among the root moves asked for, from 1.
    pub multi_pv: usize,
    /// Its score. An exact mate comes with its whole line.
    pub score: RootScore,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the command.
    pub elapsed: Duration,
    /// How full the table is, in per mille.
    pub hashfull: u32,
    /// Positions found in endgame tables: 0 as long as the search probes none. Front ends have a
    /// field for it (`tbhits` of UCI).
    pub tb_hits: u64,
    /// The moves. Empty only if there is no legal one.
    pub pv: &'a [Move],
}

impl Info<'_> {
    /// Chances of a win, a draw and a loss in the root position.
    #[must_use]
    pub fn wdl(&self, root: &Position) -> Wdl {
        Wdl::new(self.score.value, root)
    }
}

/// Receives the reports of a search. It is called from the thread that searches, which waits for
/// it.
pub trait Reporter {
    /// A line of an iteration: finished, or last of an interrupted one.
    fn iteration(&mut self, info: &Info<'_>);

    /// The search turns to a root move: its number in the order of this iteration, from 1. Told
    /// only when [`LONG_SEARCH`] has passed.
    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        let _ = (depth, mv, number);
    }
}

/// Drops every report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn iteration(&mut self, _: &Info<'_>) {}
}

/// The answer of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The reply that it expects.
    pub ponder: Option<Move>,
    /// The best move's score, from the side to move's view.
    pub score: i32,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The principal variation, from the best move on.
    pub pv: Vec<Move>,
}
