//! Users are threads of this process.

use std::thread;

use tt_core::{Entry, Table};

use super::{Act, Shared};

pub(super) struct Threads(Table);

fn act(table: &Table, act: Act) -> Option<Entry> {
    match act {
        Act::Store(key, entry) => {
            table.store(key, entry);
            None
        }
        Act::Probe(key) => table.probe(key),
    }
}

impl Shared for Threads {
    fn open(bytes: usize, _: u64) -> Self {
        Self(Table::new(bytes).unwrap())
    }

    fn act(&mut self, _: usize, one: Act) -> Option<Entry> {
        thread::scope(|scope| scope.spawn(|| act(&self.0, one)).join().unwrap())
    }

    fn race(&mut self, acts: &[Vec<Act>]) -> Vec<Vec<Option<Entry>>> {
        let table = &self.0;
        thread::scope(|scope| {
            let users: Vec<_> = acts
                .iter()
                .map(|acts| {
                    scope.spawn(move || {
                        let probe = |&one: &Act| {
                            let found = act(table, one);
                            matches!(one, Act::Probe(_)).then_some(found)
                        };
                        acts.iter().filter_map(probe).collect()
                    })
                })
                .collect();
            users.into_iter().map(|user| user.join().unwrap()).collect()
        })
    }

    fn kill(&mut self, _: usize) {
        // A thread that ends with a handle to the table.
        let table = &self.0;
        thread::scope(|scope| {
            let user = scope.spawn(|| {
                let _handle = table;
                std::panic::resume_unwind(Box::new("it dies"))
            });
            assert!(user.join().is_err());
        });
    }

    fn dies_with(_: u64, _: usize) -> bool {
        false
    }
}
