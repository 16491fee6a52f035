//! [`Worker`]: a thread's search of one position after the other.

use movegen::{KeyHistory, Position};
use search::{Control, Outcome, Pool};
use tt_core::Table;

use super::Batch;
use crate::analyse::{Task, find};
use crate::game::Game;
use crate::hand_crafted::HandCrafted;

/// A worker: a thread's table and search, and the settings of the batch.
pub(super) struct Worker<'a> {
    table: Table,
    pool: Pool<HandCrafted>,
    batch: &'a Batch,
    control: &'a Control,
}

impl<'a> Worker<'a> {
    /// Creates as many workers as the batch has threads.
    ///
    /// # Errors
    /// If the tables cannot be allocated.
    pub(super) fn team(batch: &'a Batch, control: &'a Control) -> Result<Vec<Self>, String> {
        let worker = |_| {
            let table = Table::new(batch.hash.bytes())?;
            Ok(Self { table, pool: batch.numbers.pool(), batch, control })
        };
        let workers: Result<_, tt_core::AllocError> = (0..batch.threads).map(worker).collect();
        workers.map_err(|error| error.to_string())
    }

    /// Forgets everything, so that the next search is like the first.
    pub(super) fn forget(&mut self) {
        self.table.clear(1);
        self.pool.clear();
    }

    /// Searches a position; `None` if it was stopped before its limit.
    pub(super) fn analyse(&mut self, position: &Position, past: &KeyHistory) -> Option<Outcome> {
        let game = Game { position: position.clone(), history: past.clone() };
        let task = Task { game, limits: self.batch.limits.clone(), multi_pv: 1 };
        let tables = (&self.table, &self.batch.tables);
        let found = find(&task, tables, &mut self.pool, self.control, &mut |_, _| ());
        (!self.control.is_stopped()).then_some(found.outcome)
    }
}
