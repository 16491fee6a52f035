//! [`Game`]: a position with the moves that led to it.

use std::fmt;
use std::str::FromStr;

use movegen::pgn::{MovesError, read_moves};
use movegen::{FenError, GameEnd, KeyHistory, Move, MoveError, Position};

/// A position and its past: the keys of the earlier positions, which repetitions need, and the
/// moves, which can be taken back. The default is a game at the start position.
///
/// ```
/// use engine::Game;
/// use engine::movegen::GameEnd;
///
/// let mut game = Game::default();
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     assert_eq!(game.outcome(), None);
///     game.make_text(text)?;
/// }
/// assert!(matches!(game.outcome(), Some(GameEnd::Checkmate { .. })));
/// let queen = game.undo().expect("four moves were made");
/// assert_eq!(game.position().san(queen), "Qh4#");
/// assert_eq!((game.outcome(), game.plies()), (None, 3));
/// # Ok::<(), engine::movegen::MoveError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Game {
    position: Position,
    history: KeyHistory,
    /// The earlier positions that are known whole, each with the move that left it.
    earlier: Vec<(Position, Move)>,
}

impl Game {
    /// Creates the game that begins at `position`.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self::with_history(position, KeyHistory::new())
    }

    /// Creates the game that begins at the position of a FEN, read as [`Position::from_fen`] does.
    /// [`str::parse`] does the same.
    ///
    /// ```
    /// use engine::Game;
    /// use engine::movegen::FenError;
    ///
    /// let mut game = Game::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
    /// game.make_text("Rd8#").expect("a legal move");
    /// assert!(game.outcome().is_some() && game.plies() == 1);
    ///
    /// let other: Result<Game, FenError> = "6k1/5ppp/8 w".parse();
    /// assert!(other.is_err());
    /// # Ok::<(), FenError>(())
    /// ```
    ///
    /// # Errors
    /// If the FEN cannot be read, or its position is not legal.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::new)
    }

    /// Creates a game that has come to `position` by moves that are not known; `history` holds the
    /// keys of the earlier positions, oldest first. They count for repetitions and in
    /// [`plies`](Self::plies), but cannot be taken back.
    ///
    /// ```
    /// use engine::Game;
    ///
    /// let mut game = Game::default();
    /// game.make_text("Nf3")?;
    /// let (position, history) = (game.position().clone(), game.history().clone());
    /// let mut later = Game::with_history(position, history);
    /// assert_eq!((later.plies(), later.undo()), (1, None));
    /// # Ok::<(), engine::movegen::MoveError>(())
    /// ```
    #[must_use]
    pub fn with_history(position: Position, history: KeyHistory) -> Self {
        Self { position, history, earlier: Vec::new() }
    }

    /// Returns the position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the keys of the earlier positions.
    #[must_use]
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Returns the number of earlier positions, one for each move of either side.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.history.len()
    }

    /// Returns the moves that can be taken back, oldest first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.earlier.iter().map(|&(_, mv)| mv)
    }

    /// Makes a move. A game that has ended by a draw may go on.
    ///
    /// # Errors
    /// If the move is not legal; the game is then unchanged.
    pub fn make(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.history.push(self.position.key());
        let child = self.position.make(mv);
        self.earlier.push((std::mem::replace(&mut self.position, child), mv));
        Ok(())
    }

    /// Makes a move from its text, such as `Nf3`, `g1f3`, `O-O` or `e7e8q`, and returns it.
    ///
    /// # Errors
    /// If the text is no legal move; the game is then unchanged.
    pub fn make_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let mv = self.position.parse_move(text)?;
        self.make(mv).expect("a move that was read is legal");
        Ok(mv)
    }

    /// Makes the moves of a text as people paste it, in UCI's notation or in SAN: `e2e4 e7e5`, or
    /// `1. e4 e5 2. Nf3 1-0` ([`read_moves`]).
    ///
    /// # Errors
    /// If something in the text is neither a legal move nor stands beside one; the game is then
    /// unchanged.
    pub fn make_moves(&mut self, text: &str) -> Result<(), MovesError> {
        for mv in read_moves(&self.position, text)? {
            self.make(mv).expect("a move that was read is legal");
        }
        Ok(())
    }

    /// Takes back the last move and returns it; `None` if no move was made.
    pub fn undo(&mut self) -> Option<Move> {
        let (position, mv) = self.earlier.pop()?;
        self.history.pop();
        self.position = position;
        Some(mv)
    }

    /// Returns how the game has ended, or how a player may end it now by a claim
    /// ([`GameEnd::is_claim`]); `None` while it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<GameEnd> {
        self.position.outcome_with(&self.history)
    }

    /// Returns a line of moves from the position on the board in SAN, with spaces between the
    /// moves. The text ends before the first illegal move.
    ///
    /// ```
    /// use engine::Game;
    ///
    /// let mut game = Game::default();
    /// for text in ["e4", "e5", "Nf3"] {
    ///     game.make_text(text)?;
    /// }
    /// let line: Vec<_> = game.moves().collect();
    /// assert_eq!(Game::default().san_line(&line), "e4 e5 Nf3");
    /// assert_eq!(game.san_line(&line), "");
    /// # Ok::<(), engine::movegen::MoveError>(())
    /// ```
    #[must_use]
    pub fn san_line(&self, line: &[Move]) -> String {
        let (mut position, mut words) = (self.position.clone(), Vec::new());
        for &mv in line {
            if !position.is_legal(mv) {
                break;
            }
            words.push(position.san(mv));
            position = position.make(mv);
        }
        words.join(" ")
    }
}

