//! Domineering by depth-first proof-number search (df-pn: Nagai, "Df-pn algorithm for searching
//! AND/OR trees and its applications", 2002), whose memory is the table.
//!
//! Two sides lay dominoes on a board in turns, one upright, one flat; the side that has no place
//! left loses. A position's proof number is the least number of open positions that must turn out
//! well for the side to move to win, the disproof number that for it to lose.
//!
//! The search visits a position many times and each time knows more than before, however few nodes
//! it took. So the policy is `Newest`, whose records never resist the next ones of their position.
//! (Under `Ageing`, which takes the nodes for plies and refuses a search of fewer, 5 × 5 takes 29 %
//! more nodes.)
//!
//! Graph-history interaction: where a game may repeat positions, a result can depend on the moves
//! that led to a position, while the table keeps it by the position alone. A draw by repetition on
//! one path, taken for the position's value, is wrong on another. Kishimoto and Müller ("A general
//! solution to the graph history interaction problem", 2004) store proofs with a code of their path
//! and, where another path finds one, replay it there before they believe it. Here every domino
//! takes two cells for good: no position occurs twice in a game, and a number holds on all paths.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use std::iter;

use tt_core::{Field, Newest, Payload, Table, Unit, Wide};
use zobrist_keys::mix;

/// The side to move, and the free cells: eight bits a row, of which the last is never free.
#[derive(Clone, Copy)]
struct Board {
    free: u64,
    upright: bool,
}

impl Board {
    fn new(rows: u32, columns: u32) -> Self {
        let row = (1 << columns) - 1;
        Self { free: (0..rows).map(|i| row << (8 * i)).sum(), upright: true }
    }

    /// Returns the positions after each move.
    fn children(self) -> impl Iterator<Item = Self> {
        let step = if self.upright { 8 } else { 1 };
        let mut places = self.free & (self.free >> step);
        iter::from_fn(move || {
            let place = (places != 0).then(|| places & places.wrapping_neg())?;
            places ^= place;
            Some(Self { free: self.free ^ place ^ (place << step), upright: !self.upright })
        })
    }

    /// Returns the key: the state in 64 bits, mixed by a bijection.
    fn key(self) -> u64 {
        mix(self.free | u64::from(self.upright) << 63)
    }
}

/// The numbers of a position from the view of the side to move, and the nodes they took.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
    nodes: u64,
}

const PROOF: Field = Field::new(0, 20);
const DISPROOF: Field = Field::new(20, 20);
const NODES: Field = Field::new(40, 24);
/// The number of what is impossible; one of a position's numbers is 0 if the other is this.
const INFINITE: u32 = PROOF.max() as u32;

/// The numbers of a position that was never searched.
const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1, nodes: 0 };

impl Payload for Numbers {
    const UNIT: Unit = Unit::Count;
    const PRIORITY: Field = NODES;
    /// Proofs do not age.
    const GENERATION: Field = Field::new(0, 0);

    fn to_bits(self) -> u64 {
        PROOF.place(self.proof.into())
            | DISPROOF.place(self.disproof.into())
            | NODES.place(self.nodes.min(NODES.max()))
    }

    fn from_bits(bits: u64) -> Self {
        let (proof, disproof) = (PROOF.get(bits) as u32, DISPROOF.get(bits) as u32);
        Self { proof, disproof, nodes: NODES.get(bits) }
    }

    /// The work on a position adds up.
    fn inherit(self, old: Self) -> Self {
        Self { nodes: self.nodes + old.nodes, ..self }
    }
}

struct Solver {
    table: Table<Numbers, Wide, Newest>,
    nodes: u64,
}

impl Solver {
    fn wins(&mut self, board: Board) -> bool {
        self.search(board, INFINITE, INFINITE).proof == 0
    }

    /// Searches until a number of the position reaches its limit, and returns both.
    fn search(&mut self, board: Board, proof_limit: u32, disproof_limit: u32) -> Numbers {
        let start = self.nodes;
        self.nodes += 1;
        let known = |child: Board| (child, self.table.probe(child.key()).unwrap_or(UNKNOWN));
        // Kept here, too: records of two children may push each other out of the table.
        let mut children: Vec<(Board, Numbers)> = board.children().map(known).collect();
        loop {
            // What proves a child disproves this position, and the reverse: the least disproof
            // number of a child proves, and the sum of their proof numbers disproves.
            children.sort_unstable_by_key(|(_, child)| child.disproof);
            let mut disproofs = children.iter().map(|(_, child)| child.disproof);
            let [proof, second] = [(); 2].map(|()| disproofs.next().unwrap_or(INFINITE));
            let sum = children.iter().map(|(_, child)| child.proof).sum::<u32>();
            let disproof = if proof == 0 { INFINITE } else { sum.min(INFINITE - 1) };
            if proof >= proof_limit || disproof >= disproof_limit {
                let numbers = Numbers { proof, disproof, nodes: self.nodes - start };
                self.table.store(board.key(), numbers);
                return numbers;
            }
            let second = (second + 1).min(proof_limit);
            let (child, own) = &mut children[0];
            *own = self.search(*child, disproof_limit - (disproof - own.proof), second);
        }
    }
}

/// Whether the side to move wins, by plain minimax.
fn minimax(board: Board, nodes: &mut u64) -> bool {
    *nodes += 1;
    board.children().any(|child| !minimax(child, nodes))
}

#[cfg_attr(test, test)]
fn main() -> Result<(), tt_core::AllocError> {
    let (mut solver, mut plain) = (Solver { table: Table::with_parts(1 << 20)?, nodes: 0 }, 0);
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns))) {
        let board = Board::new(rows, columns);
        assert_eq!(solver.wins(board), minimax(board, &mut plain), "{rows} × {columns}");
    }
    assert!(solver.nodes < plain / 20);
    println!("boards up to 5 × 5: {} nodes, {plain} by minimax", solver.nodes);
    Ok(())
}
