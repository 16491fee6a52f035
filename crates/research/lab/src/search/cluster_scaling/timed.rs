//! Ranks in virtual time: how long a round would take on machines that nobody has.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cluster::{Problem, Totals, Transport, Worker};

/// The costs of a worker's actions, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Costs {
    /// The expansion of a state, with its lookups.
    pub(super) expansion: u64,
    /// The sender's time for a batch.
    pub(super) send: u64,
    /// The receiver's time for a batch.
    pub(super) receive: u64,
    /// The time from the end of the sending to the beginning of the receipt.
    pub(super) latency: u64,
}

/// A network of ranks that have a clock each: a batch is there when its latency has passed since it
/// was sent, and a sum when a tree of as many messages as its depth has, twice.
#[derive(Clone, Debug)]
pub(super) struct TimedNetwork {
    state: Arc<Mutex<Clockwork>>,
}

#[derive(Debug)]
struct Clockwork {
    costs: Costs,
    clocks: Vec<u64>,
    /// By rank: the batches on their way there, the first to arrive first.
    mail: Vec<BinaryHeap<Reverse<Letter>>>,
    sent: u64,
    sums: VecDeque<Sum>,
    /// By rank: reductions that it has started, and whether it waits for the last.
    started: Vec<(usize, bool)>,
    /// The number of the reduction at the front.
    first: usize,
}

/// The time when a batch arrives, its number, which distinguishes equal times, and its words.
type Letter = (u64, u64, Vec<u64>);

#[derive(Debug, Default)]
struct Sum {
    totals: Totals,
    given: usize,
    taken: usize,
    /// The latest clock of those that gave.
    latest: u64,
}

impl TimedNetwork {
    /// Creates a network of `size` ranks, whose clocks are at 0.
    pub(super) fn new(size: usize, costs: Costs) -> Self {
        let state = Clockwork {
            costs,
            clocks: vec![0; size],
            mail: (0..size).map(|_| BinaryHeap::new()).collect(),
            sent: 0,
            sums: VecDeque::new(),
            started: vec![(0, false); size],
            first: 0,
        };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Returns the ends of all ranks, in order.
    pub(super) fn transports(&self) -> impl Iterator<Item = TimedTransport> + use<> {
        let network = self.clone();
        let size = network.state().clocks.len();
        (0..size).map(move |rank| TimedTransport { rank, size, network: network.clone() })
    }

    fn state(&self) -> MutexGuard<'_, Clockwork> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clockwork {
    /// Returns the time when the sum that a rank waits for is there, if that is known.
    fn due(&self, rank: usize) -> Option<u64> {
        let (started, waits) = self.started[rank];
        let sum = self.sums.get(started.checked_sub(self.first + 1)?).filter(|_| waits)?;
        let size = self.clocks.len();
        let depth = u64::from(size.next_power_of_two().ilog2());
        let way = 2 * depth * (self.costs.latency + self.costs.send + self.costs.receive);
        (sum.given == size).then_some(sum.latest + way)
    }

    /// Returns the time when something happens to a rank that has no work, if that is known.
    fn wakes(&self, rank: usize) -> Option<u64> {
        let mail = self.mail[rank].peek().map(|Reverse((due, ..))| *due);
        let (_, waits) = self.started[rank];
        let due = self.due(rank);
        // One that has not counted itself idle yet does so at once.
        let starts = (!waits).then_some(0);
        let first = [mail, due, starts].into_iter().flatten().min();
        first.map(|first| first.max(self.clocks[rank]))
    }
}

/// The end of one rank in a [`TimedNetwork`].
#[derive(Clone, Debug)]
pub(super) struct TimedTransport {
    rank: usize,
    size: usize,
    network: TimedNetwork,
}

impl Transport for TimedTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&mut self, to: usize, batch: Vec<u64>) {
        let mut state = self.network.state();
        let costs = state.costs;
        state.clocks[self.rank] += costs.send;
        state.sent += 1;
        let (due, number) = (state.clocks[self.rank] + costs.latency, state.sent);
        state.mail[to].push(Reverse((due, number, batch)));
    }

    fn receive(&mut self) -> Option<Vec<u64>> {
        let mut state = self.network.state();
        let now = state.clocks[self.rank];
        state.mail[self.rank].peek().filter(|Reverse((due, ..))| *due <= now)?;
        let Reverse((.., batch)) = state.mail[self.rank].pop()?;
        state.clocks[self.rank] += state.costs.receive;
        Some(batch)
    }

    fn start_reduction(&mut self, own: Totals) {
        let mut state = self.network.state();
        let (started, waits) = state.started[self.rank];
        assert!(!waits, "one reduction is under way");
        state.started[self.rank] = (started + 1, true);
        let (at, now) = (started - state.first, state.clocks[self.rank]);
        if at == state.sums.len() {
            state.sums.push_back(Sum::default());
        }
        let sum = &mut state.sums[at];
        sum.totals += own;
        sum.given += 1;
        sum.latest = sum.latest.max(now);
    }

    fn reduced(&mut self) -> Option<Totals> {
        let mut state = self.network.state();
        state.due(self.rank).filter(|&due| due <= state.clocks[self.rank])?;
        let (started, _) = state.started[self.rank];
        state.started[self.rank] = (started, false);
        let at = started - 1 - state.first;
        state.sums[at].taken += 1;
        let totals = state.sums[at].totals;
        if state.sums[0].taken == self.size {
            state.sums.pop_front();
            state.first += 1;
        }
        Some(totals)
    }
}

