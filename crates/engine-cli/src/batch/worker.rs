//! [`Worker`]: a thread's search of one position after the other.

use std::sync::Arc;

use engine::{Engine, Game, HashError};
use movegen::{KeyHistory, Position};
use search::{Control, Outcome};

use super::Batch;
use crate::analyse::{Task, find};

/// A worker: a thread's engine, and the settings of the batch.
pub(super) struct Worker<'a> {
    engine: Engine,
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
            let builder = Engine::builder().hash(batch.hash.bytes());
            let builder = builder.numbers(batch.numbers.clone());
            let engine = builder.tablebases(Arc::clone(&batch.tablebases)).build()?;
            Ok(Self { engine, batch, control })
        };
        let workers: Result<_, HashError> = (0..batch.threads).map(worker).collect();
        workers.map_err(|error| error.to_string())
    }

    /// Forgets everything, so that the next search is like the first.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position; `None` if it was stopped before its limit.
    pub(super) fn analyse(&mut self, position: &Position, past: &KeyHistory) -> Option<Outcome> {
        let game = Game::with_history(position.clone(), past.clone());
        let task = Task { game, limits: self.batch.limits.clone(), multi_pv: 1 };
        let found = find(&task, &mut self.engine, self.control, &mut |_, _| ());
        (!self.control.is_stopped()).then_some(found.outcome)
    }
}
