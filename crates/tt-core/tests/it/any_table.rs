//! Code that serves each kind of table, and handles that keep their table alive.

use std::sync::Arc;
use std::thread;

use tt_core::{AnyTable, Dense, Entry, Newest, OwnedHandle, Table};

/// Does each operation of the trait once, and checks its effect.
fn exercise<T: AnyTable<Payload = Entry>>(table: &mut T) {
    let entry = Entry { mv: 5, draft: 3, ..Entry::default() };
    table.prefetch(7);
    assert_eq!((table.probe(7), table.update(7, |entry| entry)), (None, None));
    table.store(7, entry);
    let changed = Entry { score: 40, ..entry };
    assert_eq!(table.update(7, |entry| Entry { score: 40, ..entry }), Some(changed));
    assert_eq!((table.probe(7), table.handle().probe(7)), (Some(changed), Some(changed)));
    let before = table.generation();
    table.advance_generation().expect("nobody refuses");
    assert_eq!(table.generation(), before + 1);
    table.clear(2).expect("nobody else is attached");
    assert_eq!((table.probe(7), table.generation()), (None, 0));
}

#[test]
fn one_function_serves_tables_of_each_kind() {
    exercise(&mut Table::new(1 << 16).unwrap());
    exercise(&mut Table::<Entry, Dense, Newest>::with_parts(1 << 16).unwrap());
    #[cfg(all(feature = "shared", unix))]
    {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("table");
        let mut shared = tt_core::SharedTable::open(&name, 1 << 16, 42).unwrap();
        exercise(&mut shared);
        let other: tt_core::SharedTable = tt_core::SharedTable::attach(name, 42).unwrap();
        assert!(AnyTable::clear(&mut shared, 1).is_err(), "another is attached");
        drop(other);
    }
}

/// The threads outlive the scope in which the table was made.
#[test]
fn an_owned_handle_keeps_the_table_for_threads_that_borrow_nothing() {
    let threads: Vec<_> = {
        let handle = OwnedHandle::new(Arc::new(Table::new(1 << 20).unwrap()));
        let threads = (0..2_u64).map(|number| {
            let handle = handle.clone();
            thread::spawn(move || {
                let key = (number + 1) << 60;
                handle.prefetch(key);
                handle.store(key, Entry { mv: number as u16 + 1, ..Entry::default() });
                handle.update(key, |entry| Entry { score: 9, ..entry });
                let found = [handle.probe(key), handle.handle().probe(key)];
                (found, Arc::clone(handle.table()))
            })
        });
        threads.collect()
    };
    let answers = threads.into_iter().map(|thread| thread.join().expect("it does not panic"));
    let mut tables = Vec::new();
    for (([owned, borrowed], table), mv) in answers.zip(1..) {
        assert_eq!(owned, Some(Entry { mv, score: 9, ..Entry::default() }));
        assert_eq!(owned, borrowed);
        tables.push(table);
    }
    assert!(Arc::ptr_eq(&tables[0], &tables[1]) && tables[0].probe(1 << 60).is_some());
}
