//! A round of workers on a simulated network.

use std::fmt;

use crate::{Network, Problem, RankLost, SimulatedTransport, Totals, Worker};

/// A round that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationError {
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Fault {
    Early { rank: usize, batches: usize },
    Hang { steps: u64 },
    Differ { rank: usize },
    Lost(RankLost),
}

impl fmt::Display for SimulationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            Fault::Early { rank, batches } => {
                write!(out, "rank {rank} ended with {batches} batches under way or ranks at work")
            }
            Fault::Hang { steps } => write!(out, "the round has not ended after {steps} steps"),
            Fault::Differ { rank } => write!(out, "rank {rank} was told other totals"),
            Fault::Lost(ref lost) => lost.fmt(out),
        }
    }
}

impl std::error::Error for SimulationError {}

impl SimulationError {
    /// Returns the rank that was lost, if that is what went wrong.
    #[must_use]
    pub const fn lost(&self) -> Option<&RankLost> {
        if let Fault::Lost(lost) = &self.fault { Some(lost) } else { None }
    }
}

/// Steps the workers, each time one that the network draws, until all have the totals of their
/// round; each must have begun it. Ranks that were killed are skipped. Returns the totals.
///
/// # Errors
/// If a rank was lost: the error is that of the last worker that reports it. If a worker ends while
/// a batch is under way or another worker has states; if two end with different totals; if the
/// round is not over after `steps` steps. This is a fault of the transport or of the detection, and
/// the state of the round is lost.
pub fn simulate<P: Problem>(
    network: &Network,
    workers: &mut [Worker<P, SimulatedTransport>],
    steps: u64,
) -> Result<Totals, SimulationError> {
    simulate_with(network, workers, steps, |_| {})
}

/// Simulates as [`simulate`] does, but calls `event` with the number of each step before it, which
/// may [kill](Network::kill) ranks.
///
/// # Errors
/// Those of [`simulate`].
pub fn simulate_with<P: Problem>(
    network: &Network,
    workers: &mut [Worker<P, SimulatedTransport>],
    steps: u64,
    mut event: impl FnMut(u64),
) -> Result<Totals, SimulationError> {
    let error = |fault| Err(SimulationError { fault });
    let mut ended = vec![false; workers.len()];
    let (mut first, mut lost) = (None, None);
    for step in 0..steps {
        event(step);
        let rank = network.tick(workers.len());
        if !ended[rank] && network.is_alive(rank) {
            match workers[rank].step() {
                Ok(None) => continue,
                Ok(Some(totals)) => {
                    let alive = |rank: &usize| network.is_alive(*rank);
                    let busy =
                        (0..workers.len()).filter(alive).filter(|&rank| workers[rank].has_work());
                    let batches = network.under_way() + busy.count();
                    if batches > 0 {
                        return error(Fault::Early { rank, batches });
                    }
                    if *first.get_or_insert(totals) != totals {
                        return error(Fault::Differ { rank });
                    }
                }
                Err(why) => lost = Some(why),
            }
            ended[rank] = true;
        }
        if (0..workers.len()).all(|rank| ended[rank] || !network.is_alive(rank)) {
            return match (lost, first) {
                (None, Some(totals)) => Ok(totals),
                (Some(lost), _) => error(Fault::Lost(lost)),
                (None, None) => error(Fault::Hang { steps: step }),
            };
        }
    }
    error(Fault::Hang { steps })
}
