//! The end of a round: no state is left on any rank or under way.

use crate::{Totals, Transport};

/// Detects the end by counting batches (Mattern, "Algorithms for Distributed Termination
/// Detection", 1987: the method of four counters).
///
/// A rank gives its counts to a reduction only while it has no work. A result that has as many
/// batches received as sent does not suffice: the ranks counted at different times, and a batch
/// that one of them had counted as received may have been counted by its sender only afterwards, or
/// awoken a rank that had counted itself idle. But every rank counts for the next reduction after
/// all have counted for the last one. If two in succession have the same number of sent and of
/// received batches, no batch was sent or received between them, so none was under way and no rank
/// had work.
#[derive(Clone, Debug, Default)]
pub struct Detector {
    under_way: bool,
    last: Option<Totals>,
}

impl Detector {
    /// Asks for the sum over all ranks: `own` is what this rank counts now, or nothing if it has
    /// work. Returns the totals once, when the round is over; all ranks get them from the same
    /// reduction.
    pub fn poll(&mut self, transport: &mut impl Transport, own: Option<Totals>) -> Option<Totals> {
        if self.under_way
            && let Some(totals) = transport.reduced()
        {
            self.under_way = false;
            let before = self.last.replace(totals);
            if totals.sent == totals.received
                && before
                    .is_some_and(|one| (one.sent, one.received) == (totals.sent, totals.received))
            {
                self.last = None;
                return Some(totals);
            }
        }
        if !self.under_way
            && let Some(own) = own
        {
            transport.start_reduction(own);
            self.under_way = true;
        }
        None
    }
}
