//! The 15-puzzle on one thread, by recursion: what the ranks are compared with.

use tt_core::AllocError;

use crate::Puzzle;
use crate::ida_star::{Iteration, Memory, Reached};

/// The result of a serial search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The iterations; the last one is solved, and its bound is the length of a shortest solution.
    pub iterations: Vec<Iteration>,
}

impl Solution {
    /// Steps of a shortest solution.
    #[must_use]
    pub fn length(&self) -> u8 {
        self.iterations.last().map_or(0, |last| last.bound)
    }

    /// Returns the boards that were expanded in the iterations without a solution. The last one
    /// ends when it meets a solution, so its count depends on luck.
    #[must_use]
    pub fn expanded_before_the_last(&self) -> u64 {
        let (_, before) = self.iterations.split_last().unzip();
        before.unwrap_or(&[]).iter().map(|one: &Iteration| one.expanded).sum()
    }
}

/// Solves with a table of `bytes` for boards that were expanded.
///
/// # Errors
/// If there is no memory for it.
pub fn solve(puzzle: Puzzle, bytes: usize) -> Result<Solution, AllocError> {
    Ok(deepen(puzzle, Some(Memory::new(bytes)?)))
}

/// Solves without a table: the tree, but that no step is taken back at once.
#[must_use]
pub fn solve_without_table(puzzle: Puzzle) -> Solution {
    deepen(puzzle, None)
}

fn deepen(puzzle: Puzzle, mut memory: Option<Memory>) -> Solution {
    let mut iterations = Vec::new();
    for bound in (puzzle.distance()..=u8::MAX).step_by(2) {
        if let Some(memory) = &mut memory {
            memory.next_iteration();
        }
        let mut search = Search { bound, memory: memory.as_ref(), expanded: 0 };
        let solved = search.below(Reached::start(puzzle));
        iterations.push(Iteration { bound, expanded: search.expanded, solved });
        if solved {
            break;
        }
    }
    Solution { iterations }
}

struct Search<'a> {
    bound: u8,
    memory: Option<&'a Memory>,
    expanded: u64,
}

impl Search<'_> {
    /// Returns whether there is a solution within the bound.
    fn below(&mut self, reached: Reached) -> bool {
        self.expanded += 1;
        reached.puzzle.distance() == 0
            || reached.children().any(|child| {
                child.estimate() <= self.bound
                    && self.memory.is_none_or(|memory| memory.is_new(child, self.bound))
                    && self.below(child)
            })
    }
}
