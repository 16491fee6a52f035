//! [`Worker`]: a thread's search of one position after the other.

use std::sync::Arc;

use engine::{Engine, Game};
use movegen::{KeyHistory, Position};
use search::{Control, Outcome, room_for_threads};

use super::Batch;
use crate::cli::analyse::findings::{Findings, Task, find};

/// A worker: a thread's engine, and the settings of the batch.
pub(super) struct Worker<'a> {
    engine: Engine,
    pub(super) batch: &'a Batch,
    control: &'a Control,
}

impl<'a> Worker<'a> {
    /// Creates a worker beside `others`.
    pub(super) fn new(
        batch: &'a Batch,
        control: &'a Control,
        others: usize,
    ) -> Result<Self, String> {
        let bytes = batch.hash.bytes();
        if others > 0 && room_for_threads(1, bytes) == 0 {
            return Err("the system refuses the memory for a thread".to_owned());
        }
        let builder = Engine::builder().hash(bytes).numbers(batch.numbers.clone());
        let engine = builder.tablebases(Arc::clone(&batch.tablebases)).build();
        let engine = engine.map_err(|error| error.to_string())?;
        Ok(Self { engine, batch, control })
    }

    /// Forgets everything, so that the next search is like the first.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position; `None` if it was stopped before its limit.
    pub(super) fn analyse(&mut self, position: &Position, past: &KeyHistory) -> Option<Outcome> {
        self.search(position, past, 1).map(|found| found.outcome)
    }

    /// Searches for several lines of a position; `None` if it was stopped before its limit.
    pub(super) fn search(
        &mut self,
        position: &Position,
        past: &KeyHistory,
        multi_pv: usize,
    ) -> Option<Findings> {
        let game = Game::with_history(position.clone(), past.clone());
        let task = Task { game, limits: self.batch.limits.clone(), multi_pv };
        let found = find(&task, &mut self.engine, self.control, &mut |_, _| ());
        (!self.control.is_stopped()).then_some(found)
    }
}
