//! Records of the transposition table on their way to other ranks.

use serde::{Deserialize, Serialize};
use tt_core::{Entry, Payload};

/// Records that a thread keeps for the next exchange.
const KEPT: usize = 32;

/// A record with its full key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "(u64, u64)", from = "(u64, u64)")]
pub struct Record {
    /// The key of its position.
    pub key: u64,
    /// The entry in the table.
    pub entry: Entry,
}

impl From<Record> for (u64, u64) {
    fn from(Record { key, entry }: Record) -> Self {
        (key, entry.to_bits())
    }
}

impl From<(u64, u64)> for Record {
    fn from((key, bits): (u64, u64)) -> Self {
        Self { key, entry: Entry::from_bits(bits) }
    }
}

/// The deepest of the records that it was offered, at most 32 of them. Of a key it keeps the last.
///
/// ```
/// use cluster::{Deepest, Record};
/// use tt_core::Entry;
///
/// let mut deepest = Deepest::default();
/// for draft in 0..100 {
///     let entry = Entry { draft, ..Entry::default() };
///     deepest.offer(Record { key: draft as u64, entry });
/// }
/// let records: Vec<_> = deepest.take().collect();
/// assert_eq!(records.len(), 32);
/// assert!(records.iter().all(|record| record.entry.draft >= 68));
/// assert_eq!(deepest.take().count(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Deepest {
    records: Vec<Record>,
}

impl Deepest {
    /// Keeps a record if it is one of the deepest.
    pub fn offer(&mut self, record: Record) {
        if let Some(old) = self.records.iter_mut().find(|old| old.key == record.key) {
            *old = record;
        } else if self.records.len() < KEPT {
            self.records.push(record);
        } else if let Some(least) = self.records.iter_mut().min_by_key(|one| one.entry.draft)
            && least.entry.draft < record.entry.draft
        {
            *least = record;
        }
    }

    /// Takes all that it has.
    pub fn take(&mut self) -> impl Iterator<Item = Record> {
        self.records.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_key_the_last_record_is_kept_though_it_is_shallower() {
        let record = |draft| Record { key: 7, entry: Entry { draft, ..Entry::default() } };
        let mut deepest = Deepest::default();
        deepest.offer(record(9));
        deepest.offer(record(5));
        assert_eq!(deepest.take().collect::<Vec<_>>(), [record(5)]);
    }
}
