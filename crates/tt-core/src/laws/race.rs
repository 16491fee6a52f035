//! Threads that race for a table.

use std::sync::atomic::{AtomicBool, Ordering};
use std::vec::Vec;
use std::{thread, vec};

use super::keys::{Random, distinct_keys, most_hits};
use crate::mix::mix;
use crate::{Bucket, Field, Index, Layout, Payload, Replace, Table, Unit};

/// Keys that all threads store and ask for.
const KEYS: usize = 64;
/// Half as many slots as keys, so that the threads evict each other's records all the time.
const SLOTS: usize = KEYS / 2;
const THREADS: u64 = 4;

/// The operations of racing threads, and their hits.
///
/// ```
/// use tt_core::laws::{Race, check_race};
/// use tt_core::{Always, Wide};
///
/// // How often did the threads meet? The fewer overwrites, the less the race shows.
/// let Race { hits, overwrites, foreign, .. } = check_race::<Wide, Always>(400_000, 0.0);
/// assert!(overwrites > hits / 100 && foreign == 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// Probes of all threads.
    pub probes: u64,
    /// Probes that found a record.
    pub hits: u64,
    /// Hits on another record of the key than the same thread found there the last time: it had
    /// been overwritten in between.
    pub overwrites: u64,
    /// Hits on a record that nobody stored for the key.
    pub foreign: u64,
    /// Stores of all threads.
    pub stores: u64,
}

/// Checks the law of a layout that threads share: every hit is a whole record that some thread
/// stored for that key. Four threads store and probe for 64 keys in half as many slots,
/// `operations` in all; a key's records differ by 16 drafts, and each is a mix of its key and its
/// draft in all its bits.
///
/// A slot may match what it does not hold with a probability of `false_hits`: 0 for
/// [`Wide`](crate::Wide), 2^-21 for [`Dense`](crate::Dense). A policy that always lets newcomers in
/// shows most.
///
/// # Panics
/// If hits are foreign, or if the threads hardly met: fewer than a tenth of the probes hit, or
/// fewer than one in a hundred found another record than before.
pub fn check_race<L: Layout<Bucket: Sync>, R: Replace>(operations: u64, false_hits: f64) -> Race {
    let buckets = SLOTS.div_ceil(L::Bucket::WAYS);
    let bytes = buckets * size_of::<L::Bucket>();
    let table: Table<Marked, L, R> = Table::with_parts(bytes).expect("a few bytes are there");
    let keys = distinct_keys::<L>(L::Index::new(buckets), KEYS, 5);
    let failed = AtomicBool::new(false);
    // Joined one by one: ThreadSanitizer sees that, but not how a scope waits.
    let races: Vec<Race> = thread::scope(|scope| {
        let table = &table;
        let keys = &keys;
        let failed = &failed;
        let stop = (false_hits == 0.0).then_some(failed);
        let run = |seed| scope.spawn(move || run(table, keys, seed, operations / THREADS, stop));
        let threads: Vec<_> = (0..THREADS).map(run).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread ends")).collect()
    });
    let sum = |count: fn(&Race) -> u64| -> u64 { races.iter().map(count).sum() };
    let race = Race {
        probes: sum(|race| race.probes),
        hits: sum(|race| race.hits),
        overwrites: sum(|race| race.overwrites),
        foreign: sum(|race| race.foreign),
        stores: sum(|race| race.stores),
    };
    let most = most_hits(false_hits, race.probes * L::Bucket::WAYS as u64);
    assert!(race.foreign <= most, "foreign records, more than {most}: {race:?}");
    assert!(race.hits * 10 > race.probes, "too few hits to prove anything: {race:?}");
    assert!(race.overwrites * 100 > race.probes, "too few overwrites to prove anything: {race:?}");
    race
}

/// One thread; it ends early once some thread says `stop`.
fn run<L: Layout, R: Replace>(
    table: &Table<Marked, L, R>,
    keys: &[u64],
    seed: u64,
    operations: u64,
    stop: Option<&AtomicBool>,
) -> Race {
    let mut random = Random::new(seed);
    let mut last = vec![None; keys.len()];
    let mut race = Race::default();
    for _ in 0..operations {
        let bits = random.next();
        let number = (bits % keys.len() as u64) as usize;
        let key = keys[number];
        if bits >> 63 == 0 {
            table.store(key, Marked::of(key, bits >> 32));
            race.stores += 1;
        } else {
            race.probes += 1;
            if let Some(found) = table.probe(key) {
                race.hits += 1;
                race.overwrites += u64::from(last[number].is_some_and(|before| before != found));
                last[number] = Some(found);
                if found != Marked::of(key, DRAFT.get(found.0)) {
                    race.foreign += 1;
                    stop.inspect(|stop| stop.store(true, Ordering::Relaxed));
                }
            }
        }
        if bits >> 20 & 0xfff == 0 {
            table.advance_generation();
            if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                break;
            }
        }
    }
    race
}

/// A record whose bits all depend on its key and its draft.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Marked(u64);

const DRAFT: Field = Field::new(0, 5);
const GENERATION: Field = Field::new(59, 5);

impl Marked {
    /// The record of a key and the lowest bits of a draft.
    fn of(key: u64, draft: u64) -> Self {
        // Never 0, so that no record is an empty slot.
        let draft = draft & 15 | 16;
        let mark = mix(key ^ mix(draft)) & !DRAFT.mask() & !GENERATION.mask();
        Self(mark | DRAFT.place(draft))
    }
}

impl Payload for Marked {
    const UNIT: Unit = Unit::Draft;
    const PRIORITY: Field = DRAFT;
    const GENERATION: Field = GENERATION;

    fn to_bits(self) -> u64 {
        self.0
    }

    fn from_bits(bits: u64) -> Self {
        Self(bits & !GENERATION.mask())
    }
}
