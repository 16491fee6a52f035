//! The nodes that records save: one record in the tree of the example, and all of a tree by draft.

use std::collections::HashMap;
use std::sync::Mutex;

use anyhow::Result;
use movegen::Position;
use search::{Hints, NoTable};
use tt_core::{Entry, Table};

use super::en_passant::{CLAIMED, MEETING, position};
use crate::search::lens::{Lens, Seen, lock};
use crate::search::line::{PLAIN, search_root};

/// Plies of the document's tree.
const TREE: u32 = 8;

/// Below the place where the document lets the orders meet.
pub(super) const CLAIMED_DEPTH: u32 = TREE - CLAIMED as u32;

pub(super) const DEPTH: u32 = TREE - MEETING as u32;

/// A lens that keeps the entry that is stored for one key at one draft.
struct Caught<'a> {
    key: u64,
    draft: u32,
    entry: &'a Mutex<Option<Entry>>,
}

impl Lens for Caught<'_> {
    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) -> bool {
        if key == self.key && i64::from(entry.draft) == i64::from(self.draft) {
            *lock(self.entry) = Some(entry);
        }
        true
    }
}

/// A table that holds one record, or none.
#[derive(Clone, Copy)]
struct Holding {
    key: u64,
    entry: Option<Entry>,
}

impl Lens for Holding {
    fn probe(&mut self, key: u64, _: Option<Entry>) -> Option<Entry> {
        self.entry.filter(|_| key == self.key)
    }
}

/// Nodes of plain alpha-beta without a table, except for the record of the position where the two
/// orders meet, as a search of it left it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Example {
    /// From the meeting, [`DEPTH`] plies.
    pub(super) meeting: u64,
    /// From the second order's position one ply earlier, one ply more.
    pub(super) without: u64,
    /// From that position too, with the record.
    pub(super) with: u64,
}

impl Example {
    pub(super) fn measure() -> Self {
        let meeting = position(0, MEETING);
        let (key, entry) = (meeting.key(), Mutex::default());
        let catch = || Caught { key, draft: DEPTH, entry: &entry };
        let seen = Seen { table: &NoTable, make: catch };
        let meeting = search_root(&seen, &meeting, DEPTH, PLAIN).nodes;
        let entry = *lock(&entry);
        let before = position(1, CLAIMED);
        let over = |entry| {
            let seen = Seen { table: &NoTable, make: || Holding { key, entry } };
            search_root(&seen, &before, CLAIMED_DEPTH, PLAIN).nodes
        };
        Self { meeting, without: over(None), with: over(entry) }
    }
}

/// The nodes that records of a draft settled, and the nodes that had been visited to make them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Saved {
    pub(super) times: u64,
    pub(super) nodes: u64,
}

/// Tells by draft what records save.
struct Saving<'a> {
    saved: &'a Mutex<Vec<Saved>>,
    /// By key: draft, and nodes that its search visited.
    efforts: HashMap<u64, (usize, u64)>,
    /// Of the key of the last probe; zeros in quiescence.
    last: (usize, u64),
}

impl Lens for Saving<'_> {
    fn probe(&mut self, key: u64, found: Option<Entry>) -> Option<Entry> {
        self.last = self.efforts.get(&key).copied().unwrap_or_default();
        found
    }

    fn probe_quiescence(&mut self, _: u64, found: Option<Entry>) -> Option<Entry> {
        self.last = (0, 0);
        found
    }

    fn store(&mut self, key: u64, entry: Entry, hints: Hints<'_>) -> bool {
        if let Some(draft) = usize::try_from(entry.draft).ok().filter(|&draft| draft > 0) {
            self.efforts.insert(key, (draft, hints().subtree_nodes));
        }
        true
    }

    fn settled(&mut self, _: u64) {
        let (draft, nodes) = self.last;
        if draft == 0 {
            return;
        }
        let mut saved = lock(self.saved);
        if saved.len() <= draft {
            saved.resize(draft + 1, Saved::default());
        }
        saved[draft].times += 1;
        saved[draft].nodes += nodes;
    }
}

/// Nodes of plain searches to a depth without a table and with one, and what its records saved by
/// draft, from draft 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WholeTree {
    pub(super) without: u64,
    pub(super) with: u64,
    pub(super) saved: Vec<Saved>,
}

impl WholeTree {
    pub(super) fn measure(depth: u32, bytes: usize) -> Result<Self> {
        let root = Position::startpos();
        let search = || {
            let table: Table = Table::new(bytes)?;
            let saved = Mutex::default();
            let make = || Saving { saved: &saved, efforts: HashMap::new(), last: (0, 0) };
            let with = search_root(&Seen { table: &table, make }, &root, depth, PLAIN).nodes;
            let saved = lock(&saved).iter().skip(1).copied().collect();
            anyhow::Ok((with, saved))
        };
        let (without, with) =
            rayon::join(|| search_root(&NoTable, &root, depth, PLAIN).nodes, search);
        let (with, saved) = with?;
        Ok(Self { without, with, saved })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The record saves what lies below the meeting, and the other moves are still searched.
    #[test]
    fn one_record_saves_less_than_the_sub_tree_above_it() {
        // The document's tree of 8 plies, with 5 left where it lets the orders meet.
        assert_eq!((CLAIMED_DEPTH, DEPTH), (5, 4));
        let example = Example::measure();
        assert!(example.with < example.without, "{example:?}");
        assert!(example.without - example.with < 4 * example.meeting, "{example:?}");
        assert!(2 * example.with > example.without, "{example:?}");
    }

    /// No record as deep as the tree saves anything, and deep ones save more than shallow ones.
    #[test]
    fn what_records_save_grows_with_their_draft() {
        let tree = WholeTree::measure(5, 1 << 22).unwrap();
        assert!(tree.with < tree.without, "{tree:?}");
        assert!((2..=4).contains(&tree.saved.len()), "{tree:?}");
        let each = |saved: &Saved| saved.nodes / saved.times.max(1);
        assert!(each(&tree.saved[0]) < each(&tree.saved[1]), "{tree:?}");
    }
}
