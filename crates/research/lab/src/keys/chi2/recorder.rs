//! The keys that our engine's search asks its table for.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use engine::HandCrafted;
use search::{Hints, Limits, Pool, Search, TableHandle, TranspositionTable};
use self_play::{Openings, Random};
use tt_core::{Entry, Table};

const NODES: u64 = 100_000;
const TABLE_BYTES: usize = 16 << 20;

/// A table that remembers which keys it was asked for.
struct Recorder {
    table: Table,
    keys: Mutex<HashSet<u64>>,
    most: usize,
}

impl TranspositionTable for Recorder {
    type Handle<'t> = &'t Self;

    fn handle(&self, _: usize) -> &Self {
        self
    }

    fn advance_generation(&self) {
        self.table.advance_generation();
    }

    fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }
}

impl TableHandle for &Recorder {
    fn probe(&mut self, key: u64) -> Option<Entry> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() < self.most {
            keys.insert(key);
        }
        drop(keys);
        self.table.probe(key)
    }

    fn store(&mut self, key: u64, entry: Entry, _: Hints<'_>) {
        self.table.store(key, entry);
    }
}

/// Returns the keys of the first `count` different positions for which searches below random
/// openings ask their table: one thread, principal variation search with quiescence and all
/// pruning.
pub(super) fn keys(openings: &Openings, random: &mut Random, count: usize) -> Result<HashSet<u64>> {
    let table = Table::new(TABLE_BYTES)?;
    let recorder = Recorder { table, keys: Mutex::new(HashSet::new()), most: count };
    let mut pool = Pool::new(HandCrafted::default);
    loop {
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        Search::new(&recorder).position(openings.draw(random)).limits(limits).run(&mut pool);
        let mut keys = recorder.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() == count {
            return Ok(std::mem::take(&mut *keys));
        }
    }
}
