//! One rank of transposition-driven scheduling.

use std::fmt;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use crate::{Detector, TALLIES, Totals, Transport};

/// States in a batch: enough that the cost of a message is small beside that of its states.
const BATCH: usize = 60;

/// States that a step expands at most, before messages are looked for again.
const EXPANSIONS: usize = 60;

/// Steps in a row without work after which a rank sleeps: some milliseconds of looking for
/// messages, more than a batch takes to arrive.
const PATIENCE: u32 = 10_000;

/// The time that it sleeps.
const NAP: Duration = Duration::from_micros(100);

/// The first word of a batch: its round, times two, and whether it says to stop.
const STOP: u64 = 1;

/// A game, as a rank sees it: its memory of states and the states that follow from one.
///
/// A state is looked up on one rank only, the one that [`home`] says for its key. A problem decides
/// there if it was searched well enough before.
pub trait Problem {
    /// A state that ranks send each other, with the values that its lookup needs, such as a depth.
    type State;

    /// Words of a packed state, at least one.
    const WORDS: usize;

    /// Appends the words of a state.
    fn pack(state: &Self::State, words: &mut Vec<u64>);

    /// Returns the state of these words, which [`pack`](Self::pack) wrote.
    fn unpack(words: &[u64]) -> Self::State;

    /// Looks up a state that has come home, remembers it, and returns it if it is to be expanded.
    fn arrive(&mut self, state: Self::State) -> Option<Self::State>;

    /// Appends the states that follow from one, each with its key. True stops the round: states
    /// that are left on any rank are dropped.
    fn expand(&mut self, state: Self::State, children: &mut Vec<(u64, Self::State)>) -> bool;

    /// Returns the numbers of this rank that are summed over all at the end of a round.
    fn tallies(&self) -> [u64; TALLIES];
}

/// Returns the rank of `size` that a key names: by its low 32 bits, which tt-core's default index
/// does not use.
///
/// ```
/// // Four ranks, each with a quarter of the keys.
/// let keys = [0, 0x4000_0000, 0x9999_9999, 0xffff_ffff];
/// assert_eq!(keys.map(|key| cluster::home(key, 4)), [0, 1, 2, 3]);
/// // The bits that choose the line of a table do not change the rank.
/// assert_eq!(cluster::home(0xdead_beef_4000_0000, 4), 1);
/// ```
#[must_use]
pub fn home(key: u64, size: usize) -> usize {
    (((key & 0xffff_ffff) * size as u64) >> 32) as usize
}

/// A rank has died, and with it the work that was there.
///
/// ```
/// use cluster::{Network, Perft, Worker};
/// use movegen::Position;
///
/// let network = Network::new(2, 0, 1);
/// let mut ends = network.transports();
/// let mut worker = Worker::new(Perft::new(), ends.next().unwrap());
/// let root = worker.root(&Position::startpos());
/// worker.begin(root);
/// network.kill(1);
/// let lost = worker.step().unwrap_err();
/// assert_eq!((lost.rank(), lost.keys()), (1, 0x8000_0000..=0xffff_ffff));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankLost {
    rank: usize,
    size: usize,
    states: u64,
}

impl RankLost {
    /// Returns the number of the lost rank.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the keys of the states that are lost, by their low 32 bits: all that this rank was
    /// the [`home`] of.
    #[must_use]
    pub fn keys(&self) -> RangeInclusive<u64> {
        let first = |rank: usize| ((rank as u64) << 32).div_ceil(self.size as u64);
        first(self.rank)..=first(self.rank + 1) - 1
    }

    /// Returns the states that the reporting rank had sent there in this round.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.states
    }
}

impl fmt::Display for RankLost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rank, size, states } = self;
        write!(out, "rank {rank} of {size} is lost, with {states} states that were sent there")
    }
}

impl std::error::Error for RankLost {}

/// A rank: receives states, drops or expands them, last in first out, and sends what follows from
/// them home. Work is done in rounds, which all ranks [`begin`](Self::begin) and
/// [`step`](Self::step) to their end.
#[derive(Debug)]
pub struct Worker<P: Problem, T> {
    problem: P,
    transport: T,
    detector: Detector,
    round: u64,
    stopped: bool,
    stack: Vec<P::State>,
    /// By rank: the states of a batch that is being filled, packed.
    outgoing: Vec<Vec<u64>>,
    /// By rank: states that were sent there in this round.
    entrusted: Vec<u64>,
    children: Vec<(u64, P::State)>,
    /// Batches of the next round, which another rank has begun already.
    early: Vec<Vec<u64>>,
    sent: u64,
    received: u64,
    expanded: u64,
}

impl<P: Problem, T: Transport> Worker<P, T> {
    /// Creates a worker without a round.
    #[must_use]
    pub fn new(problem: P, transport: T) -> Self {
        let outgoing = (0..transport.size()).map(|_| Vec::new()).collect();
        let entrusted = vec![0; transport.size()];
        Self {
            problem,
            transport,
            detector: Detector::default(),
            round: 0,
            stopped: false,
            stack: Vec::new(),
            outgoing,
            entrusted,
            children: Vec::new(),
            early: Vec::new(),
            sent: 0,
            received: 0,
            expanded: 0,
        }
    }

