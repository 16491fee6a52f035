//! A count by several threads: the tree is split at its root.

use movegen::{Move, Position, perft};
use rayon::prelude::*;

use super::table::CountTable;
use crate::io::progress::Progress;
use crate::threads::thread_pool;

/// The plies above the subtrees that threads take one by one: two, because a few of the root's
/// moves may have most of the leaves.
const SPLIT: u32 = 2;

/// A perft: its root, depth and means.
pub(crate) struct Tree<'a> {
    pub(crate) position: &'a Position,
    /// The plies, at least one.
    pub(crate) depth: u32,
    /// The threads, at least one.
    pub(crate) threads: usize,
    pub(crate) table: Option<&'a CountTable>,
}

impl Tree<'_> {
    /// Counts the leaves below each root move, in the order of generation.
    pub(crate) fn divide(&self) -> Result<Vec<(Move, u64)>, String> {
        let moves = self.position.legal_moves();
        let mut subtrees = Vec::new();
        for (number, &mv) in moves.iter().enumerate() {
            let child = self.position.make(mv);
            if self.depth <= SPLIT {
                subtrees.push((number, child));
            } else {
                let replies = child.legal_moves();
                subtrees.extend(replies.into_iter().map(|reply| (number, child.make(reply))));
            }
        }
        let rest = self.depth - if self.depth <= SPLIT { 1 } else { SPLIT };
        let pool = thread_pool(self.threads)?;
        let progress = Progress::new(|| Some(subtrees.len() as u64), "subtrees");
        let counts: Vec<u64> = pool.install(|| {
            let counts = subtrees.par_iter().map(|(_, subtree)| {
                let leaves = match self.table {
                    None => perft(subtree, rest),
                    Some(table) => table.perft(subtree, rest),
                };
                progress.add(1);
                leaves
            });
            // One subtree a task: they differ in size by orders of magnitude.
            counts.with_max_len(1).collect()
        });
        progress.finish();
        let mut divided: Vec<(Move, u64)> = moves.iter().map(|&mv| (mv, 0)).collect();
        for ((number, _), leaves) in subtrees.iter().zip(counts) {
            divided[*number].1 += leaves;
        }
        Ok(divided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let moves = position.legal_moves();
        moves.into_iter().map(|mv| (mv, perft(&position.make(mv), depth - 1))).collect()
    }

    #[test]
    fn threads_and_table_change_neither_counts_nor_order() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let table = CountTable::new(1 << 20).unwrap();
            for depth in 1..=4 {
                let expected = divide(&position, depth);
                for (threads, table) in [(1, None), (3, None), (1, Some(&table)), (3, Some(&table))]
                {
                    let tree = Tree { position: &position, depth, threads, table };
                    assert_eq!(tree.divide().unwrap(), expected, "{fen} depth {depth}");
                }
            }
        }
    }
}
