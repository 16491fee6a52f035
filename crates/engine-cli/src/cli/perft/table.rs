//! A transposition table for the counts of repeated subtrees.

use movegen::{Position, perft};
use tt_core::{AllocError, Field, Payload, Table, Unit};

/// The number of leaves of a subtree, and its depth.
///
/// ```text
/// bits  63 … 58 | 57 … 0
///       depth   | leaves
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    depth: u32,
    leaves: u64,
}

const LEAVES: Field = Field::new(0, 58);
const DEPTH: Field = Field::new(58, 6);

impl Payload for Count {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DEPTH;
    const GENERATION: Field = Field::new(0, 0);

    fn to_bits(self) -> u64 {
        LEAVES.place(self.leaves) | DEPTH.place(self.depth.into())
    }

    fn from_bits(bits: u64) -> Self {
        Self { depth: DEPTH.get(bits) as u32, leaves: LEAVES.get(bits) }
    }
}

/// The shallowest subtree in the table, in plies: a count of one ply costs less than a probe.
const SHALLOWEST: u32 = 2;

/// A table of counts, shared by threads. A record is used only if all 64 bits of the key and the
/// depth match, so a wrong count takes two positions with equal keys in one tree.
pub(crate) struct CountTable(Table<Count>);

impl CountTable {
    /// Creates a table of at most `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Result<Self, AllocError> {
        Table::with_parts(bytes).map(Self)
    }

    /// Counts the leaves `depth` plies below `position`.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> u64 {
        if depth < SHALLOWEST {
            return perft(position, depth);
        }
        let key = key(position, depth);
        if let Some(count) = self.0.probe(key).filter(|count| count.depth == depth) {
            return count.leaves;
        }
        let mut child = position.clone();
        let mut leaves = 0;
        for mv in position.legal_moves() {
            position.make_into(mv, &mut child);
            leaves += self.perft(&child, depth - 1);
        }
        if leaves <= LEAVES.max() {
            self.0.store(key, Count { depth, leaves });
        }
        leaves
    }
}

/// Returns the key of a subtree: records of one position at several depths live side by side.
fn key(position: &Position, depth: u32) -> u64 {
    // The fractional part of the golden ratio: its multiples differ in many bits.
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    position.key() ^ STEP.wrapping_mul(depth.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_survives_packing() {
        for count in [
            Count { depth: 2, leaves: 0 },
            Count { depth: 15, leaves: LEAVES.max() },
            Count { depth: 7, leaves: 3_195_901_860 },
        ] {
            assert_eq!(Count::from_bits(count.to_bits()), count);
        }
    }

    /// The counts are right even with tables of one bucket and of a few, which lose nearly all
    /// records.
    #[test]
    fn a_table_changes_no_count() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for bytes in [64, 1 << 12, 1 << 20] {
                let table = CountTable::new(bytes).unwrap();
                for depth in [4, 0, 1, 2, 3, 4] {
                    let counted = table.perft(&position, depth);
                    assert_eq!(counted, perft(&position, depth), "{fen} {bytes} {depth}");
                }
            }
        }
    }
}
