//! [`Player`]: our search for the experiments, with one thread, a number of nodes per move, no
//! clock.

use engine::{Engine, Game, HashError, Numbers, Request};
use movegen::Move;
use tt_core::Snapshot;

/// A player that forgets everything between games, so that a game depends on its opening alone.
pub struct Player {
    engine: Engine,
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
    pub fn new(nodes: u64, table_bytes: usize) -> Result<Self, HashError> {
        let engine = Engine::builder().hash(table_bytes).build()?;
        Ok(Self { engine, nodes, line: Vec::new() })
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Forgets the last game, and plays from now on with these numbers of the search and of the
    /// evaluation. A match of two players with different numbers shows which are better.
    pub fn new_game_with(&mut self, numbers: &Numbers) {
        self.engine.set_numbers(numbers);
        self.engine.new_game();
    }

    /// Returns the counts of the records in the table that the searches fill.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.engine.hash().snapshot()
    }

    /// Searches the position of a game; `None` if there is no legal move.
    pub fn think(&mut self, game: &Game) -> Option<Thought> {
        let outcome = self.engine.analyse(game, &Request::nodes(self.nodes), &mut |_| ());
        self.line = outcome.pv;
        Some(Thought { best: outcome.best?, score: outcome.score.value() })
    }

    /// Returns the principal variation of the last search: the best moves of both sides, as far as
    /// the search saw.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }
}

#[cfg(test)]
mod tests {
    use engine::evaluation::{Score, Weights};
    use movegen::Position;

    use super::*;

    #[test]
    fn a_player_plays_by_the_numbers_it_is_given() {
        let mut player = Player::new(500, 1 << 20).unwrap();
        let position = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1").unwrap();
        let score = |player: &mut Player| {
            let thought = player.think(&Game::new(position.clone()));
            thought.expect("there are legal moves").score
        };
        let usual = score(&mut player);
        let end = player.line().iter().fold(position.clone(), |position, &mv| position.make(mv));
        assert!(player.line().len() > 1 && end != position, "a line of legal moves");
        player.new_game_with(&Numbers::default());
        assert_eq!(score(&mut player), usual, "the numbers are the same");
        player.new_game_with(&Numbers::hand_crafted());
        let usual = score(&mut player);
        let mut weights = Weights::default();
        weights.material[1] = Score::new(900, 900);
        player.new_game_with(&Numbers { weights, ..Numbers::hand_crafted() });
        let valued = score(&mut player);
        assert!(valued > usual + 300, "{valued} with a dear knight, {usual} without");
        player.new_game();
        assert_eq!(score(&mut player), valued, "a new game keeps the numbers");
    }

    /// Plays both sides to the end; returns the number of moves in which the side to move mates, if
    /// any.
    fn moves_to_mate(fen: &str, nodes: u64) -> Option<usize> {
        let mut player = Player::new(nodes, 1 << 20).expect("a mebibyte");
        let mut game = Game::new(Position::from_fen(fen).expect("a legal position"));
        // Fifty moves without a capture or a pawn move would draw.
        while game.position().halfmove_clock() < 100 {
            let Some(Thought { best, .. }) = player.think(&game) else {
                let plies = game.plies();
                let mate = game.position().in_check() && plies % 2 == 1;
                return mate.then_some(plies.div_ceil(2));
            };
            game.make(best).expect("the answer is legal");
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
            assert!(moves_to_mate(fen, 8_000).is_some(), "{name}");
        }
    }
}
