//! Threads that store and probe the same few keys at once never see a record of another key.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tt_core::{Bound, Entry, Table};
use zobrist_keys::SplitMix64;

const KEYS: u64 = 64;
/// Half as many slots as keys, so that the threads evict each other's records all the time.
const BYTES: usize = 512;
const THREADS: u64 = 4;
const OPERATIONS_PER_THREAD: u64 = 500_000;

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

#[test]
fn racing_threads_see_whole_records_of_the_key_they_asked_for() {
    let table: Table = Table::new(BYTES).unwrap();
    let (probes, hits) = (AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for seed in 0..THREADS {
            let (table, probes, hits) = (&table, &probes, &hits);
            scope.spawn(move || {
                let mut random = SplitMix64::new(seed);
                let (mut my_probes, mut my_hits) = (0, 0);
                for _ in 0..OPERATIONS_PER_THREAD {
                    let bits = random.next();
                    let key = SplitMix64::new(bits % KEYS).next();
                    if bits >> 63 == 0 {
                        table.store(key, entry_of(key, (bits >> 32) as i16 & 15));
                    } else {
                        my_probes += 1;
                        if let Some(found) = table.probe(key) {
                            assert_eq!(found, entry_of(key, found.draft));
                            my_hits += 1;
                        }
                    }
                    if bits >> 20 & 0xfff == 0 {
                        table.advance_generation();
                    }
                }
                probes.fetch_add(my_probes, Ordering::Relaxed);
                hits.fetch_add(my_hits, Ordering::Relaxed);
            });
        }
    });
    let (probes, hits) = (probes.into_inner(), hits.into_inner());
    assert!(hits * 10 > probes * 3, "{hits} hits of {probes} probes prove too little");
}
