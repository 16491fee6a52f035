//! [`PreparedSearch`]: a search that lacks nothing except its table and its reporter.

use std::fmt;

use movegen::Position;
use search::{
    Clock, Control, EndgameResult, Limits, Outcome, Pool, Reporter, Search, Settings,
    TranspositionTable,
};
use syzygy::{Tablebases, Wdl};

use crate::engine_evaluation::EngineEvaluation;
use crate::game::Game;
use crate::hash::Hash;
use crate::node_time::NodeClock;
use crate::numa::Placement;

/// A way to run a search, for instance together with other processes.
pub trait RunSearch: Send + Sync {
    /// Runs a search with the engine's table, or with one that wraps it.
    fn run(&self, search: PreparedSearch<'_>, hash: &Hash, reporter: &mut dyn Reporter) -> Outcome;
}

/// A search with everything that it needs except table and reporter.
pub struct PreparedSearch<'a> {
    /// The root and its past.
    pub game: &'a Game,
    /// The limits, which may be lowered.
    pub limits: Limits,
    /// The settings.
    pub settings: Settings,
    /// The handle that stops the search; without one the search ends by its limits.
    pub control: Option<&'a Control>,
    pub(crate) clock: &'a NodeClock<'a>,
    pub(crate) tablebases: &'a Tablebases,
    pub(crate) pool: &'a mut Pool<EngineEvaluation>,
    pub(crate) placement: &'a Placement,
}

impl<'a> PreparedSearch<'a> {
    /// Returns the clock of the search.
    #[must_use]
    pub fn clock(&self) -> &'a dyn Clock {
        self.clock
    }

    /// Returns the number of threads that search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Searches with this table, on the processors of the engine.
    pub fn search(self, table: &impl TranspositionTable, reporter: &mut dyn Reporter) -> Outcome {
        let _leading = self.placement.lead();
        let (bind, tablebases) = (|thread| self.placement.bind(thread), Probed(self.tablebases));
        let search = Search::new(table)
            .position(self.game.position().clone())
            .history(self.game.history().clone())
            .limits(self.limits)
            .settings(self.settings)
            .tablebases(&tablebases)
            .clock(self.clock)
            .reporter(reporter)
            .on_start(&bind);
        match self.control {
            Some(control) => search.control(control).run(self.pool),
            None => search.run(self.pool),
        }
    }
}

impl fmt::Debug for PreparedSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PreparedSearch").field("limits", &self.limits).finish_non_exhaustive()
    }
}

/// Tablebases as the search probes them: a position that they do not answer is unknown.
struct Probed<'a>(&'a Tablebases);

impl search::Tablebases for Probed<'_> {
    fn largest(&self) -> u32 {
        self.0.max_pieces()
    }

    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
        self.0.probe_wdl(position).ok().map(as_searched)
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        self.0.probe_dtz(position).ok().map(|distance| distance.plies())
    }
}

fn as_searched(result: Wdl) -> EndgameResult {
    match result {
        Wdl::Loss => EndgameResult::Loss,
        Wdl::BlessedLoss => EndgameResult::Blessed,
        Wdl::Draw => EndgameResult::Draw,
        Wdl::CursedWin => EndgameResult::Cursed,
        Wdl::Win => EndgameResult::Win,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five results that rise through five leave no other way.
    #[test]
    fn each_result_is_the_one_of_its_rank() {
        let results = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];
        let searched = results.map(as_searched);
        assert!(searched.is_sorted_by(|a, b| a < b), "{searched:?}");
    }
}
