//! The engine of a rank, as the protocol sees it.

use crate::Record;

/// The numbers that must be equal on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// A number for the version of the program.
    pub version: u64,
    /// A number for the way keys are made and the meaning of records.
    pub schema: u64,
}

/// The work that was done in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes.
    pub nodes: u64,
    /// Positions that were found in tablebases.
    pub tb_hits: u64,
}

/// The engine of a rank, as its [`Member`](crate::Member) sees it. Nothing here waits.
pub trait Local {
    /// Obeys lines of UCI from rank 0, after all earlier ones.
    fn obey(&mut self, lines: &str);

    /// Obeys lines of UCI that begin the search of that number; its answer is to be given to
    /// [`Member::answer`](crate::Member::answer).
    fn search(&mut self, number: u64, lines: &str);

    /// Ends the search.
    fn stop(&mut self);

    /// Returns the effort of this rank in the search so far.
    fn effort(&self) -> Effort;

    /// Appends the records that are to be shown to others.
    fn show(&mut self, records: &mut Vec<Record>);

    /// Takes records of others.
    fn learn(&mut self, records: &mut dyn Iterator<Item = Record>);

    /// On rank 0: shows a line to the user.
    fn tell(&mut self, text: String);
}

/// The end of a rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Rank 0 has ended, and all others end with it.
    Quit,
    /// Rank 0 has ended after a rank was lost: the end must not wait for the others.
    QuitWithLoss,
    /// Rank 0 did not want this one, for this reason.
    Dismissed(String),
    /// Nothing was heard from rank 0 any more.
    Orphaned,
}
