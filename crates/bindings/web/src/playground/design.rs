//! A table of any policy and any number of compared bits, of which the caller knows no more than
//! that it is one.

use std::fmt::Debug;
use std::ops::Range;

use tt_classics::breuker::{TwoBig1, TwoDeep};
use tt_classics::hinted::{CountedNodes, HintedEntry};
use tt_classics::rival::Staleness;
use tt_core::{Ageing, AllocError, Always, Counters, Counts, DepthPreferred, Record, Table};

use super::config::{Config, Policy};
use super::glass::Glass;

const ENTRIES: std::ops::RangeInclusive<usize> = 1 << 6..=1 << 24;

const ENTRY_BYTES: usize = 16;

pub(crate) const KEY_BITS: [u32; 9] = [16, 18, 20, 24, 28, 32, 40, 48, 64];

pub(crate) trait Design: Debug + Send + Sync {
    fn probe(&self, key: u64) -> Option<HintedEntry>;
    /// Returns the whole key of the record that [`probe`](Self::probe) returns.
    fn owner(&self, key: u64) -> Option<u64>;
    fn store(&self, key: u64, record: HintedEntry);
    /// Returns the nodes that count as a record's effort.
    fn counted_nodes(&self, searched: u64, saved: u64) -> u64;
    fn advance(&self);
    /// Returns how many sampled slots hold a record of this search, in per mille.
    fn hashfull(&self) -> u32;
    fn buckets(&self) -> usize;
    fn ways(&self) -> usize;
    /// Calls `see` with bucket, slot and record, for each record of some buckets.
    fn visit(&self, buckets: Range<usize>, see: &mut dyn FnMut(usize, usize, Record<HintedEntry>));
    fn counts(&self) -> Counts;
}

impl Config {
    /// Creates the table.
    pub(crate) fn design(&self) -> Result<Box<dyn Design>, String> {
        let Self { entries, policy, key_bits, .. } = *self;
        if !ENTRIES.contains(&entries) || !entries.is_power_of_two() {
            return Err(format!(
                "expected a power of two from {} to {} as the number of entries, found {entries}",
                ENTRIES.start(),
                ENTRIES.end()
            ));
        }
        if !KEY_BITS.contains(&key_bits) {
            return Err(format!("expected {KEY_BITS:?} bits of the key, found {key_bits}"));
        }
        design(policy, key_bits, entries * ENTRY_BYTES)
            .map_err(|error| format!("{entries} entries: {error}"))
    }
}

impl<const WAYS: usize, const BITS: u32, R: CountedNodes> Design
    for Table<HintedEntry, Glass<WAYS, BITS>, R, Counters>
{
    fn probe(&self, key: u64) -> Option<HintedEntry> {
        Table::probe(self, key)
    }

    fn owner(&self, key: u64) -> Option<u64> {
        self.bucket_of(key).into_iter().flatten().find(|record| record.matches)?.key
    }

    fn store(&self, key: u64, record: HintedEntry) {
        Table::store(self, key, record);
    }

    fn counted_nodes(&self, searched: u64, saved: u64) -> u64 {
        R::counted_nodes(searched, saved)
    }

    fn advance(&self) {
        self.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        Table::hashfull(self)
    }

    fn buckets(&self) -> usize {
        Table::buckets(self)
    }

    fn ways(&self) -> usize {
        WAYS
    }

    fn visit(&self, buckets: Range<usize>, see: &mut dyn FnMut(usize, usize, Record<HintedEntry>)) {
        Table::visit(self, buckets, see);
    }

    fn counts(&self) -> Counts {
        self.statistics().counts()
    }
}