    /// Returns the problem with this rank's memory.
    pub const fn problem(&self) -> &P {
        &self.problem
    }

    /// Returns the problem, to change it between rounds.
    pub const fn problem_mut(&mut self) -> &mut P {
        &mut self.problem
    }

    /// Returns the problem alone: after a [`RankLost`] it may go on in a worker with fewer ranks.
    #[must_use]
    pub fn into_problem(self) -> P {
        self.problem
    }

    /// Returns the messages of this rank.
    pub const fn transport(&self) -> &T {
        &self.transport
    }

    /// Returns whether this rank is the home of a key.
    pub fn is_home(&self, key: u64) -> bool {
        home(key, self.transport.size()) == self.transport.rank()
    }

    /// Begins a round with states to expand here. All ranks must begin it, some with none.
    pub fn begin(&mut self, work: Vec<P::State>) {
        self.round += 1;
        self.stopped = false;
        self.stack = work;
        self.sent = 0;
        self.received = 0;
        self.expanded = 0;
        self.entrusted.fill(0);
        for batch in std::mem::take(&mut self.early) {
            self.take(&batch);
        }
    }

    /// States that this rank has expanded in this round.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns whether states are left here, or wait to be sent.
    pub fn has_work(&self) -> bool {
        !self.stack.is_empty() || self.outgoing.iter().any(|batch| !batch.is_empty())
    }

    /// Does a part of the work that does not wait for anything. Returns the totals of all ranks
    /// when the round is over everywhere.
    ///
    /// # Errors
    /// If a rank was lost: the round never ends. Each rank that is left finds that out, unless it
    /// has got the totals before; the round is then to be run again without the lost one, by new
    /// workers on a transport that does not have it.
    pub fn step(&mut self) -> Result<Option<Totals>, RankLost> {
        while let Some(batch) = self.transport.receive() {
            if batch[0] / 2 == self.round {
                self.take(&batch);
            } else {
                self.early.push(batch);
            }
        }
        for _ in 0..EXPANSIONS {
            let Some(state) = self.stack.pop() else { break };
            self.expand(state);
        }
        if self.stack.is_empty() {
            (0..self.outgoing.len()).for_each(|rank| self.flush(rank));
        }
        let idle = self.stack.is_empty().then(|| self.counts());
        if let Some(totals) = self.detector.poll(&mut self.transport, idle) {
            return Ok(Some(totals));
        }
        if let Some(rank) = self.transport.lost() {
            self.stop();
            let (size, states) = (self.transport.size(), self.entrusted[rank]);
            return Err(RankLost { rank, size, states });
        }
        Ok(None)
    }

    /// Steps to the end of the round; for ranks that run beside each other. A rank without work
    /// lets other threads of the machine through, and after a while sleeps between its steps.
    ///
    /// # Errors
    /// Those of [`step`](Self::step).
    pub fn run(&mut self) -> Result<Totals, RankLost> {
        let mut idle = 0;
        loop {
            if let Some(totals) = self.step()? {
                return Ok(totals);
            }
            idle = if self.stack.is_empty() { idle + 1 } else { 0 };
            if idle > PATIENCE {
                thread::sleep(NAP);
            } else if idle > 0 {
                thread::yield_now();
            }
        }
    }

    fn counts(&self) -> Totals {
        Totals {
            sent: self.sent,
            received: self.received,
            expanded: self.expanded,
            tallies: self.problem.tallies(),
        }
    }

    fn take(&mut self, batch: &[u64]) {
        self.received += 1;
        if batch[0] & STOP != 0 {
            self.stop();
        }
        if self.stopped {
            return;
        }
        for words in batch[1..].chunks_exact(P::WORDS) {
            self.stack.extend(self.problem.arrive(P::unpack(words)));
        }
    }

    fn expand(&mut self, state: P::State) {
        self.expanded += 1;
        let stop = self.problem.expand(state, &mut self.children);
        for (key, child) in std::mem::take(&mut self.children) {
            let to = home(key, self.transport.size());
            if to == self.transport.rank() {
                self.stack.extend(self.problem.arrive(child));
            } else {
                P::pack(&child, &mut self.outgoing[to]);
                if self.outgoing[to].len() >= BATCH * P::WORDS {
                    self.flush(to);
                }
            }
        }
        if stop && !self.stopped {
            self.stop();
            let own = self.transport.rank();
            for to in (0..self.transport.size()).filter(|&to| to != own) {
                self.transport.send(to, vec![(self.round * 2) | STOP]);
                self.sent += 1;
            }
        }
    }

    /// Sends what waits for a rank.
    fn flush(&mut self, to: usize) {
        let states = &mut self.outgoing[to];
        if states.is_empty() {
            return;
        }
        let mut batch = Vec::with_capacity(states.len() + 1);
        batch.push(self.round * 2);
        self.entrusted[to] += (states.len() / P::WORDS) as u64;
        batch.append(states);
        self.transport.send(to, batch);
        self.sent += 1;
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.stack.clear();
        self.outgoing.iter_mut().for_each(Vec::clear);
    }
}
