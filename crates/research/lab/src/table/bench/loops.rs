//! The loops that are measured: on the table and on the limit the same code.

use tt_core::{Bound, Entry, Table};
use zobrist_keys::mix;

/// Distance of the prefetch in [`Loop::Pf8`].
const AHEAD: usize = 8;
/// Links of the chain in [`Loop::Step`]: 140 ns at 3.5 GHz.
const STEP_LINKS: u32 = 120;
/// Cycles of a link on the x86-64 processors of the day: a multiplication and a rotation.
pub(super) const LINK_CYCLES: f64 = 4.0;

/// The table or the limit that a loop runs on.
pub(super) trait Subject: Sync {
    fn capacity(&self) -> u64;
    fn prefetch(&self, key: u64);
    fn probe(&self, key: u64) -> u64;
    fn store(&self, key: u64, value: u64);
    /// Writes to the key's line after it has read the line: a table's store does anyway.
    fn read_and_store(&self, key: u64, value: u64) {
        self.store(key, value);
    }
}

impl Subject for Table<Entry> {
    fn capacity(&self) -> u64 {
        Self::capacity(self) as u64
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        Self::prefetch(self, key);
    }

    #[inline]
    fn probe(&self, key: u64) -> u64 {
        Self::probe(self, key).map_or(0, |entry| entry.score as u64 ^ entry.mv as u64)
    }

    #[inline]
    fn store(&self, key: u64, value: u64) {
        let (mv, draft) = (value as u16, (value >> 16 & 15) as i16);
        let score = (value >> 24) as i16;
        Self::store(self, key, Entry { mv, score, eval: 0, draft, bound: Bound::Lower, pv: false });
    }
}

/// A loop, as an engine or a solver runs it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loop {
    Thr,
    Pf8,
    Mix,
    Step,
    Store,
    Change,
}

impl Loop {
    pub(super) const ALL: [Self; 6] =
        [Self::Thr, Self::Pf8, Self::Mix, Self::Step, Self::Store, Self::Change];

    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Thr => "THR",
            Self::Pf8 => "PF8",
            Self::Mix => "MIX",
            Self::Step => "STEP",
            Self::Store => "store",
            Self::Change => "change",
        }
    }

    pub(super) fn name(self) -> String {
        self.title().to_lowercase()
    }

    /// Returns a description of the loop for the page of results.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Thr => "independent probes that hit",
            Self::Pf8 => "probes that hit, each prefetched eight before",
            Self::Mix => "prefetch of the next key, probe, store; half the probes hit",
            Self::Step => {
                "prefetch, 140 ns of dependent work, probe, a branch on the answer, store"
            }
            Self::Store => "independent stores; the limit writes to lines that it does not read",
            Self::Change => {
                "independent stores; the limit reads each line, as a table must to choose a slot"
            }
        }
    }

    /// Returns how many times fewer operations it is measured with.
    pub(super) fn weight(self) -> u64 {
        if self == Self::Step { 4 } else { 1 }
    }

    /// Runs `operations` of the loop; the streams of `thread` differ. The answer depends on all of
    /// them.
    pub(super) fn run<S: Subject>(self, subject: &S, thread: u64, operations: u64) -> u64 {
        let capacity = subject.capacity();
        // Half of the stored keys are still there, all of the last quarter are.
        let stored = Keys { numbers: mask(capacity / 4), first: thread << 40 };
        let mixed = Keys { numbers: mask(2 * capacity), first: thread << 40 };
        match self {
            Self::Thr => (0..operations).fold(0, |sum, i| sum ^ subject.probe(stored.at(i))),
            Self::Pf8 => pf8(subject, stored, operations),
            Self::Mix => mix_loop(subject, mixed, operations),
            Self::Step => step(subject, mixed, operations),
            Self::Store => {
                (0..operations).for_each(|i| subject.store(mixed.at(i), i));
                0
            }
            Self::Change => {
                (0..operations).for_each(|i| subject.read_and_store(mixed.at(i), i));
                0
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Keys {
    /// The greatest number of a key, a power of two less one.
    numbers: u64,
    first: u64,
}

impl Keys {
    #[inline]
    fn at(self, i: u64) -> u64 {
        mix(mix(self.first + i) & self.numbers)
    }
}

/// Returns the greatest power of two not above `n`, less one.
fn mask(n: u64) -> u64 {
    (1 << n.ilog2()) - 1
}

/// Stores the keys of the loops, those last that are always found.
pub(super) fn fill(table: &Table<Entry>) {
    let capacity = Subject::capacity(table);
    for number in (0..=mask(2 * capacity)).rev() {
        Subject::store(table, mix(number), number);
    }
}

#[inline]
fn pf8<S: Subject>(subject: &S, keys: Keys, operations: u64) -> u64 {
    let mut ahead = [0; AHEAD];
    let mut sum = 0;
    for i in 0..operations {
        let place = i as usize % AHEAD;
        let key = keys.at(i);
        subject.prefetch(key);
        sum ^= subject.probe(ahead[place]);
        ahead[place] = key;
    }
    sum
}

#[inline]
fn mix_loop<S: Subject>(subject: &S, keys: Keys, operations: u64) -> u64 {
    let mut sum = 0;
    let mut key = keys.at(0);
    for i in 1..=operations {
        let next = keys.at(i);
        subject.prefetch(next);
        sum ^= subject.probe(key);
        subject.store(key, i);
        key = next;
    }
    sum
}

#[inline]
fn step<S: Subject>(subject: &S, keys: Keys, operations: u64) -> u64 {
    let mut sum = 0;
    for i in 0..operations {
        let key = keys.at(i);
        subject.prefetch(key);
        sum = chain(sum, STEP_LINKS);
        let answer = subject.probe(key);
        // A branch that no predictor can learn, on the limit as on the table.
        if (answer ^ key) & 1 != 0 {
            sum ^= answer;
        }
        subject.store(key, sum);
    }
    sum
}

/// Links of dependent work, each of the last one's result.
#[inline]
pub(super) fn chain(start: u64, links: u32) -> u64 {
    let mut value = start;
    for _ in 0..links {
        value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
    value | 1
}
