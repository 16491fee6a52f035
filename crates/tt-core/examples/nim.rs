//! Nim: take any number from one heap; who takes the last one wins. Plain recursion and a table.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use tt_core::{Bound, Entry, Table};
use zobrist_keys::mix;

struct Solver {
    table: Table,
    nodes: u64,
    hits: u64,
}

impl Solver {
    /// Whether the side to move wins; each byte is a heap.
    fn wins(&mut self, heaps: u64) -> bool {
        self.nodes += 1;
        if let Some(known) = self.table.probe(mix(heaps)) {
            self.hits += 1;
            return known.score > 0;
        }
        let wins = (0..64).step_by(8).any(|heap| {
            (1..=(heaps >> heap) & 0xff).any(|taken| !self.wins(heaps - (taken << heap)))
        });
        let score = i16::from(wins);
        self.table.store(mix(heaps), Entry { score, bound: Bound::Exact, ..Entry::default() });
        wins
    }
}

#[cfg_attr(test, test)]
fn main() {
    let table = Table::new(1 << 20).expect("a mebibyte is to be had");
    let mut solver = Solver { table, nodes: 0, hits: 0 };
    for heaps in [[11, 10, 9, 8], [12, 11, 9, 7], [3, 9, 10, 1]] {
        let wins = heaps[0] ^ heaps[1] ^ heaps[2] ^ heaps[3] != 0; // Bouton, 1901.
        assert_eq!(solver.wins(u32::from_be_bytes(heaps).into()), wins);
    }
    println!("{} nodes, {} % hits", solver.nodes, 100 * solver.hits / solver.nodes);
}
