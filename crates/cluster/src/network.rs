//! Simulated ranks: a network whose delays a seed decides.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zobrist_keys::SplitMix64;

use crate::{Totals, Transport};

/// A simulated network. Each batch takes a time of its own, so batches overtake each other; so does
/// each rank's copy of the result of a reduction. Time passes by [`tick`](Self::tick) alone: the
/// same seed gives the same run. A rank may [die](Self::kill): what was under way to it is lost,
/// what it had sent still arrives, and each other rank hears of its death after a time of its own.
///
/// The ranks may be threads: then nobody knows their order, and a network without delays needs no
/// time.
#[derive(Clone, Debug)]
pub struct Network {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    now: u64,
    longest: u64,
    random: SplitMix64,
    /// By rank: the batches on their way there, and when each is due.
    mail: Vec<Vec<(u64, Vec<u64>)>>,
    waves: VecDeque<Wave>,
    /// By rank: how many reductions it has started.
    started: Vec<usize>,
    /// The number of the reduction at the front of `waves`.
    first: usize,
    deaths: Vec<Death>,
}

#[derive(Debug)]
struct Death {
    rank: usize,
    /// By rank: when it hears of it.
    heard: Vec<u64>,
}

#[derive(Debug)]
struct Wave {
    sum: Totals,
    missing: usize,
    /// By rank: when it hears of the sum; then nothing, once it has taken the sum.
    due: Vec<Option<u64>>,
}

impl Network {
    /// Creates a network of `size` ranks, at least one. A message takes 0 to `longest` ticks.
    ///
    /// # Panics
    /// If there is no rank.
    #[must_use]
    pub fn new(size: usize, longest: u64, seed: u64) -> Self {
        assert!(size > 0, "a network has a rank");
        let state = State {
            now: 0,
            longest,
            random: SplitMix64::new(seed),
            mail: vec![Vec::new(); size],
            waves: VecDeque::new(),
            started: vec![0; size],
            first: 0,
            deaths: Vec::new(),
        };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Returns the ends of all ranks, in order.
    pub fn transports(&self) -> impl Iterator<Item = SimulatedTransport> + use<> {
        let network = self.clone();
        let size = network.state().mail.len();
        (0..size).map(move |rank| SimulatedTransport { rank, size, network: network.clone() })
    }

    /// Lets one unit of time pass, and draws a number below `below` from the network's random
    /// stream.
    ///
    /// # Panics
    /// If `below` is 0.
    pub fn tick(&self, below: usize) -> usize {
        let mut state = self.state();
        state.now += 1;
        (state.random.next() % below as u64) as usize
    }

    /// Ends a rank, once: nothing reaches it any more. Its end is not to be used again.
    pub fn kill(&self, rank: usize) {
        let mut state = self.state();
        state.mail[rank].clear();
        let heard = (0..state.mail.len()).map(|_| state.due()).collect();
        state.deaths.push(Death { rank, heard });
    }

    /// Returns whether a rank was not [killed](Self::kill).
    #[must_use]
    pub fn is_alive(&self, rank: usize) -> bool {
        self.state().is_alive(rank)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how many batches are under way.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.state().mail.iter().map(Vec::len).sum()
    }
}

impl State {
    fn is_alive(&self, rank: usize) -> bool {
        self.deaths.iter().all(|death| death.rank != rank)
    }

    fn due(&mut self) -> u64 {
        self.now + self.random.next() % (self.longest + 1)
    }
}

/// The end of one rank in a [`Network`].
#[derive(Clone, Debug)]
pub struct SimulatedTransport {
    rank: usize,
    size: usize,
    network: Network,
}

impl Transport for SimulatedTransport {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&mut self, to: usize, batch: Vec<u64>) {
        let mut state = self.network.state();
        let due = state.due();
        if state.is_alive(to) {
            state.mail[to].push((due, batch));
        }
    }

    fn receive(&mut self) -> Option<Vec<u64>> {
        let mut state = self.network.state();
        let now = state.now;
        let mail = &mut state.mail[self.rank];
        let due = mail.iter().position(|&(due, _)| due <= now)?;
        Some(mail.swap_remove(due).1)
    }

