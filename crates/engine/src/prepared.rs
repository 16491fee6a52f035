//! [`PreparedSearch`]: a search that lacks nothing except its table and its reporter.

use std::fmt;

use search::{
    Clock, Control, Limits, Outcome, Pool, Reporter, Search, Settings, TranspositionTable,
};
use syzygy::Tablebases;

use crate::engine_evaluation::EngineEvaluation;
use crate::game::Game;
use crate::hash::Hash;
use crate::node_time::NodeClock;
use crate::numa::Placement;
use crate::tablebases::Probed;

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
