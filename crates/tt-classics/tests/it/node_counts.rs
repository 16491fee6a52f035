//! Tests of the node counts of Big1 and BigAll in a search that meets positions again: Big1 counts
//! the nodes that it searched, BigAll those that it would have searched without a table.

use tt_classics::breuker::{Big1, BigAll, TwoBig1, TwoBigAll};
use tt_classics::hinted::{CountedNodes, HintedEntry};
use tt_core::{Layout, Table, Wide};

/// Nodes visited, and nodes that records saved.
#[derive(Clone, Copy, Default)]
struct Nodes {
    searched: u64,
    saved: u64,
}

type EffortTable<L, R> = Table<HintedEntry, L, R>;

/// Searches a game of two moves that commute: a position is how often each was made. Returns the
/// nodes of the subtree, the position itself included.
fn search<L: Layout, R: CountedNodes>(
    table: &EffortTable<L, R>,
    made: (u64, u64),
    left: i16,
) -> Nodes {
    let key = zobrist_keys::mix(made.0 << 32 | made.1);
    if let Some(entry) = table.probe(key)
        && entry.draft >= left
    {
        return Nodes { searched: 1, saved: entry.effort };
    }
    let mut below = Nodes::default();
    if left > 0 {
        for child in [(made.0 + 1, made.1), (made.0, made.1 + 1)] {
            let nodes = search(table, child, left - 1);
            below.searched += nodes.searched;
            below.saved += nodes.saved;
        }
    }
    let effort = R::counted_nodes(below.searched, below.saved);
    table.store(key, HintedEntry { draft: left, effort, ..HintedEntry::default() });
    Nodes { searched: below.searched + 1, ..below }
}

/// Returns the effort of the root of a tree of `plies` plies, in a table that keeps everything.
fn effort_of_root<R: CountedNodes>(plies: i16) -> u64 {
    let table: EffortTable<Wide, R> = Table::with_parts(1 << 16).unwrap();
    search(&table, (0, 0), plies);
    table.probe(zobrist_keys::mix(0)).unwrap().effort
}

#[test]
fn one_counts_what_was_searched_and_the_other_the_whole_tree() {
    // These numbers have five significant bits, so that none is rounded.
    for plies in 1..=5_u32 {
        let positions_expanded = u64::from(plies * (plies + 1) / 2);
        let whole_tree = (1 << (plies + 1)) - 2;
        assert_eq!(effort_of_root::<Big1>(plies as i16), 2 * positions_expanded);
        assert_eq!(effort_of_root::<TwoBig1>(plies as i16), 2 * positions_expanded);
        assert_eq!(effort_of_root::<BigAll>(plies as i16), whole_tree);
        assert_eq!(effort_of_root::<TwoBigAll>(plies as i16), whole_tree);
    }
}

/// Stores three positions in this order: one with many nodes that the table saved, one that was
/// searched longer, and one of a single node. Returns which of them the table still has.
fn kept<L: Layout, R: CountedNodes>(bytes: usize) -> [bool; 3] {
    let table: EffortTable<L, R> = Table::with_parts(bytes).unwrap();
    let nodes = [(30, 32), (40, 0), (1, 0)];
    for (key, (searched, saved)) in (1..).zip(nodes) {
        let effort = R::counted_nodes(searched, saved);
        table.store(key, HintedEntry { draft: 1, effort, ..HintedEntry::default() });
    }
    [1, 2, 3].map(|key| table.probe(key).is_some())
}

#[test]
fn they_keep_different_records_where_records_were_used_again() {
    assert_eq!(kept::<Wide<1>, Big1>(16), [false, true, false]);
    assert_eq!(kept::<Wide<1>, BigAll>(16), [true, false, false]);
    // The one that leaves the first level, or fails to enter it, is gone after the next store.
    assert_eq!(kept::<Wide<2>, TwoBig1>(32), [false, true, true]);
    assert_eq!(kept::<Wide<2>, TwoBigAll>(32), [true, false, true]);
}

/// In a table too small for the tree the policies keep different records, so the searches differ.
#[test]
fn searches_under_pressure_differ() {
    fn nodes<L: Layout, R: CountedNodes>() -> u64 {
        let table: EffortTable<L, R> = Table::with_parts(64 * 16).unwrap();
        search(&table, (0, 0), 16).searched
    }
    let one_level = [nodes::<Wide<1>, Big1>(), nodes::<Wide<1>, BigAll>()];
    let two_level = [nodes::<Wide<2>, TwoBig1>(), nodes::<Wide<2>, TwoBigAll>()];
    assert_ne!(one_level[0], one_level[1]);
    assert_ne!(two_level[0], two_level[1]);
    let whole_tree = (1 << 17) - 1;
    assert!(one_level.iter().chain(&two_level).all(|&nodes| nodes < whole_tree));
}