    fn start_reduction(&mut self, own: Totals) {
        let mut state = self.network.state();
        let at = state.started[self.rank] - state.first;
        if let Some(last) = at.checked_sub(1) {
            assert!(state.waves[last].due[self.rank].is_none(), "one reduction is under way");
        }
        if at == state.waves.len() {
            let due = vec![None; self.size];
            state.waves.push_back(Wave { sum: Totals::default(), missing: self.size, due });
        }
        state.started[self.rank] += 1;
        let wave = &mut state.waves[at];
        wave.sum += own;
        wave.missing -= 1;
        wave.due[self.rank] = Some(u64::MAX);
        if wave.missing == 0 {
            let due = (0..self.size).map(|_| Some(state.due())).collect();
            state.waves[at].due = due;
        }
    }

    fn reduced(&mut self) -> Option<Totals> {
        let mut state = self.network.state();
        let now = state.now;
        let at = (state.started[self.rank] - state.first).checked_sub(1)?;
        let wave = &mut state.waves[at];
        wave.due[self.rank].filter(|&due| due <= now)?;
        wave.due[self.rank] = None;
        let sum = wave.sum;
        // A reduction that all have heard of is forgotten.
        if at == 0 && wave.due.iter().all(Option::is_none) {
            state.waves.pop_front();
            state.first += 1;
        }
        Some(sum)
    }

    fn lost(&self) -> Option<usize> {
        let state = self.network.state();
        let heard = |death: &&Death| death.heard[self.rank] <= state.now;
        state.deaths.iter().find(heard).map(|death| death.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_overtake_each_other_and_none_is_lost() {
        let network = Network::new(2, 30, 7);
        let mut ends: Vec<_> = network.transports().collect();
        (0..100).for_each(|n| ends[0].send(1, vec![n]));
        let mut arrived = Vec::new();
        for _ in 0..=30 {
            network.tick(2);
            while let Some(batch) = ends[1].receive() {
                arrived.extend(batch);
            }
        }
        assert!(!arrived.is_sorted());
        arrived.sort_unstable();
        assert_eq!(arrived, (0..100).collect::<Vec<_>>());
        assert_eq!((network.under_way(), ends[0].receive()), (0, None));
    }

    #[test]
    fn a_sum_waits_for_all_and_is_told_once() {
        let network = Network::new(3, 0, 1);
        let mut ends: Vec<_> = network.transports().collect();
        let one = Totals { sent: 1, ..Totals::default() };
        for round in 1..4 {
            let own = Totals { sent: round, ..Totals::default() };
            ends[0].start_reduction(own);
            ends[2].start_reduction(one);
            assert_eq!(ends[0].reduced(), None);
            ends[1].start_reduction(one);
            for end in &mut ends {
                assert_eq!(end.reduced().map(|totals| totals.sent), Some(round + 2));
                assert_eq!(end.reduced(), None);
            }
        }
    }

    #[test]
    fn a_dead_rank_gets_nothing_and_the_others_hear_of_it_in_time() {
        let network = Network::new(3, 9, 5);
        let mut ends: Vec<_> = network.transports().collect();
        ends[0].send(2, vec![1]);
        ends[2].send(0, vec![2]);
        network.kill(2);
        ends[1].send(2, vec![3]);
        assert!(network.is_alive(0) && !network.is_alive(2));
        assert_eq!(network.under_way(), 1, "what it had sent");
        let mut arrived = 0;
        for _ in 0..=9 {
            network.tick(3);
            arrived += usize::from(ends[0].receive().is_some());
        }
        assert_eq!((arrived, ends[0].lost(), ends[1].lost()), (1, Some(2), Some(2)));
    }

    #[test]
    #[should_panic(expected = "under way")]
    fn a_second_reduction_before_the_first_is_refused() {
        let mut end = Network::new(2, 0, 1).transports().next().unwrap();
        end.start_reduction(Totals::default());
        end.start_reduction(Totals::default());
    }
}
