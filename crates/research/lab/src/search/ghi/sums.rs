//! The findings of many searches, by ending, past, policy and clock.

use super::audit::{Policy, PolicySum};
use super::placement::WhitePiece;
use super::trial::Before;

/// The ending, what the table held before, its policy, and the clock nearer to the limit.
pub(super) type Key = (WhitePiece, Before, Policy, u32);

/// Sums by key, in the order in which the keys came first.
#[derive(Clone, Debug, Default)]
pub(super) struct PolicySums {
    cells: Vec<(Key, PolicySum)>,
    /// By White's piece: searches without a table that gave the root a wrong score.
    pub(super) without_table: [u64; 3],
}

impl PolicySums {
    pub(super) fn add(&mut self, key: Key, sum: PolicySum) {
        match self.cells.iter_mut().find(|cell| cell.0 == key) {
            Some((_, known)) => known.add(sum),
            None => self.cells.push((key, sum)),
        }
    }

    pub(super) fn merge(mut self, other: Self) -> Self {
        for (key, sum) in other.cells {
            self.add(key, sum);
        }
        for (sum, more) in self.without_table.iter_mut().zip(other.without_table) {
            *sum += more;
        }
        self
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (Key, &PolicySum)> {
        self.cells.iter().map(|(key, sum)| (*key, sum))
    }

    pub(super) fn of_kind(&self, kind: impl Fn(&Key) -> bool) -> PolicySum {
        let mut total = PolicySum::default();
        for (_, sum) in self.cells.iter().filter(|(key, _)| kind(key)) {
            total.add(sum.clone());
        }
        total
    }

    pub(super) fn of(&self, policy: Policy) -> PolicySum {
        self.of_kind(|key| key.2 == policy)
    }
}
