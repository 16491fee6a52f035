//! The peers of an engine without other ranks.

use search::{Outcome, Reporter, TranspositionTable};

use super::Joinable;
use crate::uci::go::Go;

/// An empty set of ranks.
#[derive(Clone, Default)]
pub(crate) struct Peers;

#[expect(clippy::unused_self, reason = "as the ranks of a cluster have it")]
impl Peers {
    /// Creates the empty set.
    pub(crate) fn none() -> Self {
        Self
    }

    /// Does nothing: nobody obeys this line.
    pub(crate) fn obey(&self, _: &str) {}

    /// Does nothing: nobody takes this position.
    pub(crate) fn set_up(&self, _: &str) {}

    /// Returns a search that nobody joins.
    pub(crate) fn joint(&self, _: &Go<'_>) -> Joint {
        Joint
    }
}

/// A search that nobody joins.
#[derive(Default)]
pub(crate) struct Joint;

#[expect(clippy::unused_self, reason = "as the ranks of a cluster have it")]
impl Joint {
    /// Runs the search.
    pub(crate) fn run<'c, K: Joinable<'c>>(
        self,
        task: K,
        table: &impl TranspositionTable,
        reporter: &mut dyn Reporter,
    ) -> (Outcome, K::Notes) {
        task.run(table, reporter)
    }
}
