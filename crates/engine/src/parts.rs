//! [`Parts`]: a search that lacks nothing except its table and its reporter.

use search::{Control, Limits, Outcome, Pool, Reporter, Search, Settings, TranspositionTable};
use syzygy::Tablebases;

use crate::engine_evaluation::EngineEvaluation;
use crate::game::Game;
use crate::node_time::NodeClock;
use crate::numa::Placement;
use crate::tablebases::Probed;

/// A search with everything that it needs except table and reporter.
pub(crate) struct Parts<'a> {
    pub(crate) game: &'a Game,
    pub(crate) limits: Limits,
    pub(crate) settings: Settings,
    pub(crate) clock: &'a NodeClock<'a>,
    pub(crate) control: &'a Control,
    pub(crate) tablebases: &'a Tablebases,
    pub(crate) pool: &'a mut Pool<EngineEvaluation>,
    pub(crate) placement: &'a Placement,
}

impl Parts<'_> {
    /// Searches with this table, on the processors of the placement.
    pub(crate) fn search(
        self,
        table: &impl TranspositionTable,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let _leading = self.placement.lead();
        Search::new(table)
            .position(self.game.position().clone())
            .history(self.game.history().clone())
            .limits(self.limits)
            .settings(self.settings)
            .tablebases(&Probed(self.tablebases))
            .control(self.control)
            .clock(self.clock)
            .reporter(reporter)
            .on_start(&|thread| self.placement.bind(thread))
            .run(self.pool)
    }
}
