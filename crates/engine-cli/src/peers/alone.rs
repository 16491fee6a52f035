//! No other ranks.

use search::{Outcome, Reporter, TranspositionTable};

use super::Joinable;
use crate::uci::go::Go;

/// No ranks.
#[derive(Clone, Default)]
pub(crate) struct Peers;

#[expect(clippy::unused_self, reason = "as the ranks of a cluster have it")]
impl Peers {
    /// None.
    pub(crate) fn none() -> Self {
        Self
    }

    /// Nobody obeys this line.
    pub(crate) fn obey(&self, _: &str) {}

    /// Nobody takes this position.
    pub(crate) fn set_up(&self, _: &str) {}

    /// A search that nobody joins.
    pub(crate) fn joint(&self, _: &Go<'_>) -> Joint {
        Joint
    }
}

/// A search that nobody joins.
#[derive(Default)]
pub(crate) struct Joint;

#[expect(clippy::unused_self, reason = "as the ranks of a cluster have it")]
impl Joint {
    /// Searches.
    pub(crate) fn run<'c, K: Joinable<'c>>(
        self,
        task: K,
        table: &impl TranspositionTable,
        reporter: &mut dyn Reporter,
    ) -> (Outcome, K::Notes) {
        task.run(table, reporter)
    }
}
