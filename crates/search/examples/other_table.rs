//! A search over a table of one's own: an ordinary hash map behind locks.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use search::movegen::Position;
use search::tt_core::{Entry, Payload};
use search::{Hints, Limits, NoTable, Pool, Search, TableHandle, TranspositionTable};

/// As many parts as let the threads rarely wait for each other.
const PARTS: usize = 64;

/// It loses nothing and grows without limit: what a table of fixed size is compared with.
struct Unbounded([Mutex<HashMap<u64, Entry>>; PARTS]);

impl Unbounded {
    fn new() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }

    /// Works on the part that a key belongs to. The keys are mixed in all their bits.
    fn part<A>(&self, key: u64, work: impl FnOnce(&mut HashMap<u64, Entry>) -> A) -> A {
        let part = &self.0[key as usize % PARTS];
        work(&mut part.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn len(&self) -> usize {
        self.0.iter().map(|part| part.lock().map_or(0, |part| part.len())).sum()
    }
}

impl TranspositionTable for Unbounded {
    type Handle<'t> = &'t Self;

    fn handle(&self, _thread: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {} // Nothing is ever too old.

    fn hashfull(&self) -> u32 {
        0
    }
}

impl TableHandle for &Unbounded {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.part(key, |entries| entries.get(&key).copied())
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        self.part(key, |entries| {
            let kept = entries.entry(key).or_default();
            *kept = entry.inherit(*kept); // Without a move of its own it keeps the old one.
        });
    }
}

fn nodes(table: &impl TranspositionTable, threads: usize) -> u64 {
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let position = Position::from_fen(fen).expect("Fine's problem 70");
    let mut pool = Pool::new(|| |_: &Position| 0);
    pool.set_threads(threads);
    let limits = Limits { depth: Some(20), ..Limits::default() };
    Search::new(table).position(position).limits(limits).run(&mut pool).nodes
}

#[cfg_attr(test, test)]
fn main() {
    let table = Unbounded::new();
    let (with, without) = (nodes(&table, 1), nodes(&NoTable, 1));
    println!("{with} nodes with the table, {without} without; {} entries", table.len());
    assert!(with < without);
    // Another search finds what the first one left; so do two threads that share it.
    let again = nodes(&table, 1);
    println!("{again} nodes in the table that is full, {} by two threads", nodes(&table, 2));
    assert!(again < with);
}
