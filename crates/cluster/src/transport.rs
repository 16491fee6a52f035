//! The transport of messages that a worker needs.

use crate::Totals;

/// The messages of one rank. Nothing here waits.
///
/// A batch arrives once and whole, but batches may overtake each other, those between the same two
/// ranks too. Of reductions at most one is under way on a rank, and all ranks start the same number
/// of them: the n-th result is the sum of what each rank gave to its n-th.
pub trait Transport {
    /// Returns the number of this rank, below [`size`](Self::size).
    fn rank(&self) -> usize;

    /// Returns the number of ranks.
    fn size(&self) -> usize;

    /// Hands over a batch for rank `to`, which is not this one.
    fn send(&mut self, to: usize, batch: Vec<u64>);

    /// Returns a batch that has arrived, if there is one.
    fn receive(&mut self) -> Option<Vec<u64>>;

    /// Gives this rank's numbers to a sum over all ranks.
    ///
    /// # Panics
    /// If the last one's result was not yet taken.
    fn start_reduction(&mut self, own: Totals);

    /// Returns the sum that was started last, once it is there; then nothing until another is
    /// started. It never comes if a rank was lost before it gave its numbers.
    fn reduced(&mut self) -> Option<Totals>;

    /// Returns a rank that is known to have died, the first if there are several. One that is slow
    /// is not lost. By default a transport does not find out: under MPI the launcher ends all ranks
    /// then.
    fn lost(&self) -> Option<usize> {
        None
    }
}
