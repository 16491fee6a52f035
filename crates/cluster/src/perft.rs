//! Chess, ply by ply: how many paths there are, and how many positions they lead to.

use std::collections::HashMap;

use movegen::Position;

use crate::{PackedPosition, Problem, TALLIES, Totals, Transport, Worker};

/// A position and how many paths lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paths {
    /// The position.
    pub position: PackedPosition,
    /// The paths to it from the root, all of the same length.
    pub paths: u64,
}

/// Perft with multiplicities. A round takes all positions of one ply to the next one, where a
/// position is kept once, on its home, with the sum of the paths that meet there: so each is
/// expanded once. Nothing is expanded in the round in which it arrives.
#[derive(Clone, Debug, Default)]
pub struct Perft {
    reached: HashMap<PackedPosition, u64>,
}

impl Perft {
    /// Creates a problem before its first round.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Problem for Perft {
    type State = Paths;

    const WORDS: usize = PackedPosition::WORDS + 1;

    fn pack(state: &Paths, words: &mut Vec<u64>) {
        words.extend(state.position.to_words());
        words.push(state.paths);
    }

    fn unpack(words: &[u64]) -> Paths {
        let mut position = [0; PackedPosition::WORDS];
        position.copy_from_slice(&words[..PackedPosition::WORDS]);
        let position = PackedPosition::from_words(position);
        Paths { position, paths: words[PackedPosition::WORDS] }
    }

    fn arrive(&mut self, state: Paths) -> Option<Paths> {
        *self.reached.entry(state.position).or_default() += state.paths;
        None
    }

    fn expand(&mut self, state: Paths, children: &mut Vec<(u64, Paths)>) -> bool {
        state.position.unpack().for_each_child(|_, child| {
            let position = PackedPosition::new(child);
            children.push((child.key(), Paths { position, paths: state.paths }));
        });
        false
    }

    fn tallies(&self) -> [u64; TALLIES] {
        [self.reached.values().sum(), self.reached.len() as u64, 0, 0]
    }
}

impl Totals {
    /// Of a round of [`Perft`]: returns the paths to the ply that was reached.
    #[must_use]
    pub const fn paths(&self) -> u64 {
        self.tallies[0]
    }

    /// Of a round of [`Perft`]: returns the different positions of that ply.
    #[must_use]
    pub const fn distinct(&self) -> u64 {
        self.tallies[1]
    }
}

impl<T: Transport> Worker<Perft, T> {
    /// Returns the work of the first round: the root on its home, nothing on other ranks.
    #[must_use]
    pub fn root(&self, position: &Position) -> Vec<Paths> {
        let root = Paths { position: PackedPosition::new(position), paths: 1 };
        if self.is_home(position.key()) { vec![root] } else { Vec::new() }
    }

    /// Returns the work of a later round: the positions that the last one reached here.
    #[must_use]
    pub fn next_ply(&mut self) -> Vec<Paths> {
        let reached = std::mem::take(&mut self.problem_mut().reached);
        reached.into_iter().map(|(position, paths)| Paths { position, paths }).collect()
    }
}
