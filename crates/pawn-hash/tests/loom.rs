//! The protocol of the shared table under loom: two stores and a probe of one slot, in every order
//! that the memory model allows. Run by `cargo xtask check loom`.
#![cfg(loom)]

use loom::sync::Arc;
use loom::thread;
use pawn_hash::SharedPawnTable;

type Payload = [u64; 1];

const FIRST: ([u64; 2], Payload) = ([1 << 12, 1 << 52], [0x1111]);
const SECOND: ([u64; 2], Payload) = ([1 << 28, 1 << 36], [0x2222]);

fn explore(records: [([u64; 2], Payload); 2]) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let table: Arc<SharedPawnTable<Payload>> = Arc::new(SharedPawnTable::new(1));
        let writers = records.map(|(pawns, payload)| {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(pawns, 0, &payload))
        });
        for (pawns, _) in records {
            let found = table.probe(pawns, 0);
            let stored = |&(stored, payload): &([u64; 2], Payload)| {
                stored == pawns && found == Some(payload)
            };
            assert!(found.is_none() || records.iter().any(stored), "{found:?} was never stored");
        }
        for writer in writers {
            writer.join().expect("a store does not panic");
        }
    });
}

#[test]
fn a_probe_sees_a_whole_store_or_nothing() {
    explore([FIRST, SECOND]);
}

#[test]
fn two_payloads_of_one_structure_are_never_mixed() {
    explore([FIRST, (FIRST.0, [0x3333])]);
}

/// Every thread finds a record that was stored before the threads started.
#[test]
fn a_store_is_found_by_threads_that_start_later() {
    loom::model(|| {
        let table: Arc<SharedPawnTable<Payload>> = Arc::new(SharedPawnTable::new(1));
        table.store(FIRST.0, 0, &FIRST.1);
        let reader = Arc::clone(&table);
        let found = thread::spawn(move || reader.probe(FIRST.0, 0));
        assert_eq!(found.join().expect("a probe does not panic"), Some(FIRST.1));
    });
}
