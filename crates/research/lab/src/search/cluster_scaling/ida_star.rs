//! The 15-puzzle by iterative deepening A* on many ranks.

use cluster::{Problem, TALLIES, Transport, Worker};
use tt_core::{AllocError, Field, Payload, Table, Unit};
use zobrist_keys::mix;

use super::puzzle::{Puzzle, Step};

/// A board, how it was reached, and the least estimate of a solution through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    pub(super) puzzle: Puzzle,
    steps: u8,
    last: Option<Step>,
}

impl Reached {
    /// Returns the start, reached in no steps.
    pub(super) fn start(puzzle: Puzzle) -> Self {
        Self { puzzle, steps: 0, last: None }
    }

    /// Returns a lower bound of the length of a solution through here.
    pub(super) fn estimate(self) -> u8 {
        self.steps + self.puzzle.distance()
    }

    /// Returns the boards that one step leads to, except the step back.
    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        Step::ALL.into_iter().filter(move |step| self.last != Some(step.back())).filter_map(
            move |step| {
                let puzzle = self.puzzle.step(step)?;
                Some(Self { puzzle, steps: self.steps + 1, last: Some(step) })
            },
        )
    }
}

/// Returns the key of a board: exact, since the mixer is a bijection and the table compares whole
/// keys.
fn key(puzzle: Puzzle) -> u64 {
    mix(puzzle.to_bits())
}

/// The record of a board's expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expanded {
    /// The iteration of this memory, from 1: another one's bound or start differs.
    iteration: u32,
    steps: u8,
    /// The steps that the bound left from here.
    left: u8,
}

impl Payload for Expanded {
    const UNIT: Unit = Unit::Draft;
    /// A board with more steps left is kept longer.
    const PRIORITY: Field = Field::new(0, 8);
    const GENERATION: Field = Field::new(59, 5);

    fn to_bits(self) -> u64 {
        u64::from(self.left) | u64::from(self.steps) << 8 | u64::from(self.iteration) << 16
    }

    fn from_bits(bits: u64) -> Self {
        Self { left: bits as u8, steps: (bits >> 8) as u8, iteration: (bits >> 16) as u32 }
    }
}

/// The boards that an iteration has expanded: a table that may forget, which costs expansions only.
#[derive(Debug)]
pub(super) struct Memory {
    table: Table<Expanded>,
    iteration: u32,
}

impl Memory {
    pub(super) fn new(bytes: usize) -> Result<Self, AllocError> {
        Ok(Self { table: Table::with_parts(bytes)?, iteration: 0 })
    }

    /// Returns whether a board is to be expanded: it was not in this iteration, or after more
    /// steps. Notes it then.
    pub(super) fn is_new(&self, reached: Reached, bound: u8) -> bool {
        let key = key(reached.puzzle);
        let iteration = self.iteration;
        let steps = reached.steps;
        let known = self.table.probe(key);
        if known.is_some_and(|old| old.iteration == iteration && old.steps <= steps) {
            return false;
        }
        self.table.store(key, Expanded { iteration, steps, left: bound - steps });
        true
    }

    /// Forgets the boards that were expanded.
    pub(super) fn next_iteration(&mut self) {
        self.iteration += 1;
        self.table.advance_generation();
    }
}

/// Iterative deepening A* (Korf, 1985): a round is an iteration, which expands all boards whose
/// estimate is within its bound, on the ranks that their keys name. A rank drops a board that it
/// has expanded in the same iteration after no more steps. The first solution that is met is
/// shortest and stops the round.
#[derive(Debug)]
pub(super) struct IdaStar {
    memory: Memory,
    bound: u8,
    solutions: u64,
}

impl IdaStar {
    /// Creates the problem of this rank, with a table of `bytes` for boards that were expanded.
    pub(super) fn new(bytes: usize) -> Result<Self, AllocError> {
        Ok(Self { memory: Memory::new(bytes)?, bound: 0, solutions: 0 })
    }
}

impl Problem for IdaStar {
    type State = Reached;

    const WORDS: usize = 2;

    fn pack(state: &Reached, words: &mut Vec<u64>) {
        let last = state.last.map_or(0, |step| step as u64 + 1);
        words.extend([state.puzzle.to_bits(), u64::from(state.steps) | last << 8]);
    }

    fn unpack(words: &[u64]) -> Reached {
        let last = (words[1] >> 8).checked_sub(1).map(|step| Step::ALL[step as usize]);
        Reached { puzzle: Puzzle::from_bits(words[0]), steps: words[1] as u8, last }
    }

    fn arrive(&mut self, state: Reached) -> Option<Reached> {
        self.memory.is_new(state, self.bound).then_some(state)
    }

    fn expand(&mut self, state: Reached, children: &mut Vec<(u64, Reached)>) -> bool {
        if state.puzzle.distance() == 0 {
            self.solutions += 1;
            return true;
        }
        let within = state.children().filter(|child| child.estimate() <= self.bound);
        children.extend(within.map(|child| (key(child.puzzle), child)));
        false
    }

    fn tallies(&self) -> [u64; TALLIES] {
        [self.solutions, 0, 0, 0]
    }
}

/// Begins an iteration on all ranks: the start on its home, nothing on the others. The first bound
/// is the start's distance, each further one 2 more, since no length between has the right parity.
pub(super) fn begin<T: Transport>(workers: &mut [Worker<IdaStar, T>], puzzle: Puzzle, bound: u8) {
    for worker in workers {
        let here = worker.is_home(key(puzzle));
        let problem = worker.problem_mut();
        (problem.bound, problem.solutions) = (bound, 0);
        problem.memory.next_iteration();
        worker.begin(if here { vec![Reached::start(puzzle)] } else { Vec::new() });
    }
}
