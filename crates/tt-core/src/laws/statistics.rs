//! The laws of statistics.

use std::thread;
use std::vec::Vec;

use super::keys::Random;
use crate::{Ageing, Counts, Entry, Statistics, Table, Wide};

const OPERATIONS: u64 = 200_000;
const THREADS: u64 = 4;
/// Keys, for about half as many slots.
const KEYS: usize = 300;
const BYTES: usize = 40 * 64;

/// Checks the laws of statistics that count, as `counts` reads them out: they begin at 0; on one
/// thread they count what the table's own [`Counters`](crate::Counters) do, and the answers of the
/// table are the same; on four that race none is lost: hits and misses are as many as probes, and
/// the outcomes of stores as many as stores.
///
/// # Panics
/// If one is broken.
pub fn check_statistics<S: Statistics>(counts: impl Fn(&S) -> Counts) {
    let table: Table<Entry, Wide, Ageing, S> =
        Table::with_parts(BYTES).expect("a few bytes are there");
    assert_eq!(counts(table.statistics()), Counts::default(), "they begin elsewhere");
    let known: Table<Entry, Wide, Ageing, crate::Counters> =
        Table::with_parts(BYTES).expect("a few bytes are there");
    let (seen, expected) = (run(&table, 0), run(&known, 0));
    assert_eq!(seen, expected, "who listens changes the table");
    let expected = known.statistics().counts();
    assert_eq!(counts(table.statistics()), expected, "one thread: other counts");

    let table: Table<Entry, Wide, Ageing, S> =
        Table::with_parts(BYTES).expect("a few bytes are there");
    let done: Vec<Done> = thread::scope(|scope| {
        let run = |seed| {
            scope.spawn({
                let table = &table;
                move || run(table, seed)
            })
        };
        let threads: Vec<_> = (0..THREADS).map(run).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread ends")).collect()
    });
    let Counts { hits, misses, vacant, renewed, evicted, evicted_old, refused } =
        counts(table.statistics());
    let sum = |count: fn(&Done) -> u64| -> u64 { done.iter().map(count).sum() };
    let (found, probes) = (sum(|done| done.hits), sum(|done| done.probes));
    assert_eq!((hits, hits + misses), (found, probes), "threads: a probe was lost");
    let outcomes = vacant + renewed + evicted + evicted_old + refused;
    assert_eq!(outcomes, sum(|done| done.stores), "threads: a store was lost");
}

/// The operations of a thread.
#[derive(Debug, Default, PartialEq)]
struct Done {
    probes: u64,
    hits: u64,
    stores: u64,
}

fn run<S: Statistics>(table: &Table<Entry, Wide, Ageing, S>, seed: u64) -> Done {
    let mut random = Random::new(seed);
    let mut keys = Random::new(100);
    let keys: Vec<u64> = (0..KEYS).map(|_| keys.next()).collect();
    let mut done = Done::default();
    for _ in 0..OPERATIONS {
        let key = random.of(&keys);
        let bits = random.next();
        if bits & 1 == 0 {
            done.probes += 1;
            done.hits += u64::from(table.probe(key).is_some());
        } else {
            done.stores += 1;
            table.store(key, Entry { draft: (bits >> 8 & 31) as i16, ..Entry::default() });
        }
        if bits >> 40 & 0xfff == 0 {
            table.advance_generation();
        }
    }
    done
}
