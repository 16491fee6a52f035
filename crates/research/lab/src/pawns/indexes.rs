//! How evenly the indexes of the pawn table spread structures that a search met.

use std::collections::HashSet;

use evaluation::PawnProbe;
use pawn_classics::{BitboardModulo, Difference, FastModulo};
use pawn_hash::{Index, Mask, MultiplyHigh, key_of};

use crate::page::chi_square_ratio;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Structure {
    /// White's and Black's.
    pub(super) pawns: [u64; 2],
    key: u64,
}

impl Structure {
    /// Creates one whose key does not matter.
    #[cfg(test)]
    pub(super) fn new(pawns: [u64; 2]) -> Self {
        Self { pawns, key: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Spreading {
    pub(super) name: &'static str,
    /// Whether it looks at the key; the others look at the sets.
    pub(super) by_key: bool,
    pub(super) slots: usize,
    /// χ² over its degrees of freedom (Karl Pearson, 1900), near 1 if every slot is equally likely.
    pub(super) ratio: f64,
}

pub(super) fn structures(trace: &[PawnProbe]) -> HashSet<Structure> {
    let structure =
        |probe: &PawnProbe| Structure { pawns: probe.pawns.map(|set| set.0), key: probe.key };
    trace.iter().map(structure).collect()
}

pub(super) fn spread(structures: &HashSet<Structure>) -> [Spreading; 7] {
    /// A power of two, which is all that a mask serves.
    const POWER: usize = 1 << 12;
    /// A size that is none.
    const OTHER: usize = 5_000;
    let row = |name, by_key, slots, ratio| Spreading { name, by_key, slots, ratio };
    [
        row("MultiplyHigh", true, POWER, ratio::<MultiplyHigh>(structures, POWER)),
        row("MultiplyHigh", true, OTHER, ratio::<MultiplyHigh>(structures, OTHER)),
        row("Mask", true, POWER, ratio::<Mask>(structures, POWER)),
        row("FastModulo", true, OTHER, ratio::<FastModulo>(structures, OTHER)),
        row("key_of", false, POWER, ratio::<MultiplyHigh>(&rekeyed(structures), POWER)),
        row("Difference", false, POWER, ratio::<Difference>(structures, POWER)),
        row("BitboardModulo", false, 16_411, ratio::<BitboardModulo<16_411>>(structures, 16_411)),
    ]
}

/// Returns the structures with the keys that an engine without a pawn key gives them.
fn rekeyed(structures: &HashSet<Structure>) -> HashSet<Structure> {
    structures
        .iter()
        .map(|&Structure { pawns, .. }| Structure { pawns, key: key_of(pawns) })
        .collect()
}

fn ratio<I: Index>(structures: &HashSet<Structure>, slots: usize) -> f64 {
    let index = I::new(slots);
    let mut counts = vec![0_u32; slots];
    for structure in structures {
        counts[index.slot(structure.pawns, structure.key)] += 1;
    }
    chi_square_ratio(&counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::bench::recording::{POSITIONS, record};

    /// Evaluations of each of the eight positions' searches: a third of a million positions in
    /// all.
    const EVALUATIONS: usize = 40_000;

    #[test]
    fn every_index_spreads_real_structures_evenly() {
        let mut all = HashSet::new();
        for (_, fen) in POSITIONS {
            all.extend(structures(&record(fen, EVALUATIONS).unwrap()));
        }
        assert!(all.len() > 8_000, "{} structures", all.len());
        for spreading in spread(&all) {
            assert!((0.88..1.12).contains(&spreading.ratio), "{spreading:?}");
        }
    }

    #[test]
    fn a_crowded_slot_is_seen() {
        // Keys with one bit set among the twelve that a mask looks at: 12 slots of 4096.
        let structure = |n: u64| Structure { pawns: [n << 8, 0], key: 1 << (n % 12) | n << 20 };
        let all: HashSet<Structure> = (0..10_000).map(structure).collect();
        let [_, _, mask, ..] = spread(&all);
        assert!(mask.name == "Mask" && mask.ratio > 100.0, "{mask:?}");
    }
}
