//! [`RecordTree`]: the positions below one that a file has records of.

pub(crate) mod pgn;

use std::collections::{HashSet, VecDeque};
use std::path::Path;

use movegen::{Move, Position};
use search::table_key;
use tt_core::{Entry, FileError, FileLookup, Payload, file_records};

use crate::cli::hash::known::{Known, rank};
use engine::schema;

pub(crate) struct Records {
    /// Keys, payloads and ages, in the order of the keys.
    sorted: Vec<(u64, u64, u32)>,
}

impl Records {
    /// Reads the records of a file whose draft is at least `least`. `done` is called with each
    /// record.
    pub(crate) fn read(path: &Path, least: i16, mut done: impl FnMut()) -> Result<Self, FileError> {
        // This compares the schema.
        FileLookup::<Entry>::open(path, schema())?;
        let mut sorted = Vec::new();
        file_records(path, |key, entry: Entry, age| {
            if entry.draft >= least {
                sorted.push((key, entry.to_bits(), age));
            }
            done();
        })?;
        // Of several records of a key the deepest comes last: a search finds it or the first.
        sorted.sort_unstable_by_key(|&(key, bits, _)| (key, Entry::PRIORITY.get(bits)));
        Ok(Self { sorted })
    }

    fn get(&self, key: u64) -> Option<(Entry, u32)> {
        let end = self.sorted.partition_point(|record| record.0 <= key);
        let &(found, bits, age) = self.sorted.get(end.checked_sub(1)?)?;
        (found == key).then(|| (Entry::from_bits(bits), age))
    }
}

/// A position with the moves that the records know of.
pub(crate) struct Node {
    /// The position, reached by the shortest line that the records have.
    pub(crate) position: Position,
    /// The record, from the view of the side to move. Only the root may lack one.
    pub(crate) known: Option<Known>,
    /// The best move first, then by score.
    pub(crate) edges: Vec<Edge>,
}

pub(crate) struct Edge {
    pub(crate) mv: Move,
    /// The record of the position after it, from the mover's view. Only the best move may lack one.
    pub(crate) known: Option<Known>,
    pub(crate) next: Next,
}

/// The position after a move, if the tree goes on there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The node with this number.
    Node(usize),
    /// A position that another line reaches as soon or sooner.
    Transposition,
    /// Nothing: the records end here, or the tree has as many positions as it may have.
    Nothing,
}

/// The positions that are reached from a root through positions with records, each once.
pub(crate) struct RecordTree {
    /// The root, then the others by their distance from it.
    pub(crate) nodes: Vec<Node>,
    /// Whether positions were left out because of the limit.
    pub(crate) is_cut: bool,
}

impl RecordTree {
    /// Collects at most `limit` positions, nearer ones first. `next` is called with each and says
    /// whether to go on.
    pub(crate) fn new(
        root: &Position,
        records: &Records,
        limit: usize,
        mut next: impl FnMut() -> bool,
    ) -> Self {
        let mut tree = Self { nodes: Vec::new(), is_cut: false };
        let mut reached = HashSet::from([table_key(root)]);
        let mut waiting = VecDeque::from([root.clone()]);
        // The number that a position gets when it is taken from the queue.
        let mut numbered = 1;
        while let Some(position) = waiting.pop_front() {
            if !next() {
                break;
            }
            let known = records.get(table_key(&position));
            let known = known.map(|(entry, age)| Known::new(&position, entry, age));
            let best = known.and_then(|known| known.best);
            let mut edges = Vec::new();
            for mv in position.legal_moves() {
                let child = position.make(mv);
                let found = records.get(table_key(&child));
                if found.is_none() && Some(mv) != best {
                    continue;
                }
                let known = found.map(|(entry, age)| Known::for_mover(&child, entry, age));
                edges.push((Edge { mv, known, next: Next::Nothing }, child));
            }
            edges.sort_by_key(|(edge, _)| rank(Some(edge.mv) == best, edge.known));
            for (edge, child) in &mut edges {
                if edge.known.is_none() {
                    continue;
                }
                edge.next = if reached.contains(&table_key(child)) {
                    Next::Transposition
                } else if numbered == limit {
                    tree.is_cut = true;
                    Next::Nothing
                } else {
                    reached.insert(table_key(child));
                    waiting.push_back(child.clone());
                    numbered += 1;
                    Next::Node(numbered - 1)
                };
            }
            let edges = edges.into_iter().map(|(edge, _)| edge).collect();
            tree.nodes.push(Node { position, known, edges });
        }
        tree
    }

