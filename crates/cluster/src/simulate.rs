//! A round of workers on a simulated network.

use std::fmt;

use crate::{Network, Problem, SimulatedTransport, Totals, Worker};

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
}

impl fmt::Display for SimulationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fault {
            Fault::Early { rank, batches } => {
                write!(out, "rank {rank} ended with {batches} batches under way or ranks at work")
            }
            Fault::Hang { steps } => write!(out, "the round has not ended after {steps} steps"),
            Fault::Differ { rank } => write!(out, "rank {rank} was told other totals"),
        }
    }
}

impl std::error::Error for SimulationError {}

/// Steps the workers, each time one that the network draws, until all are told that their round is
/// over; each must have begun it. Returns the totals.
///
/// # Errors
/// If a worker is told so while a batch is under way or another worker has states; if two are told
/// different totals; if the round is not over after `steps` steps. This is a fault of the
/// transport or of the detection, and the state of the round is lost.
pub fn simulate<P: Problem>(
    network: &Network,
    workers: &mut [Worker<P, SimulatedTransport>],
    steps: u64,
) -> Result<Totals, SimulationError> {
    let mut told = vec![None; workers.len()];
    let mut left = workers.len();
    let mut first = None;
    for _ in 0..steps {
        let rank = network.tick(workers.len());
        if told[rank].is_some() {
            continue;
        }
        let Some(totals) = workers[rank].step() else { continue };
        let batches = network.under_way() + workers.iter().filter(|one| one.has_work()).count();
        if batches > 0 {
            return Err(SimulationError { fault: Fault::Early { rank, batches } });
        }
        if *first.get_or_insert(totals) != totals {
            return Err(SimulationError { fault: Fault::Differ { rank } });
        }
        told[rank] = Some(totals);
        left -= 1;
        if left == 0 {
            return Ok(totals);
        }
    }
    Err(SimulationError { fault: Fault::Hang { steps } })
}
