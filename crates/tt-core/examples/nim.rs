//! Nim: take any number from one heap; who takes the last one wins. A table makes the plain recursion fast.
#![expect(clippy::print_stdout, reason = "an example reports to its reader")]

use tt_core::{Bound, Entry, Table};
use zobrist_keys::mix;

struct Solver {
    table: Table,
    nodes: u64,
    hits: u64,
}

impl Solver {
    /// Whether the side to move wins; each byte of `heaps` is a heap.
    fn wins(&mut self, heaps: u64) -> bool {
        self.nodes += 1;
        if let Some(known) = self.table.probe(mix(heaps)) {
            self.hits += 1;
            return known.score > 0;
        }
        let wins = (0..64).step_by(8).any(|heap| {
            (1..=(heaps >> heap) & 0xff).any(|taken| !self.wins(heaps - (taken << heap)))
        });
        let score = if wins { 1 } else { -1 };
        self.table.store(mix(heaps), Entry { score, bound: Bound::Exact, ..Entry::default() });
        wins
    }
}

#[cfg_attr(test, test)]
fn main() {
    let table = Table::new(1 << 20).expect("a mebibyte is to be had");
    let mut solver = Solver { table, nodes: 0, hits: 0 };
    for heaps in [[11, 10, 9, 8], [12, 11, 9, 7], [3, 9, 10, 0]] {
        let xor_is_zero = heaps.into_iter().fold(0, |xor, heap| xor ^ heap) == 0;
        let packed = heaps.into_iter().fold(0, |packed, heap| packed << 8 | heap);
        assert_eq!(solver.wins(packed), !xor_is_zero, "Bouton's theorem, 1901");
    }
    println!("{} nodes, {} % hits", solver.nodes, 100 * solver.hits / solver.nodes);
}