    /// Returns whether the records know nothing of the root and of the positions a move later.
    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.iter().all(|node| node.known.is_none() && node.edges.is_empty())
    }

    pub(crate) fn records(&self) -> usize {
        self.nodes.iter().filter(|node| node.known.is_some()).count()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use tt_core::Bound;

    use super::*;

    /// Returns records, each of the position after the moves, with score, bound, draft and best
    /// move.
    pub(crate) fn records(of: &[(&str, i16, Bound, i16, &str)]) -> Records {
        let mut sorted = Vec::new();
        for &(moves, score, bound, draft, best) in of {
            let mut position = Position::startpos();
            for san in moves.split_whitespace() {
                position = position.make(position.parse_san(san).unwrap());
            }
            let mv = position.parse_san(best).map_or(0, Move::to_bits);
            let entry = Entry { mv, score, bound, draft, ..Entry::default() };
            sorted.push((position.key(), entry.to_bits(), 0));
        }
        sorted.sort_unstable();
        Records { sorted }
    }

    pub(crate) fn tree(records: &Records, limit: usize) -> RecordTree {
        RecordTree::new(&Position::startpos(), records, limit, || true)
    }

    /// Two orders of moves that meet, and a line that leads back to the start.
    pub(crate) fn meeting() -> Records {
        records(&[
            ("", 30, Bound::Exact, 9, "Nf3"),
            ("Nf3", -28, Bound::Exact, 8, "Nf6"),
            ("Nc3", -10, Bound::Upper, 8, "Nf6"),
            ("Nf3 Nf6", 26, Bound::Exact, 7, "Nc3"),
            ("Nc3 Nf6", 20, Bound::Lower, 7, "Nf3"),
            ("Nf3 Nf6 Nc3", -25, Bound::Exact, 6, "Nc6"),
            ("Nf3 Nf6 Ng1", 0, Bound::Exact, 6, "Ng8"),
        ])
    }

    #[test]
    fn each_position_is_reached_once_and_no_line_goes_round() {
        let tree = tree(&meeting(), 100);
        assert_eq!((tree.nodes.len(), tree.records(), tree.is_cut), (7, 7, false));
        let named: Vec<Vec<(String, Next)>> = tree
            .nodes
            .iter()
            .map(|node| {
                let named = |edge: &Edge| (node.position.san(edge.mv), edge.next);
                node.edges.iter().map(named).collect()
            })
            .collect();
        let of = |san: &str, next| (san.to_owned(), next);
        assert_eq!(named[0], [of("Nf3", Next::Node(1)), of("Nc3", Next::Node(2))]);
        assert_eq!(named[3], [of("Nc3", Next::Node(5)), of("Ng1", Next::Node(6))]);
        let both = ["Nf3", "Nb1"].map(|san| of(san, Next::Transposition));
        assert_eq!(named[4], both, "the other order of the moves of 5 and 6");
        assert_eq!(named[5], [of("Nc6", Next::Nothing)], "a best move without a record");
        assert_eq!(named[6], [of("Ng8", Next::Transposition)], "back at the start");
    }

    #[test]
    fn the_limit_leaves_out_what_is_farthest() {
        for limit in 1..=7 {
            let tree = tree(&meeting(), limit);
            assert_eq!((tree.nodes.len(), tree.is_cut), (limit, limit < 7));
        }
        assert!(tree(&records(&[]), 9).is_empty());
        assert!(!tree(&records(&[("e4", 0, Bound::Exact, 1, "")]), 9).is_empty());
    }
}
