//! Threads that race.

use std::sync::Barrier;
use std::thread;

use tt_core::laws::check_race;
use tt_core::{Ageing, Always, Dense, Entry, Mask, Table, Wide};
use zobrist_keys::SplitMix64;

use super::obeyed::TwoAgeing;

/// The rate at which a tag of 21 bits matches another key.
const DENSE: f64 = 1.0 / (1_u64 << 21) as f64;
const OPERATIONS: u64 = 2_000_000;

#[test]
fn racing_threads_see_whole_records_in_every_layout() {
    check_race::<Wide<1>, Always>(OPERATIONS, 0.0);
    check_race::<Wide<2>, Always>(OPERATIONS, 0.0);
    check_race::<Wide, Ageing>(OPERATIONS, 0.0);
    check_race::<Wide<4, Mask>, Always>(OPERATIONS, 0.0);
    check_race::<Wide<8>, Ageing>(OPERATIONS, 0.0);
    check_race::<Dense, Always>(OPERATIONS, DENSE);
    check_race::<Dense, Ageing>(OPERATIONS, DENSE);
}

/// Two levels copy records from slot to slot, so that a copy may be torn, too.
#[test]
fn racing_threads_see_whole_records_in_two_levels() {
    check_race::<Wide<2>, TwoAgeing>(OPERATIONS, 0.0);
    check_race::<Wide, TwoAgeing>(OPERATIONS, 0.0);
    check_race::<Dense, TwoAgeing>(OPERATIONS, DENSE);
}

/// One record is probed while threads fill its bucket with new ones, for a hundred generations. It
/// is deeper than they are by less than three generations cost, so it would be lost without a
/// refresh.
#[test]
fn a_hit_refreshes_the_record_while_stores_race() {
    const KEY: u64 = 0x1234_5678_9abc_def0;
    const STORES: u64 = 3_000;
    let table = Table::new(64).unwrap();
    let kept = Entry { mv: 9, draft: 20, ..Entry::default() };
    table.store(KEY, kept);
    for generation in 0..100 {
        table.advance_generation();
        let barrier = Barrier::new(3);
        thread::scope(|scope| {
            for seed in [2 * generation, 2 * generation + 1] {
                let (table, barrier) = (&table, &barrier);
                scope.spawn(move || {
                    let mut random = SplitMix64::new(seed);
                    barrier.wait();
                    for _ in 0..STORES {
                        table.store(random.next(), Entry::default());
                    }
                });
            }
            barrier.wait();
            for _ in 0..STORES {
                assert_eq!(table.probe(KEY), Some(kept), "generation {generation}");
            }
        });
        assert_eq!(table.snapshot().ages[0], 4, "generation {generation}: it is current");
    }
}
