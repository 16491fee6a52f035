//! [`Player`]: our search for the experiments, with one thread, a number of nodes per move, no
//! clock.

use std::time::Duration;

use evaluation::{Evaluator, Weights};
use movegen::{KeyHistory, Move, Position};
use search::{Clock, Evaluate, Limits, Params, Pool, Search};
use tt_core::{AllocError, Table};

/// A player that forgets everything between games, so that a game depends on its opening alone.
pub struct Player {
    pool: Pool<HandCrafted>,
    table: Table,
    nodes: u64,
    line: Vec<Move>,
}

/// A player's answer to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The move that the player plays.
    pub best: Move,
    /// The score of that move, from the side to move's view.
    pub score: i32,
}

impl Player {
    /// Creates a player that searches about `nodes` nodes for each move, with a table of
    /// `table_bytes`.
    ///
    /// # Errors
    ///
    /// If there is no memory for the table.
    pub fn new(nodes: u64, table_bytes: usize) -> Result<Self, AllocError> {
        let pool = Pool::new(HandCrafted::default);
        Ok(Self { pool, table: Table::new(table_bytes)?, nodes, line: Vec::new() })
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.pool.clear();
        self.table.clear(1);
    }

    /// Forgets the last game, and plays from now on with these numbers of the search and weights of
    /// the evaluation. A match of two players with different numbers shows which are better.
    pub fn new_game_with(&mut self, params: Params, weights: Weights) {
        self.pool = Pool::new(move || HandCrafted::with_weights(weights.clone()));
        *self.pool.params_mut() = params;
        self.table.clear(1);
    }

    /// Returns the table that the searches fill.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Searches a position whose earlier positions are in `history`; `None` if there is no legal
    /// move.
    pub fn think(&mut self, position: &Position, history: &KeyHistory) -> Option<Thought> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let outcome = Search::new(&self.table)
            .position(position.clone())
            .history(history.clone())
            .limits(limits)
            .clock(&NoClock)
            .run(&mut self.pool);
        self.line = outcome.pv;
        Some(Thought { best: outcome.best?, score: outcome.score })
    }

    /// Returns the principal variation of the last search: the best moves of both sides, as far as
    /// the search saw.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }
}

/// The hand-crafted evaluation, adapted to the search; by default with the weights that the engine
/// plays with.
#[derive(Default)]
pub struct HandCrafted(Evaluator);

impl HandCrafted {
    /// Creates the evaluation with other weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self(Evaluator::with_weights(weights))
    }
}

impl Evaluate for HandCrafted {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    #[inline]
    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }

    #[inline]
    fn make(&mut self, parent: &Position, _: Move, child: &Position) {
        self.0.prefetch(parent, child);
    }
}

/// A clock that stands still: only the number of nodes ends a search.
struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_plays_by_the_numbers_it_is_given() {
        let mut player = Player::new(500, 1 << 20).unwrap();
        let position = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1").unwrap();
        let score = |player: &mut Player| {
            let thought = player.think(&position, &KeyHistory::new());
            thought.expect("there are legal moves").score
        };
        let usual = score(&mut player);
        let end = player.line().iter().fold(position.clone(), |position, &mv| position.make(mv));
        assert!(player.line().len() > 1 && end != position, "a line of legal moves");
        player.new_game_with(Params::default(), Weights::default());
        assert_eq!(score(&mut player), usual, "the numbers are the same");
        let mut weights = Weights::default();
        weights.material[1] = evaluation::Score::new(900, 900);
        player.new_game_with(Params::default(), weights);
        let valued = score(&mut player);
        assert!(valued > usual + 300, "{valued} with a dear knight, {usual} without");
        player.new_game();
        assert_eq!(score(&mut player), valued, "a new game keeps the numbers");
    }

    /// Plays both sides to the end; returns the number of moves in which the side to move mates, if
    /// any.
    fn moves_to_mate(fen: &str, nodes: u64) -> Option<usize> {
        let mut player = Player::new(nodes, 1 << 20).expect("a mebibyte");
        let mut position = Position::from_fen(fen).expect("a legal position");
        let mut history = KeyHistory::new();
        // Fifty moves without a capture or a pawn move would draw.
        while position.halfmove_clock() < 100 {
            let Some(Thought { best, .. }) = player.think(&position, &history) else {
                let plies = history.len();
                return (position.in_check() && plies % 2 == 1).then_some(plies.div_ceil(2));
            };
            history.push(position.key());
            position = position.make(best);
        }
        None
    }

    /// The evaluation knows the way to mates that are far beyond the search's horizon.
    #[test]
    fn elementary_endings_are_won() {
        for (name, fen) in [
            ("KRK", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"),
            ("KBBK", "8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1"),
            ("KBNK", "8/8/8/3k4/8/8/8/1N2KB2 w - - 0 1"),
            ("KBNK, the wrong corner", "k7/8/1K6/8/8/8/8/1N3B2 w - - 0 1"),
            ("KPK", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"),
            ("KQKR", "8/8/8/3k4/3r4/8/8/1K4Q1 w - - 0 1"),
        ] {
            assert!(moves_to_mate(fen, 30_000).is_some(), "{name}");
        }
    }
}
