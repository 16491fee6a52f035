//! The other ranks of a cluster, if this engine is one of several; without the feature `cluster` it
//! never is.

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

/// A search that is ready to be run, with its threads.
#[cfg_attr(
    not(feature = "cluster"),
    expect(dead_code, reason = "only where ranks join does anybody look into it")
)]
pub(crate) trait Joinable<'c> {
    /// What it tells beside its outcome.
    type Notes;

    /// The root.
    fn root(&self) -> &Position;

    /// Where it ends, to be changed.
    fn limits(&mut self) -> &mut Limits;

    /// How many lines it looks for.
    fn lines(&self) -> usize;

    /// How many threads do it.
    fn threads(&self) -> usize;

    /// When its time began.
    fn started(&self) -> Option<Instant>;

    /// What stops it.
    fn control(&self) -> &'c Control;

    /// Runs it.
    fn run(
        self,
        table: &impl TranspositionTable,
        reporter: &mut dyn Reporter,
    ) -> (Outcome, Self::Notes);
}
