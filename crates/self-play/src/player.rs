//! Our search as the experiments use it: one thread, a number of nodes for each move, no clock.

use std::time::Duration;

use evaluation::Evaluator;
use movegen::{KeyHistory, Move, Position};
use search::{Clock, Evaluate, Limits, Pool, Search};
use tt_core::{AllocError, Table};

/// A player that forgets everything between games, so that a game depends on its seed alone.
pub struct Player {
    pool: Pool<HandCrafted>,
    table: Table,
    nodes: u64,
}

/// What a player thinks of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move it plays.
    pub best: Move,
    /// Its score, from the side to move's view.
    pub score: i32,
}

impl Player {
    /// A player that searches about `nodes` nodes for each move, with a table of `table_bytes`.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(nodes: u64, table_bytes: usize) -> Result<Self, AllocError> {
        Ok(Self { pool: Pool::new(HandCrafted::default), table: Table::new(table_bytes)?, nodes })
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.pool.clear();
        self.table.clear(1);
    }

    /// The table that its searches fill.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Searches a position, whose earlier positions `history` knows; `None` if there is no legal
    /// move.
    pub fn think(&mut self, position: &Position, history: &KeyHistory) -> Option<Thought> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let outcome = Search::new(&self.table)
            .position(position.clone())
            .history(history.clone())
            .limits(limits)
            .clock(&NoClock)
            .run(&mut self.pool);
        Some(Thought { best: outcome.best?, score: outcome.score })
    }
}

/// The hand-crafted evaluation as the search takes it, with the weights that the engine plays with.
#[derive(Default)]
pub struct HandCrafted(Evaluator);

impl Evaluate for HandCrafted {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }
}

/// A clock that stands still: the number of nodes alone ends a search.
struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
