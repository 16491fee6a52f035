//! The other ranks of a cluster, if this engine is one of several. Without the feature `cluster`
//! there are none.

#[cfg(not(feature = "cluster"))]
mod alone;
#[cfg(feature = "cluster")]
mod joint;
#[cfg(feature = "cluster")]
mod link;

use std::time::Instant;

use movegen::Position;
use search::{Control, Limits, Outcome, Reporter, TranspositionTable};

#[cfg(not(feature = "cluster"))]
pub(crate) use self::alone::{Joint, Peers};
#[cfg(feature = "cluster")]
pub(crate) use self::joint::Joint;
#[cfg(feature = "cluster")]
pub(crate) use self::link::{Link, Message, Peers};

/// A search that is ready to run, with its threads.
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "only where ranks join does anybody look into it")
)]
pub(crate) trait Joinable<'c> {
    /// The search's report beside its outcome.
    type Notes;

    /// Returns the root.
    fn root(&self) -> &Position;

    /// Returns the limits, for changing.
    fn limits(&mut self) -> &mut Limits;

    /// Returns the number of lines to find.
    fn lines(&self) -> usize;

    /// Returns the number of threads.
    fn threads(&self) -> usize;

    /// Returns the time at which the search's clock started.
    fn started(&self) -> Option<Instant>;

    /// Returns the control that stops the search.
    fn control(&self) -> &'c Control;

    /// Runs the search.
    fn run(
        self,
        table: &impl TranspositionTable,
        reporter: &mut dyn Reporter,
    ) -> (Outcome, Self::Notes);
}
