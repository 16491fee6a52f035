//! How many paths and how many different positions there are after each ply.

use std::collections::HashSet;

use movegen::{Move, perft};
use rayon::prelude::*;

use super::en_passant::{EnPassant, Wide};

/// The paths of some plies and the positions at their ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) ply: u32,
    pub(super) paths: u64,
    /// Distinct positions under each rule of [`EnPassant::ALL`].
    pub(super) distinct: [u64; 3],
}

impl Count {
    /// Paths to each position, under a rule of [`EnPassant::ALL`].
    pub(super) fn paths_each(&self, rule: usize) -> f64 {
        self.paths as f64 / self.distinct[rule] as f64
    }
}

/// Counts the positions after 1, 2, ... `deepest` plies.
///
/// Positions are the same if placement, side to move, rights to castle and the file of the last
/// double step, as far as the rule keeps it, are. Their moves do not depend on a file without a
/// legal capture, so one parent of each set that differs only there is enough.
pub(super) fn census(root: &Wide, deepest: u32) -> Vec<Count> {
    let mut parents = vec![root.clone()];
    let mut counts = Vec::new();
    for ply in 1..=deepest {
        let (distinct, children) = next(&parents, ply < deepest);
        let paths = perft(root, ply);
        counts.push(Count { ply, paths, distinct });
        parents = children;
    }
    counts
}

/// Parents whose children are made by one thread at a time, and threads' worth of them that are in
/// memory at once.
const BATCH: (usize, usize) = (1 << 12, 8);

/// Returns the numbers of positions one ply below distinct parents, and, if they are wanted, a
/// position for each legal one.
fn next(parents: &[Wide], wanted: bool) -> ([u64; 3], Vec<Wide>) {
    let (mut seen, mut records) = (HashSet::new(), Vec::new());
    let mut children = Vec::new();
    for batch in parents.chunks(BATCH.0 * BATCH.1) {
        let made: Vec<(Vec<u128>, Vec<Wide>)> =
            batch.par_chunks(BATCH.0).map(|parents| expand(parents, wanted)).collect();
        for (those, positions) in made {
            let fresh = positions.into_iter().filter(|child| seen.insert(child.keys().full.0));
            children.extend(fresh);
            records.extend(those);
        }
    }
    records.par_sort_unstable();
    records.dedup();
    (distinct(&records), children)
}

/// Returns the records of all children, and, if they are wanted, the children.
fn expand(parents: &[Wide], wanted: bool) -> (Vec<u128>, Vec<Wide>) {
    let (mut records, mut children) = (Vec::new(), Vec::new());
    for parent in parents {
        parent.for_each_child(|mv, child| {
            records.push(record(mv, child));
            if wanted {
                children.push(child.clone());
            }
        });
    }
    (records, children)
}

/// Returns a record: 123 bits of the key, the file of a double step (0 is none) in 4, and 1 bit
/// that says whether it is held where a capture must be pseudo-legal.
fn record(mv: Move, child: &Wide) -> u128 {
    let (key, file) = EnPassant::Always.identity(mv, child);
    let file = file.map_or(0, |file| 1 + file.index() as u128);
    let pseudo = EnPassant::PseudoLegal.file(mv, child).is_some();
    key << 5 | file << 1 | u128::from(pseudo)
}

/// Counts sorted records, each of which occurs once.
fn distinct(records: &[u128]) -> [u64; 3] {
    let mut counts = [records.len() as u64, 0, 0];
    for same in records.chunk_by(|one, other| one >> 5 == other >> 5) {
        let pseudo = same.iter().filter(|&record| record & 1 == 1).count();
        counts[1] += (pseudo + usize::from(pseudo < same.len())) as u64;
        counts[2] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use movegen::Position;

    use super::*;

    /// The published counts (OEIS A048987 and A083276), and those of the project's documents.
    #[test]
    fn the_start_position_to_ply_5() {
        let counts = census(&Position::startpos().with_keys(), 5);
        let paths: Vec<u64> = counts.iter().map(|count| count.paths).collect();
        assert_eq!(paths, [20, 400, 8_902, 197_281, 4_865_609]);
        let legal: Vec<u64> = counts.iter().map(|count| count.distinct[2]).collect();
        assert_eq!(legal, [20, 400, 5_362, 72_078, 822_518]);
        assert_eq!(counts[4].distinct[0], 1_244_414);
        assert!(counts.iter().all(|count| count.distinct.is_sorted_by(|a, b| a >= b)));
    }

    /// The plain twin: every path is walked, and sets of placements and files are kept.
    #[test]
    fn a_position_with_captures_en_passant_against_sets() {
        let root = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        let root: Wide = Position::from_fen(root).unwrap().with_keys();
        let counts = census(&root, 4);
        let mut paths = vec![root];
        for count in counts {
            let mut sets = [(); 3].map(|()| BTreeSet::new());
            let mut next = Vec::new();
            for parent in &paths {
                for mv in parent.legal_moves() {
                    let child = parent.make(mv);
                    let text = child.to_fen();
                    let fields: Vec<&str> = text.split(' ').take(3).collect();
                    for (rule, set) in EnPassant::ALL.into_iter().zip(&mut sets) {
                        set.insert((fields.join(" "), rule.file(mv, &child).map(|f| f.index())));
                    }
                    next.push(child);
                }
            }
            assert_eq!(count.distinct, sets.map(|set| set.len() as u64), "ply {}", count.ply);
            assert_eq!(count.paths, next.len() as u64);
            paths = next;
        }
    }
}
