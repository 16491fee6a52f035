//! The model checker loom on the table's own code: every interleaving of a few operations, and for
//! each relaxed load every value that the memory model lets it see. `cargo xtask check loom` runs
//! it, and runs it once more without the keys' mask (`tt_core_mutant`), where each model must fail.
#![cfg(loom)]

use std::sync::atomic::{AtomicU64, Ordering};

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use tt_core::{Bound, Entry, Table, Wide};

// All three have the same high half and so the same bucket.
const KEY_A: u64 = 0x1111_2222_3333_4444;
const KEY_B: u64 = 0x1111_2222_bbbb_cccc;
/// The third key: nobody stores it.
const KEY_C: u64 = 0x1111_2222_0c0b_0a09;

fn entry_of(key: u64) -> Entry {
    Entry {
        mv: key as u16,
        score: (key >> 16) as i16,
        draft: 5,
        bound: Bound::Exact,
        ..Entry::default()
    }
}

/// Two threads store keys A and B; a third probes for `asked`. It sees a whole record of that key
/// or none, and some execution has a hit if and only if the key is one of the two.
///
/// The reader is the thread that is started last: the checker runs it after the others first, where
/// each of its loads may see any of their stores.
fn check<const WAYS: usize>(preemptions: Option<usize>, asked: u64) {
    let hits = std::sync::Arc::new(AtomicU64::new(0));
    let counted = std::sync::Arc::clone(&hits);
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(move || {
        let table: Arc<Table<Entry, Wide<WAYS>>> = Arc::new(Table::with_parts(1_024).unwrap());
        let shared = Arc::clone(&table);
        let writer = thread::spawn(move || shared.store(KEY_B, entry_of(KEY_B)));
        let (shared, counted) = (Arc::clone(&table), std::sync::Arc::clone(&counted));
        let reader = thread::spawn(move || {
            if let Some(found) = shared.probe(asked) {
                assert_ne!(asked, KEY_C, "nobody stored that key");
                assert_eq!(found, entry_of(asked), "another key's record");
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        table.store(KEY_A, entry_of(KEY_A));
        writer.join().unwrap();
        reader.join().unwrap();
    });
    assert_eq!(hits.load(Ordering::Relaxed) > 0, asked != KEY_C);
}

/// Two threads update one record: it changes as often as they were told that it did, whatever they
/// did not find while the other was writing.
#[test]
fn no_update_is_lost_in_one_slot_exhaustively() {
    Builder::new().check(|| {
        let table: Arc<Table<Entry, Wide<1>>> = Arc::new(Table::with_parts(1_024).unwrap());
        table.store(KEY_A, entry_of(KEY_A));
        let count = |entry: Entry| Entry { eval: entry.eval + 1, ..entry };
        let shared = Arc::clone(&table);
        let other = thread::spawn(move || i16::from(shared.update(KEY_A, count).is_some()));
        let own = i16::from(table.update(KEY_A, count).is_some());
        let counted = own + other.join().unwrap();
        assert!(counted >= 1);
        assert_eq!(table.probe(KEY_A), Some(Entry { eval: counted, ..entry_of(KEY_A) }));
    });
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic)]
fn one_slot_two_writers_and_a_reader_exhaustively() {
    check::<1>(None, KEY_A);
}

#[test]
fn a_third_key_finds_nothing_in_one_slot_exhaustively() {
    check::<1>(None, KEY_C);
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic)]
fn four_ways_at_three_preemptions() {
    check::<4>(Some(3), KEY_A);
}
