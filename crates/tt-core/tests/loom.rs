//! The model checker loom on the table's own code: every interleaving of a few operations, and for each
//! relaxed load every value that the memory model lets it see. `cargo xtask loom` runs it, and runs it
//! once more without the keys' mask (`tt_core_mutant`), where each model must fail.
#![cfg(loom)]

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

/// Two threads store keys A and B; the main one probes for `asked`. A whole record of that key or none
/// may be seen.
fn check<const WAYS: usize>(preemptions: Option<usize>, asked: u64) {
    let mut builder = Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(move || {
        let table: Arc<Table<Entry, Wide<WAYS>>> = Arc::new(Table::new(1_024).unwrap());
        let writers = [KEY_A, KEY_B].map(|key| {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(key, entry_of(key)))
        });
        if let Some(found) = table.probe(asked) {
            assert_ne!(asked, KEY_C, "nobody stored that key");
            assert_eq!(found, entry_of(asked), "another key's record");
        }
        for writer in writers {
            writer.join().unwrap();
        }
    });
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "another key's record"))]
fn one_slot_two_writers_and_a_reader_exhaustively() {
    check::<1>(None, KEY_A);
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "another key's record"))]
fn one_slot_seen_from_the_other_writers_key_exhaustively() {
    check::<1>(None, KEY_B);
}

#[test]
fn a_third_key_finds_nothing_in_one_slot_exhaustively() {
    check::<1>(None, KEY_C);
}

#[test]
#[cfg_attr(tt_core_mutant, should_panic(expected = "another key's record"))]
fn four_ways_at_three_preemptions() {
    check::<4>(Some(3), KEY_A);
}
