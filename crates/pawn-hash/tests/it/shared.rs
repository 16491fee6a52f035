//! The shared table under real threads: whatever a probe returns was stored for that structure.

use std::thread;

use pawn_hash::SharedPawnTable;
use zobrist_keys::mix;

const WORDS: usize = 24;

/// Structure `n` with its only right payload.
fn record(n: u64) -> (u64, u64, [u64; WORDS]) {
    let (white, black) = (mix(n) & 0xFF_FF00, mix(n + 1000) & 0xFF_FF00_0000);
    (white, black, core::array::from_fn(|i| mix(white ^ black.rotate_left(i as u32))))
}

#[test]
fn four_threads_on_two_slots_never_see_a_foreign_payload() {
    let table: SharedPawnTable<[u64; WORDS]> = SharedPawnTable::new(2);
    let found: u64 = thread::scope(|scope| {
        let work = |thread: u64| {
            let table = &table;
            move || {
                let mut found = 0;
                for round in 0..200_000_u64 {
                    let n = mix(round * 4 + thread);
                    let (white, black, payload) = record(n % 4);
                    let key = (n % 4) << 62;
                    if n & 4 == 0 {
                        table.store([white, black], key, &payload);
                    } else if let Some(seen) = table.probe([white, black], key) {
                        assert_eq!(seen, payload);
                        found += 1;
                    }
                }
                found
            }
        };
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(work(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no payload was foreign")).sum()
    });
    assert!(found > 10_000, "{found} probes found their structure");
}