impl FromStr for Game {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// A move that is not legal in its position: the error of [`Game::make`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a legal move, found {}", self.0)
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(texts: &[&str]) -> Game {
        let mut game = Game::default();
        for text in texts {
            game.make_text(text).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_line_ends_before_its_first_illegal_move() {
        let line = [played(&["e4"]), played(&["d4"]), played(&["e4", "e5"])];
        let line: Vec<Move> = line.iter().filter_map(|game| game.moves().last()).collect();
        assert_eq!(line.len(), 3);
        assert_eq!(Game::default().san_line(&line), "e4", "d4 is White's, and e5 is not read");
    }

    #[test]
    fn knights_that_go_home_repeat_the_start() {
        let home = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let (once, twice) = (played(&home), played(&[home, home].concat()));
        assert_eq!((once.outcome(), once.plies()), (None, 4));
        assert_eq!(twice.outcome(), Some(GameEnd::ThreefoldRepetition));
    }

    #[test]
    fn undo_is_the_inverse_of_make() {
        let texts = ["e4", "d5", "exd5", "c5", "dxc6", "Nf6", "cxb7", "Nbd7", "bxa8=N"];
        let mut game = Game::default();
        let mut before = Vec::new();
        for text in texts {
            before.push((game.position().clone(), game.outcome(), game.plies()));
            game.make_text(text).expect("a legal move");
        }
        assert_eq!(game.moves().len(), texts.len());
        while let Some(expected) = before.pop() {
            game.undo().expect("a move to take back");
            assert_eq!((game.position().clone(), game.outcome(), game.plies()), expected);
        }
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_past_that_is_not_known_whole_counts_and_stays() {
        let mut long = played(&["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]);
        let mut game = Game::with_history(long.position().clone(), long.history().clone());
        game.make_text("f6g8").expect("a legal move");
        long.make_text("f6g8").expect("a legal move");
        assert_eq!((game.outcome(), game.moves().len()), (long.outcome(), 1));
        assert!(game.undo().is_some() && game.undo().is_none());
        assert_eq!(game.plies(), 7);
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let mv = Move::new(movegen::Square::E2, movegen::Square::E5);
        let error = game.make(mv).expect_err("two squares too far").to_string();
        assert_eq!(error, "expected a legal move, found e2e5");
        assert!(game.make_text("Ke2").is_err());
        assert!(game.make_moves("1. e4 e5 2. Ke3").is_err());
        assert_eq!((game.plies(), game.position()), (0, &Position::startpos()));
    }
}