/// Creates an empty table of at most `bytes` bytes.
pub(crate) fn design(policy: Policy, bits: u32, bytes: usize) -> Result<Box<dyn Design>, String> {
    let table = match policy {
        Policy::Always => of_bits::<1, Always>(bits, bytes),
        Policy::Depth => of_bits::<1, DepthPreferred>(bits, bytes),
        Policy::TwoTier => of_bits::<2, TwoDeep>(bits, bytes),
        Policy::Breuker => of_bits::<2, TwoBig1>(bits, bytes),
        Policy::Ageing => of_bits::<4, Ageing>(bits, bytes),
        Policy::Rival => of_bits::<1, Staleness>(bits, bytes),
    };
    table.ok_or_else(|| format!("expected {KEY_BITS:?} bits of the key, found {bits}"))?
}

/// A new table, or the refusal of its memory in words.
type Made = Result<Box<dyn Design>, String>;

fn of_bits<const WAYS: usize, R: CountedNodes + 'static>(bits: u32, bytes: usize) -> Option<Made> {
    Some(match bits {
        16 => made::<WAYS, 16, R>(bytes),
        18 => made::<WAYS, 18, R>(bytes),
        20 => made::<WAYS, 20, R>(bytes),
        24 => made::<WAYS, 24, R>(bytes),
        28 => made::<WAYS, 28, R>(bytes),
        32 => made::<WAYS, 32, R>(bytes),
        40 => made::<WAYS, 40, R>(bytes),
        48 => made::<WAYS, 48, R>(bytes),
        64 => made::<WAYS, 64, R>(bytes),
        _ => return None,
    })
}

fn made<const WAYS: usize, const BITS: u32, R: CountedNodes + 'static>(bytes: usize) -> Made {
    let table: Result<Table<HintedEntry, Glass<WAYS, BITS>, R, Counters>, AllocError> =
        Table::with_parts(bytes);
    Ok(Box::new(table.map_err(|error| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_has_every_number_of_bits() {
        use Policy::{Ageing, Always, Breuker, Depth, Rival, TwoTier};
        let policies =
            [(Always, 1), (Depth, 1), (TwoTier, 2), (Breuker, 2), (Ageing, 4), (Rival, 1)];
        for (policy, ways) in policies {
            for bits in KEY_BITS {
                let table = design(policy, bits, 1 << 10).unwrap();
                assert_eq!((table.ways(), table.buckets() * ways), (ways, 64));
                table.store(1 << 63 | 7, HintedEntry { draft: 3, ..HintedEntry::default() });
                // A bit above the compared ones, and below those that choose the bucket.
                let other = 1 << 63 | 7 | 1 << 50;
                assert_eq!(table.probe(other).is_some(), bits <= 50, "{policy:?} {bits}");
                assert_eq!(table.owner(1 << 63 | 7), Some(1 << 63 | 7));
            }
            assert!(design(policy, 17, 1 << 10).is_err());
        }
    }

    /// Of two records in one place, the policy decides which stays.
    #[test]
    fn policies_forget_different_records() {
        let kept = |policy| {
            let table = design(policy, 64, 16).unwrap();
            let record = |draft| HintedEntry { draft, ..HintedEntry::default() };
            table.store(1, record(9));
            table.store(2, record(3));
            table.advance();
            table.store(3, record(5));
            [1, 2, 3].map(|key| table.probe(key).is_some())
        };
        assert_eq!(kept(Policy::Always), [false, false, true]);
        assert_eq!(kept(Policy::Depth), [true, false, false]);
        assert_eq!(kept(Policy::Rival), [false, false, true]);
        // The first of two slots: the deepest record, or that of the most nodes.
        let kept = |policy| {
            let table = design(policy, 64, 32).unwrap();
            for (key, draft, effort) in [(1, 9, 1), (2, 3, 100), (3, 5, 5)] {
                table.store(key, HintedEntry { draft, effort, ..HintedEntry::default() });
            }
            [1, 2, 3].map(|key| table.probe(key).is_some())
        };
        assert_eq!(kept(Policy::TwoTier), [true, false, true]);
        assert_eq!(kept(Policy::Breuker), [false, true, true]);
    }
}
