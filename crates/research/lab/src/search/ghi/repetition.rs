//! The page's part on repetition, over small graphs.

use self_play::Random;

use super::graph::{self, GraphValue, Memory, State};
use crate::page::{MarkdownTable, Page};

const MEMORIES: [(Memory, &str); 4] = [
    (Memory::Nothing, "no table: the truth"),
    (Memory::Naive, "every value"),
    (Memory::NoPathDraws, "no value that a repetition above went into"),
    (Memory::PathInKey, "every value, with the states of the path in the key"),
];

#[derive(Clone, Copy, Default)]
struct GraphSum {
    /// Wrong values of roots: draws, and others.
    roots: [u64; 2],
    /// Wrong answers of the table: draws, and others.
    answers: [u64; 2],
    nodes: u64,
}

impl GraphSum {
    fn of(graphs: &[Vec<State>], memory: Memory) -> Self {
        let mut sum = Self::default();
        for graph in graphs {
            let truth = graph::solve(graph, Memory::Nothing).value;
            let GraphValue { value, nodes, false_draws, false_decisions } =
                graph::solve(graph, memory);
            if value != truth {
                sum.roots[usize::from(value != 0)] += 1;
            }
            sum.answers[0] += false_draws;
            sum.answers[1] += false_decisions;
            sum.nodes += nodes;
        }
        sum
    }

    fn wrong_roots(&self) -> u64 {
        self.roots.iter().sum()
    }
}

/// Adds repetition on random graphs to the page; returns the result in one sentence.
pub(super) fn describe(found: &mut Page, count: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let graphs: Vec<Vec<State>> = (0..count).map(|_| graph::draw(&mut random)).collect();
    let sums = MEMORIES.map(|(memory, _)| GraphSum::of(&graphs, memory));
    let example = graph::example();
    let names = ["the table keeps", "example", "roots: false draws", "other faults"];
    let answers = ["answers: false draws", "false wins and losses", "nodes"];
    let mut table = MarkdownTable::new(names.into_iter().chain(answers), 1);
    for ((memory, text), sum) in MEMORIES.into_iter().zip(&sums) {
        let value = graph::solve(&example, memory).value;
        let counts = [sum.roots, sum.answers].concat().into_iter().chain([sum.nodes]);
        let counts = counts.map(|count| count.to_string());
        table.row([text.to_owned(), format!("{value:+}")].into_iter().chain(counts));
    }
    found.paragraph(&format!(
        "Repetition: the value of a small graph that was made for it, and of {count} random graphs \
         of 12 states wrong values of the roots and wrong answers of the table, each held against \
         the value of the state on the path that asked. In the example the first side wins by a \
         state whose value a table knows from another path, where it was a draw by repetition."
    ));
    found.table(&table);
    let [_, naive, careful, _] = sums;
    found.paragraph(&format!(
        "To keep no draw of the path gives every root its value. Answers of Campbell's second kind \
         remain, {} here: a win that was found where no state of its line stood on the path is used \
         where one does, and is a draw. They cannot reach the root: such a win leads through states \
         that are won themselves, so the one that would be repeated is won, and it stands higher. \
         What they can spoil is the choice of a move, since a line may go back to where it was; and \
         the proof holds for wins and losses that were searched to the end, not for scores at a \
         depth. The path in the key leaves nothing. The engine keeps every value, as the second row \
         does, and looks for a repetition before it asks the table.",
        careful.answers[1]
    ));
    format!(
        "By repetition a table that knows no paths gives {} of {count} random graphs a wrong value, \
         and {} if it keeps no draw of the path.",
        naive.wrong_roots(),
        careful.wrong_roots()
    )
}
