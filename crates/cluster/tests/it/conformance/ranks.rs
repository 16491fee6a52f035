//! Users are simulated ranks; messages are delayed and overtake each other.

use std::collections::VecDeque;

use cluster::{Network, RemoteTable, SimulatedTransport, home};
use tt_core::Entry;

use super::{Act, Shared, USERS};

pub(super) struct Ranks {
    network: Network,
    ranks: Vec<RemoteTable<Entry, SimulatedTransport>>,
}

impl Ranks {
    /// Lets a rank that is alive obey what has arrived.
    fn tick(&mut self) -> usize {
        let rank = self.network.tick(USERS);
        if self.network.is_alive(rank) {
            self.ranks[rank].step();
        }
        rank
    }
}

impl Shared for Ranks {
    fn open(bytes: usize, seed: u64) -> Self {
        let network = Network::new(USERS, seed % 4 * 15, seed);
        let part = |transport| RemoteTable::new(bytes / USERS, transport).unwrap();
        let ranks = network.transports().map(part).collect();
        Self { network, ranks }
    }

    fn act(&mut self, user: usize, act: Act) -> Option<Entry> {
        match act {
            Act::Store(key, entry) => {
                self.ranks[user].store(key, entry);
                while self.network.under_way() > 0 {
                    self.tick();
                }
                None
            }
            Act::Probe(key) => {
                let question = self.ranks[user].ask(key);
                loop {
                    if let Some(found) = self.ranks[user].answer(question) {
                        return found;
                    }
                    self.tick();
                }
            }
        }
    }

    fn race(&mut self, acts: &[Vec<Act>]) -> Vec<Vec<Option<Entry>>> {
        let mut left: Vec<VecDeque<Act>> =
            acts.iter().map(|acts| acts.iter().copied().collect()).collect();
        let mut questions = vec![Vec::new(); USERS];
        while self.network.under_way() > 0 || left.iter().any(|acts| !acts.is_empty()) {
            let user = self.tick();
            match left[user].pop_front() {
                Some(Act::Store(key, entry)) => self.ranks[user].store(key, entry),
                Some(Act::Probe(key)) => questions[user].push(self.ranks[user].ask(key)),
                None => {}
            }
        }
        let mut answers = Vec::new();
        for (rank, questions) in self.ranks.iter_mut().zip(questions) {
            answers.push(questions.into_iter().filter_map(|one| rank.answer(one)).collect());
        }
        answers
    }

    fn kill(&mut self, user: usize) {
        self.network.kill(user);
    }

    fn dies_with(key: u64, user: usize) -> bool {
        home(key, USERS) == user
    }
}
