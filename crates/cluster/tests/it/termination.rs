//! The end of a round is detected neither early nor never.

use cluster::{Network, Problem, SimulatedTransport, TALLIES, Totals, Transport, Worker, simulate};
use zobrist_keys::{SplitMix64, mix};

/// A tree of states without a game: each has up to three children, drawn by its number.
struct Tree {
    arrived: u64,
}

/// A node: a number that is its key, and the levels that are left below it.
type Node = (u64, u64);

impl Problem for Tree {
    type State = Node;

    const WORDS: usize = 2;

    fn pack(&(number, left): &Node, words: &mut Vec<u64>) {
        words.extend([number, left]);
    }

    fn unpack(words: &[u64]) -> Node {
        (words[0], words[1])
    }

    fn arrive(&mut self, node: Node) -> Option<Node> {
        self.arrived += 1;
        Some(node)
    }

    fn expand(&mut self, node: Node, children: &mut Vec<(u64, Node)>) -> bool {
        children.extend(below(node).map(|child| (child.0, child)));
        false
    }

    fn tallies(&self) -> [u64; TALLIES] {
        [self.arrived, 0, 0, 0]
    }
}

fn below((number, left): Node) -> impl Iterator<Item = Node> {
    let children = if left == 0 { 0 } else { number % 4 };
    (1..=children).map(move |child| (mix(number ^ child), left - 1))
}

fn count(node: Node) -> u64 {
    below(node).map(|child| 1 + count(child)).sum()
}

/// Runs rounds of trees on one network, and returns how many nodes they had.
fn rounds(seed: u64) -> u64 {
    let mut random = SplitMix64::new(seed);
    let ranks = 1 + (random.next() % 6) as usize;
    let longest = [0, 3, 40, 400][(random.next() % 4) as usize];
    let network = Network::new(ranks, longest, seed);
    let mut workers: Vec<_> =
        network.transports().map(|end| Worker::new(Tree { arrived: 0 }, end)).collect();
    let mut sum = 0;
    for _ in 0..3 {
        let root = (random.next() | 3, 7);
        sum += count(root);
        let starter = (random.next() % ranks as u64) as usize;
        for (rank, worker) in workers.iter_mut().enumerate() {
            worker.begin(if rank == starter { vec![root] } else { Vec::new() });
        }
        let totals = simulate(&network, &mut workers, 1_000_000).unwrap();
        assert_eq!(totals.tallies[0], sum, "seed {seed}");
        assert_eq!(totals.sent, totals.received, "seed {seed}");
    }
    sum
}

#[test]
fn a_thousand_runs_with_delays_and_reordering_end_neither_early_nor_never() {
    let nodes: u64 = (0..1_000).map(rounds).sum();
    assert!(nodes > 100_000, "{nodes}");
}

/// A transport whose every second reduction returns the last result again, so that a round ends by
/// one equal pair of sums instead of two reductions.
struct Hasty {
    inner: SimulatedTransport,
    again: Option<Totals>,
    repeat: bool,
}

impl Transport for Hasty {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn send(&mut self, to: usize, batch: Vec<u64>) {
        self.inner.send(to, batch);
    }

    fn receive(&mut self) -> Option<Vec<u64>> {
        self.inner.receive()
    }

    fn start_reduction(&mut self, own: Totals) {
        self.repeat = self.again.is_some();
        if !self.repeat {
            self.inner.start_reduction(own);
        }
    }

    fn reduced(&mut self) -> Option<Totals> {
        if self.repeat {
            self.again.take()
        } else {
            self.inner.reduced().inspect(|sum| self.again = Some(*sum))
        }
    }
}

#[test]
fn one_reduction_would_end_some_runs_early() {
    let early = (0..300).filter(|&seed| {
        let network = Network::new(4, 40, seed);
        let hasty = |inner| Hasty { inner, again: None, repeat: false };
        let mut workers: Vec<_> =
            network.transports().map(|end| Worker::new(Tree { arrived: 0 }, hasty(end))).collect();
        let root = (mix(seed) | 3, 7);
        for (rank, worker) in workers.iter_mut().enumerate() {
            worker.begin(if rank == 0 { vec![root] } else { Vec::new() });
        }
        let mut totals = None;
        while totals.is_none() {
            let rank = network.tick(workers.len());
            totals = workers[rank].step().unwrap();
        }
        totals.is_some_and(|totals| totals.tallies[0] != count(root))
    });
    assert!(early.count() > 0);
}
