//! Our search as the experiments use it: one thread, a number of nodes for each move, no clock.

use std::time::Duration;

use evaluation::Evaluator;
use movegen::{KeyHistory, Move, Position};
use search::{Clock, Control, Limits, Pool, SearchRequest, Settings, Silent};
use tt_core::{AllocError, Table};

/// A player that forgets everything between games, so that a game depends on its seed alone.
pub struct Player {
    pool: Pool,
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
        Ok(Self { pool: Pool::new(), table: Table::new(table_bytes)?, nodes })
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

    /// Its evaluator, to have it record what it is asked.
    pub fn evaluator_mut(&mut self) -> &mut Evaluator {
        self.pool.lead_evaluator_mut()
    }

    /// Searches a position, whose earlier positions `history` knows; `None` if there is no legal
    /// move.
    pub fn think(&mut self, position: &Position, history: &KeyHistory) -> Option<Thought> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let request =
            SearchRequest { position: position.clone(), history: history.clone(), limits };
        let (settings, control) = (Settings::default(), Control::new());
        let outcome =
            self.pool.search(&self.table, &request, &settings, &control, &NoClock, &mut Silent);
        Some(Thought { best: outcome.best?, score: outcome.score })
    }
}

/// A clock that stands still: the number of nodes alone ends a search.
struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
