//! How games end: by the rules alone, or when a player claims it.
//!
//! Source: FIDE Laws of Chess (2023), articles 5.1, 5.2, 9.2, 9.3 and 9.6.

use core::fmt;

use crate::keys::ChessKeys;
use crate::{Color, KeyHistory, KeyedPosition};

/// Plies without a capture or pawn move after which a player may claim a draw: 50 moves by each.
const CLAIM_PLIES: u32 = 100;
/// Plies without a capture or pawn move after which the game is drawn: 75 moves by each.
const DRAW_PLIES: u32 = 150;
/// Earlier occurrences of a position that make the present one the third.
const CLAIM_REPETITIONS: usize = 2;
/// Earlier occurrences of a position that make the present one the fifth.
const DRAW_REPETITIONS: usize = 4;

/// Why a game is over, or why a player may end it.
///
/// | end | rule | needs |
/// |---|---|---|
/// | `Checkmate`, `Stalemate` | automatic | the position |
/// | `InsufficientMaterial` | automatic | the position |
/// | `SeventyFiveMoves` | automatic | the position's clock |
/// | `FivefoldRepetition` | automatic | the keys of the game |
/// | `ThreefoldRepetition` | a claim | the keys of the game |
/// | `FiftyMoves` | a claim | the position's clock |
///
/// ```
/// use movegen::{Color, GameEnd, GameResult};
///
/// let mate = GameEnd::Checkmate { winner: Color::Black };
/// assert_eq!((mate.result(), mate.is_claim()), (GameResult::BlackWins, false));
/// assert_eq!(mate.to_string(), "Black wins by checkmate");
/// assert_eq!(GameEnd::FiftyMoves.result(), GameResult::Draw);
/// assert!(GameEnd::FiftyMoves.is_claim());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum GameEnd {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No sequence of legal moves mates, judged by material
    /// ([`KeyedPosition::is_insufficient_material`]).
    InsufficientMaterial,
    /// 75 moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The position is on the board for the fifth time.
    FivefoldRepetition,
    /// The position is on the board for the third or fourth time: a player may claim a draw.
    ThreefoldRepetition,
    /// 50 moves by each side without a capture or pawn move: a player may claim a draw.
    FiftyMoves,
}

impl GameEnd {
    /// Returns whether the game goes on unless a player claims the draw.
    #[must_use]
    pub const fn is_claim(self) -> bool {
        matches!(self, Self::ThreefoldRepetition | Self::FiftyMoves)
    }

    /// Returns the side that has won, if one has.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns the result of a game that ends so; of a claim, if it is made.
    #[must_use]
    pub const fn result(self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner: Color::White } => f.write_str("White wins by checkmate"),
            Self::Checkmate { winner: Color::Black } => f.write_str("Black wins by checkmate"),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::SeventyFiveMoves => f.write_str("draw by the seventy-five-move rule"),
            Self::FivefoldRepetition => f.write_str("draw by fivefold repetition"),
            Self::ThreefoldRepetition => f.write_str("draw by threefold repetition, if claimed"),
            Self::FiftyMoves => f.write_str("draw by the fifty-move rule, if claimed"),
        }
    }
}

/// The result of a game as PGN writes it.
///
/// ```
/// use movegen::GameResult;
///
/// assert_eq!(GameResult::from_text("1/2-1/2"), Some(GameResult::Draw));
/// assert_eq!(GameResult::WhiteWins.to_string(), "1-0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, was abandoned, or its result is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The four results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// Returns the result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Returns the result that PGN writes as this text.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.as_str() == text)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns how the game has ended, as far as the position alone decides it: mate, stalemate,
    /// insufficient material or the seventy-five-move rule, in this order. These ends are
    /// automatic; [`outcome_with`](Self::outcome_with) knows repetitions and claims too.
    ///
    /// ```
    /// use movegen::{Color, GameEnd, Position};
    ///
    /// let end = |fen: &str| fen.parse::<Position>().map(|position| position.outcome());
    /// let mate = Some(GameEnd::Checkmate { winner: Color::White });
    /// assert_eq!(end("R5k1/5ppp/8/8/8/8/8/7K b - -")?, mate);
    /// assert_eq!(end("k7/2Q5/8/8/8/8/8/7K b - -")?, Some(GameEnd::Stalemate));
    /// assert_eq!(end("k7/8/8/8/8/8/8/6NK b - -")?, Some(GameEnd::InsufficientMaterial));
    /// assert_eq!(end("k7/8/8/8/8/8/8/6RK b - - 150 90")?, Some(GameEnd::SeventyFiveMoves));
    /// assert_eq!(Position::startpos().outcome(), None);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<GameEnd> {
        if self.count_legal() == 0 {
            return Some(if self.in_check() {
                GameEnd::Checkmate { winner: !self.side_to_move() }
            } else {
                GameEnd::Stalemate
            });
        }
        if self.is_insufficient_material() {
            return Some(GameEnd::InsufficientMaterial);
        }
        (self.halfmove_clock() >= DRAW_PLIES).then_some(GameEnd::SeventyFiveMoves)
    }

    /// Returns how the game has ended, or how a player may end it now: [`outcome`](Self::outcome),
    /// then fivefold repetition, then the claims: threefold repetition and the fifty-move rule.
    /// `history` holds the keys of the earlier positions of the game.
    ///
    /// ```
    /// use movegen::{GameEnd, KeyHistory, Position};
    ///
    /// let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     assert_eq!(position.outcome_with(&history), None);
    ///     history.push(position.key());
    ///     position = position.make(position.parse_uci(text)?);
    /// }
    /// let end = position.outcome_with(&history).expect("the start stands there a third time");
    /// assert_eq!(end, GameEnd::ThreefoldRepetition);
    /// assert!(end.is_claim());
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    ///
    /// To check a claim on the move that a player is about to make, call this on the position after
    /// it.
    #[must_use]
    pub fn outcome_with(&self, history: &KeyHistory) -> Option<GameEnd> {
        let repetitions = history.repetitions(self.key(), self.halfmove_clock());
        let claim = || {
            if repetitions >= CLAIM_REPETITIONS {
                return Some(GameEnd::ThreefoldRepetition);
            }
            (self.halfmove_clock() >= CLAIM_PLIES).then_some(GameEnd::FiftyMoves)
        };
        self.outcome()
            .or((repetitions >= DRAW_REPETITIONS).then_some(GameEnd::FivefoldRepetition))
            .or_else(claim)
    }
}