/// Runs a round of workers, which have begun it, in virtual time: always that rank which is behind
/// the others. Returns the totals and how long the round took, in nanoseconds.
///
/// # Panics
/// If no rank has anything to wait for and the round is not over.
pub(super) fn run_in_virtual_time<P: Problem>(
    network: &TimedNetwork,
    workers: &mut [Worker<P, TimedTransport>],
) -> (Totals, u64) {
    let begin = network.state().clocks.iter().copied().max().unwrap_or_default();
    // All begin together.
    network.state().clocks.fill(begin);
    let mut told = vec![None; workers.len()];
    loop {
        let next = {
            let state = network.state();
            let when = |rank: usize| {
                if workers[rank].has_work() { Some(state.clocks[rank]) } else { state.wakes(rank) }
            };
            let waiting = (0..workers.len()).filter(|&rank| told[rank].is_none());
            waiting.filter_map(|rank| Some((when(rank)?, rank))).min()
        };
        let (when, rank) = next.expect("somebody has work, or waits for what is under way");
        network.state().clocks[rank] = when;
        let before = workers[rank].expanded();
        told[rank] = workers[rank].step().expect("no rank is lost here");
        let expanded = workers[rank].expanded() - before;
        let mut state = network.state();
        state.clocks[rank] += expanded * state.costs.expansion;
        if let Some(totals) = told[rank].filter(|_| told.iter().all(Option::is_some)) {
            let end = state.clocks.iter().copied().max().unwrap_or_default();
            return (totals, end - begin);
        }
    }
}

#[cfg(test)]
mod tests {
    use cluster::Perft;
    use movegen::Position;

    use super::*;

    #[test]
    fn four_ranks_are_faster_than_one_and_less_than_four_times() {
        let time = |ranks| {
            let costs = Costs { expansion: 2_000, send: 500, receive: 500, latency: 1_000 };
            let network = TimedNetwork::new(ranks, costs);
            let ends = network.transports();
            let mut workers: Vec<_> = ends.map(|end| Worker::new(Perft::new(), end)).collect();
            let mut sum = 0;
            for ply in 0..3 {
                for worker in &mut workers {
                    let root = Position::startpos();
                    let work = if ply == 0 { worker.root(&root) } else { worker.next_ply() };
                    worker.begin(work);
                }
                sum += run_in_virtual_time(&network, &mut workers).1;
            }
            sum
        };
        assert_eq!(time(1), 421 * 2_000);
        assert!(time(4) < time(1) && time(4) > time(1) / 4);
    }
}
