//! Threads that store and probe the same few keys at once never see a record of another key, on the back
//! end that this build chose. `cargo xtask hammer` runs it on every back end of the machine for
//! 10^9 operations, and once without the keys' mask (`tt_core_mutant`), where it must fail.
#![cfg(not(loom))]

use std::array;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tt_core::{Always, Bound, Entry, Replace, Table, Wide};
use zobrist_keys::SplitMix64;

const KEYS: u64 = 64;
/// Half as many slots as keys, so that the threads evict each other's records all the time.
const BYTES: usize = 512;
const THREADS: u64 = 4;
/// The variable that sets another number of operations, and the number without it.
const VARIABLE: &str = "TT_HAMMER_OPERATIONS";
const OPERATIONS: u64 = 10_000_000;

fn entry_of(key: u64, draft: i16) -> Entry {
    Entry {
        mv: key as u16 | 1,
        score: (key >> 16) as i16,
        eval: (key >> 32) as i16,
        draft,
        bound: Bound::from_bits(key),
        pv: draft % 2 == 0,
    }
}

/// What one thread saw.
#[derive(Default)]
struct Seen {
    probes: u64,
    hits: u64,
    foreign: u64,
    stores: u64,
}

/// Ends early once a thread has `failed`.
fn hammer<R: Replace>(
    table: &Table<Entry, Wide, R>,
    failed: &AtomicBool,
    seed: u64,
    operations: u64,
) -> Seen {
    let keys: [u64; KEYS as usize] = array::from_fn(|number| SplitMix64::new(number as u64).next());
    let mut random = SplitMix64::new(seed);
    let mut seen = Seen::default();
    for _ in 0..operations {
        let bits = random.next();
        let key = keys[(bits % KEYS) as usize];
        if bits >> 63 == 0 {
            table.store(key, entry_of(key, (bits >> 32) as i16 & 15));
            seen.stores += 1;
        } else {
            seen.probes += 1;
            if let Some(found) = table.probe(key) {
                seen.hits += 1;
                if found != entry_of(key, found.draft) {
                    seen.foreign += 1;
                    failed.store(true, Ordering::Relaxed);
                }
            }
        }
        if bits >> 20 & 0xfff == 0 {
            table.advance_generation();
            if failed.load(Ordering::Relaxed) {
                break;
            }
        }
    }
    seen
}

#[expect(clippy::print_stdout, reason = "`cargo xtask hammer` shows what was counted")]
fn race<R: Replace>(operations: u64) {
    let table: Table<Entry, Wide, R> = Table::new(BYTES).unwrap();
    let failed = AtomicBool::new(false);
    // Joined one by one: ThreadSanitizer sees that, but not how a scope waits.
    let seen: Vec<Seen> = thread::scope(|scope| {
        let (table, failed) = (&table, &failed);
        let threads = (0..THREADS)
            .map(|seed| scope.spawn(move || hammer(table, failed, seed, operations / THREADS)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread ends")).collect()
    });
    let sum = |count: fn(&Seen) -> u64| -> u64 { seen.iter().map(count).sum() };
    let (probes, hits) = (sum(|seen| seen.probes), sum(|seen| seen.hits));
    let (foreign, stores) = (sum(|seen| seen.foreign), sum(|seen| seen.stores));
    // Every store replaces a record, its own key's or another's, but for the first one of each slot.
    let overwrites = stores.saturating_sub(table.capacity() as u64);
    println!("{operations} operations: {hits} hits of {probes} probes, {overwrites} overwrites");
    assert_eq!(foreign, 0, "foreign records");
    assert!(hits * 10 > probes * 3, "{hits} hits of {probes} probes prove too little");
    assert!(overwrites >= 1_000_000, "{overwrites} overwrites prove too little");
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "foreign records"))]
fn racing_threads_see_whole_records_of_the_key_they_asked_for() {
    let operations = std::env::var(VARIABLE).map_or(OPERATIONS, |number| number.parse().unwrap());
    race::<Always>(operations);
}
