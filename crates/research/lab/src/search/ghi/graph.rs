//! Repetition on small graphs: what a table that knows states but no paths does to a root's value
//! (Palay 1983; Campbell 1985).
//!
//! The rule is the search's: a state that is on the path already is a draw. The value of a state
//! then depends on the path to it, and a table keeps it by the state alone.

use std::collections::HashMap;

use self_play::Random;

/// A loss, a draw or a win for the side that moves first.
type Value = i8;

/// The path itself makes no draw below a state that depends on none of its states.
const NO_PLY: usize = usize::MAX;

/// A state: an end, or the states that its moves lead to. In states of even numbers the first side
/// is to move, in odd ones the other, and moves lead from one to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    End(Value),
    Moves(Vec<usize>),
}

/// The values that a table keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// Nothing: the value is true.
    Nothing,
    /// Every value.
    Naive,
    /// Only values that no repetition of a state above went into.
    NoPathDraws,
    /// Every value, by the state and the set of states on the path: it is true again.
    PathInKey,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GraphValue {
    pub(super) value: Value,
    pub(super) nodes: u64,
    /// Answers of the table: a draw where the state is won or lost on this path (Campbell's first
    /// kind: the draw came before).
    pub(super) false_draws: u64,
    /// Answers of the table: a win or a loss where it is none on this path (his second kind: the
    /// draw comes now).
    pub(super) false_decisions: u64,
}

struct Search<'a> {
    graph: &'a [State],
    memory: Memory,
    path: Vec<usize>,
    table: HashMap<(usize, Vec<usize>), Value>,
    solved: GraphValue,
}

impl<'a> Search<'a> {
    fn new(graph: &'a [State], memory: Memory, path: Vec<usize>) -> Self {
        let (table, solved) = Default::default();
        Self { graph, memory, path, table, solved }
    }

    /// Returns the value of a state, and the ply of the highest state on the path by whose
    /// repetition it came about.
    fn value(&mut self, state: usize) -> (Value, usize) {
        self.solved.nodes += 1;
        // Repetitions come before the table, as in the search.
        if let Some(ply) = self.path.iter().position(|&earlier| earlier == state) {
            return (0, ply);
        }
        let key = self.key(state);
        if let Some(&value) = key.as_ref().and_then(|key| self.table.get(key)) {
            self.judge(state, value);
            return (value, NO_PLY);
        }
        let moves = match &self.graph[state] {
            State::End(value) => return (*value, NO_PLY),
            State::Moves(moves) => moves,
        };
        let ply = self.path.len();
        self.path.push(state);
        let values: Vec<(Value, usize)> = moves.iter().map(|&to| self.value(to)).collect();
        self.path.pop();
        let children = values.iter().map(|&(value, _)| value);
        let value = if state.is_multiple_of(2) { children.max() } else { children.min() };
        let value = value.expect("a state without a move is an end");
        let highest = values.iter().map(|&(_, ply)| ply).min().unwrap_or(NO_PLY);
        // A repetition of this state itself is the same on every path.
        let highest = if highest >= ply { NO_PLY } else { highest };
        if let Some(key) = key
            && (self.memory != Memory::NoPathDraws || highest == NO_PLY)
        {
            self.table.insert(key, value);
        }
        (value, highest)
    }

    /// Holds the table's answer for a state against its value on this path.
    fn judge(&mut self, state: usize, answer: Value) {
        let truth = Search::new(self.graph, Memory::Nothing, self.path.clone()).value(state).0;
        if answer != truth {
            let faults = &mut self.solved;
            *if answer == 0 { &mut faults.false_draws } else { &mut faults.false_decisions } += 1;
        }
    }

    fn key(&self, state: usize) -> Option<(usize, Vec<usize>)> {
        let mut path = match self.memory {
            Memory::Nothing => return None,
            Memory::Naive | Memory::NoPathDraws => Vec::new(),
            Memory::PathInKey => self.path.clone(),
        };
        path.sort_unstable();
        Some((state, path))
    }
}

pub(super) fn solve(graph: &[State], memory: Memory) -> GraphValue {
    let mut search = Search::new(graph, memory, Vec::new());
    let (value, _) = search.value(0);
    GraphValue { value, ..search.solved }
}

/// Returns the graph that the page shows. The first side moves in 0, 2, 4.
///
/// ```text
/// 0 ─→ 1 ─→ 2 ─→ 5 ─→ 2 (again: a draw) or 6, a win
/// │    └──→ 8, a loss
/// │         2 ─→ 7, a win
/// └──→ 3 ─→ 4 ─→ 5
/// ```
///
/// By 1 the other side takes the loss. On the way 5 is a draw, since 2 is on the path. By 3 it is a
/// win: 2 is on no path there, and wins at once. A table that kept the draw of 5 gives the root a
/// draw.
pub(super) fn example() -> Vec<State> {
    let moves = |to: &[usize]| State::Moves(to.to_vec());
    vec![
        moves(&[1, 3]),
        moves(&[2, 8]),
        moves(&[5, 7]),
        moves(&[4]),
        moves(&[5]),
        moves(&[2, 6]),
        State::End(1),
        State::End(1),
        State::End(-1),
    ]
}

/// Draws a graph: states with one to three moves, and an end here and there.
pub(super) fn draw(random: &mut Random) -> Vec<State> {
    const STATES: usize = 12;
    const MOST_MOVES: usize = 3;
    let state = |number: usize, random: &mut Random| {
        if number > 1 && random.below(3) == 0 {
            return State::End([-1, 1][random.below(2)]);
        }
        let moves = 1 + random.below(MOST_MOVES);
        let to = (0..moves).map(|_| 2 * random.below(STATES / 2) + 1 - number % 2);
        State::Moves(to.collect())
    };
    (0..STATES).map(|number| state(number, random)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_naive_table_is_wrong_about_the_example_and_the_others_are_not() {
        let value = |memory| solve(&example(), memory).value;
        assert_eq!(value(Memory::Nothing), 1);
        assert_eq!(value(Memory::Naive), 0);
        assert_eq!(value(Memory::NoPathDraws), 1);
        assert_eq!(value(Memory::PathInKey), 1);
    }

    /// A win that is stored although no state of the path went into it leads through states that
    /// are won without the path: below one of them it may be false, but that one is won itself.
    #[test]
    fn without_draws_of_the_path_answers_may_be_wrong_and_no_root_is() {
        let mut random = Random::new(3);
        let all = [Memory::Nothing, Memory::Naive, Memory::NoPathDraws, Memory::PathInKey];
        let mut wrong = [0; 4];
        let mut false_draws = [0; 4];
        let mut false_decisions = [0; 4];
        for _ in 0..2_000 {
            let graph = draw(&mut random);
            let truth = solve(&graph, Memory::Nothing);
            for (number, memory) in all.into_iter().enumerate() {
                let solved = solve(&graph, memory);
                wrong[number] += u32::from(solved.value != truth.value);
                false_draws[number] += solved.false_draws;
                false_decisions[number] += solved.false_decisions;
                assert!(solved.nodes <= truth.nodes);
            }
        }
        assert!(wrong[1] > 0, "{wrong:?}");
        assert_eq!([wrong[0], wrong[2], wrong[3]], [0; 3]);
        assert!(
            false_draws[1] > 0 && false_decisions[2] > 0,
            "{false_draws:?} {false_decisions:?}"
        );
        assert_eq!(
            [false_draws[0], false_decisions[0], false_draws[3], false_decisions[3]],
            [0; 4]
        );
    }
}
