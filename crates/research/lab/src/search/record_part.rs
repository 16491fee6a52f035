//! [`RecordPart`]: a lens that shows the search one part of each record.

use anyhow::Result;
use search::{NO_EVAL, NoTable, Pool};
use tt_core::{Bound, Entry, Table};

use super::lens::{Lens, Seen};
use super::line::{Task, nodes, search_line_with};
use crate::evaluation_kind::EvaluationKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordPart {
    /// There is no table.
    Nothing,
    /// Its move: it orders the moves of a node, and settles nothing.
    Move,
    /// Its score, bound and draft, and the static evaluation.
    Score,
    /// All of it.
    Both,
}

impl RecordPart {
    pub(super) const ALL: [Self; 4] = [Self::Nothing, Self::Move, Self::Score, Self::Both];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Nothing => "no table",
            Self::Move => "move only",
            Self::Score => "score only",
            Self::Both => "both",
        }
    }

    /// Returns the nodes of searching a line over an empty table of the task's size.
    pub(super) fn nodes(self, task: &Task<'_>, kind: EvaluationKind) -> Result<u64> {
        let mut pool = Pool::new(move || kind.create());
        let outcomes = match self {
            Self::Nothing => search_line_with(&mut pool, &NoTable, task),
            _ => {
                let table: Table = Table::new(task.bytes)?;
                search_line_with(&mut pool, &Seen { table: &table, make: || self }, task)
            }
        };
        Ok(nodes(&outcomes))
    }
}

impl Lens for RecordPart {
    fn probe(&mut self, _: u64, found: Option<Entry>) -> Option<Entry> {
        match self {
            Self::Nothing => None,
            Self::Move => found.filter(|entry| entry.mv != 0).map(|entry| Entry {
                mv: entry.mv,
                eval: NO_EVAL,
                bound: Bound::None,
                ..Entry::default()
            }),
            Self::Score => found.map(|entry| Entry { mv: 0, ..entry }),
            Self::Both => found,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lens_tells_its_part() {
        let (mv, bound) = (7, Bound::Lower);
        let entry = Entry { mv, score: 5, eval: 3, draft: 4, bound, pv: false };
        let told = |mut told: RecordPart| told.probe(0, Some(entry));
        assert_eq!(told(RecordPart::Both), Some(entry));
        assert_eq!(told(RecordPart::Score), Some(Entry { mv: 0, ..entry }));
        assert_eq!(told(RecordPart::Nothing), None);
        let only = told(RecordPart::Move).unwrap();
        assert_eq!((only.mv, only.bound, only.eval, only.score), (mv, Bound::None, NO_EVAL, 0));
        assert_eq!(RecordPart::Move.probe(0, Some(Entry { mv: 0, ..entry })), None);
    }
}
