//! The transport of messages that a worker needs, and the numbers that are summed over all ranks.

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

/// The number of sums that a problem defines.
pub const TALLIES: usize = 4;

/// Numbers of one rank, or their sums over all ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Batches that were handed to the transport.
    pub sent: u64,
    /// Batches that arrived.
    pub received: u64,
    /// States that were expanded.
    pub expanded: u64,
    /// Numbers whose meaning the problem defines.
    pub tallies: [u64; TALLIES],
}

impl Totals {
    /// The number of words that [`to_words`](Self::to_words) makes.
    pub const WORDS: usize = 3 + TALLIES;

    /// Returns the words for a transport.
    #[must_use]
    pub fn to_words(self) -> [u64; Self::WORDS] {
        let [a, b, c, d] = self.tallies;
        [self.sent, self.received, self.expanded, a, b, c, d]
    }

    /// Reads the words of [`to_words`](Self::to_words).
    #[must_use]
    pub fn from_words([sent, received, expanded, a, b, c, d]: [u64; Self::WORDS]) -> Self {
        Self { sent, received, expanded, tallies: [a, b, c, d] }
    }
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.sent += other.sent;
        self.received += other.received;
        self.expanded += other.expanded;
        for (sum, more) in self.tallies.iter_mut().zip(other.tallies) {
            *sum += more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_words_keep_every_number() {
        let some = Totals { sent: 1, received: 2, expanded: 3, tallies: [4, 5, 6, 7] };
        assert_eq!(Totals::from_words(some.to_words()), some);
        let mut twice = some;
        twice += some;
        assert_eq!(twice.to_words(), some.to_words().map(|word| 2 * word));
    }
}
