//! A walk over the positions whose records are in a table, from the root along legal moves.

use std::collections::{HashMap, HashSet, VecDeque};

use movegen::Position;
use search::table_key;

use super::design::Design;

/// The most positions whose moves are tried.
const MOST_EXPANDED: usize = 4_096;

/// Returns the positions of the wanted keys, as far as they are found: from the root over positions
/// with a record, in order of distance. A position without a record hides those below it.
pub(crate) fn positions_of(
    design: &dyn Design,
    root: &Position,
    wanted: &HashSet<u64>,
) -> HashMap<u64, Position> {
    let mut found = HashMap::new();
    let mut seen = HashSet::from([table_key(root)]);
    let mut queue = VecDeque::from([root.clone()]);
    let mut expanded = 0;
    if wanted.contains(&table_key(root)) {
        found.insert(table_key(root), root.clone());
    }
    while let Some(parent) = queue.pop_front() {
        if found.len() == wanted.len() || expanded == MOST_EXPANDED {
            break;
        }
        expanded += 1;
        for mv in parent.legal_moves() {
            let child = parent.make(mv);
            let key = table_key(&child);
            let is_wanted = wanted.contains(&key);
            if !is_wanted && design.owner(key) != Some(key) || !seen.insert(key) {
                continue;
            }
            if is_wanted {
                found.insert(key, child.clone());
            }
            queue.push_back(child);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::config::Policy;
    use super::super::design::design;
    use super::*;
    use tt_classics::hinted::HintedEntry;

    #[test]
    fn a_position_is_found_along_records_alone() {
        let table = design(Policy::Ageing, 64, 1 << 16).unwrap();
        let mut line = vec![Position::startpos()];
        for text in ["e2e4", "e7e5", "g1f3"] {
            let last = line.last().unwrap();
            line.push(last.make(last.parse_uci(text).unwrap()));
        }
        let wanted = HashSet::from([line[3].key()]);
        let found = |table: &dyn Design| positions_of(table, &line[0], &wanted);
        table.store(line[1].key(), HintedEntry::default());
        table.store(line[3].key(), HintedEntry::default());
        // Its parent has no record, and the walk does not pass it.
        assert!(found(&*table).is_empty());
        table.store(line[2].key(), HintedEntry::default());
        assert_eq!(found(&*table).get(&line[3].key()), Some(&line[3]));
    }
}
