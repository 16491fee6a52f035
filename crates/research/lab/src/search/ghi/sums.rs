//! The findings of many searches, by ending, past, policy and clock.

use super::audit::{Falsehood, Policy, Wrong};
use super::placement::WhitePiece;
use super::trial::Before;

/// The ending, what the table held before, its policy, and the clock nearer to the limit.
pub(super) type Key = (WhitePiece, Before, Policy, u32);

#[derive(Clone, Debug, Default)]
pub(super) struct PolicySum {
    /// Nodes that an entry settled, and those where it claimed a mate or a draw.
    pub(super) settled: u64,
    pub(super) proofs: u64,
    pub(super) wrong: Vec<Wrong>,
    /// Searches that gave the root a wrong score.
    pub(super) wrong_roots: u64,
    pub(super) nodes: u64,
}

impl PolicySum {
    /// Returns the numbers of false wins, early mates and false draws.
    pub(super) fn faults(&self) -> [usize; 3] {
        [Falsehood::FalseWin, Falsehood::EarlyMate, Falsehood::FalseDraw]
            .map(|fault| self.wrong.iter().filter(|wrong| wrong.fault == fault).count())
    }

    fn add(&mut self, other: Self) {
        self.settled += other.settled;
        self.proofs += other.proofs;
        self.wrong.extend(other.wrong);
        self.wrong_roots += other.wrong_roots;
        self.nodes += other.nodes;
    }
}

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
