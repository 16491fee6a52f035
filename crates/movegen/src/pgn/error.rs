//! The faults of a game, and their places.

use alloc::string::String;
use core::fmt;

use crate::text::EncodingError;
use crate::{FenError, MoveError};

/// A fault of a text in PGN and its place.
///
/// ```
/// let mut games = movegen::pgn::games(b"1. e4 e5\n2. Ke3 *").strict();
/// let error = games.next().expect("a game").unwrap_err();
/// assert_eq!((error.line(), error.column()), (2, 4));
/// assert_eq!(error.to_string(), "PGN, line 2, column 4: \"Ke3\" is not legal here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnError {
    line: usize,
    column: usize,
    fault: PgnFault,
}

impl PgnError {
    pub(super) const fn new(line: usize, column: usize, fault: PgnFault) -> Self {
        Self { line, column, fault }
    }

    /// Returns the line, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Returns the byte of the line, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// Returns the fault there.
    #[must_use]
    pub const fn fault(&self) -> &PgnFault {
        &self.fault
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PGN, line {}, column {}: {}", self.line, self.column, self.fault)
    }
}

impl core::error::Error for PgnError {}

/// A fault of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PgnFault {
    /// A text whose encoding is not read.
    Encoding(EncodingError),
    /// A tag without a name of letters, digits and underscores.
    TagName,
    /// A tag without a value that begins and ends with a quotation mark on one line.
    TagValue,
    /// A tag without a bracket behind its value.
    UnclosedTag,
    /// More tags than a tree keeps.
    TooManyTags,
    /// A comment whose closing brace is missing.
    UnclosedComment,
    /// A variation whose closing parenthesis is missing.
    UnclosedVariation,
    /// A closing parenthesis without a variation.
    StrayParenthesis,
    /// A variation of no move.
    VariationWithoutMove,
    /// Variations within variations, more than [`MAX_DEPTH`](super::MAX_DEPTH) of them.
    TooDeep,
    /// `$` without a number from 0 to 255, or a row of `!` and `?` that has no number.
    Annotation,
    /// A sign of the literature in place of an annotation's number.
    Sign,
    /// A space, dots, a dash or a word that the standard does not have.
    Spelling,
    /// A null move.
    NullMove,
    /// A result that is not written as in the standard.
    Result,
    /// A result that is not that of the tag `Result`.
    ResultsDiffer,
    /// A start that had to be mended, and the repairs.
    Repaired(String),
    /// A character that begins nothing that is known.
    Unexpected(char),
    /// A variant with other rules.
    Variant(String),
    /// The start of the game would change below its moves.
    StartOfMoves,
    /// A start that is no legal position.
    Fen(FenError),
    /// A move that is not legal.
    Move(MoveError),
    /// A fault that a visitor of the caller's own reports.
    Other(String),
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding(error) => write!(f, "{error}"),
            Self::TagName => f.write_str("a tag's name is made of letters, digits, underscores"),
            Self::TagValue => f.write_str("a tag's value stands between quotation marks"),
            Self::UnclosedTag => f.write_str("the tag does not end with a bracket"),
            Self::TooManyTags => f.write_str("more than 1000 tags"),
            Self::UnclosedComment => f.write_str("the comment has no end"),
            Self::UnclosedVariation => f.write_str("the variation has no end"),
            Self::StrayParenthesis => f.write_str("no variation ends here"),
            Self::VariationWithoutMove => f.write_str("no move to which this is a variation"),
            Self::TooDeep => f.write_str("too many variations within variations"),
            Self::Annotation => f.write_str("not an annotation: $0 to $255, ! ? !! ?? !? ?!"),
            Self::Sign => f.write_str("a sign in place of an annotation's number"),
            Self::Spelling => f.write_str("not written as the standard has it"),
            Self::NullMove => f.write_str("a null move"),
            Self::Result => f.write_str("a result that is not 1-0, 0-1, 1/2-1/2 or *"),
            Self::ResultsDiffer => f.write_str("the result is not that of the tag Result"),
            Self::Repaired(repairs) => write!(f, "FEN: {repairs}"),
            Self::Unexpected(letter) => write!(f, "unexpected {letter:?}"),
            Self::Variant(name) => write!(f, "{name:?} has other rules"),
            Self::StartOfMoves => f.write_str("the game has moves from another start"),
            Self::Fen(error) => write!(f, "{error}"),
            Self::Move(error) => write!(f, "{error}"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for PgnFault {}

impl PgnFault {
    /// Returns the kind of the fault in a word or two, by which remarks can be counted.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Encoding(_) => "encoding",
            Self::TagName | Self::TagValue | Self::UnclosedTag | Self::TooManyTags => "tag",
            Self::UnclosedComment => "comment",
            Self::UnclosedVariation
            | Self::StrayParenthesis
            | Self::VariationWithoutMove
            | Self::TooDeep => "variation",
            Self::Annotation | Self::Sign => "annotation",
            Self::Spelling => "spelling",
            Self::NullMove => "null move",
            Self::Result | Self::ResultsDiffer => "result",
            Self::Repaired(_) | Self::Fen(_) | Self::StartOfMoves => "FEN",
            Self::Unexpected(_) => "mark",
            Self::Variant(_) => "variant",
            Self::Move(_) => "move",
            Self::Other(_) => "other",
        }
    }

    /// Returns what becomes of a fault that a visitor reports beside a move; `None` if it ends the
    /// game.
    pub(super) const fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::TagName | Self::TooManyTags => Some(Remedy::Skipped),
            Self::Repaired(_) | Self::ResultsDiffer => Some(Remedy::Mended),
            _ => None,
        }
    }
}

/// The outcome of a departure from the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remedy {
    /// It was read as what it means.
    Mended,
    /// It was left out, and nothing of the main line with it.
    Skipped,
    /// The main line ends there.
    Cut,
}

/// A departure from the standard that was read around: its place, and what became of it.
///
/// ```
/// use movegen::pgn::{Remedy, games};
///
/// let game = games(b"1. e4 e5 +- 2. Ke3 Nf6 1-0").next().expect("a game")?;
/// let remarks: Vec<String> = game.remarks().iter().map(ToString::to_string).collect();
/// assert_eq!(
///     remarks,
///     [
///         "PGN, line 1, column 10: a sign in place of an annotation's number (read)",
///         "PGN, line 1, column 16: \"Ke3\" is not legal here (the game is cut)",
///     ]
/// );
/// assert!(game.is_cut());
/// # Ok::<(), movegen::pgn::PgnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnRemark {
    error: PgnError,
    remedy: Remedy,
}

impl PgnRemark {
    pub(super) const fn new(error: PgnError, remedy: Remedy) -> Self {
        Self { error, remedy }
    }

    /// Returns the fault and its place.
    #[must_use]
    pub const fn error(&self) -> &PgnError {
        &self.error
    }

    /// Returns what became of it.
    #[must_use]
    pub const fn remedy(&self) -> Remedy {
        self.remedy
    }
}

impl fmt::Display for PgnRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = match self.remedy {
            Remedy::Mended => "read",
            Remedy::Skipped => "skipped",
            Remedy::Cut => "the game is cut",
        };
        write!(f, "{} ({outcome})", self.error)
    }
}

impl From<MoveError> for PgnFault {
    fn from(error: MoveError) -> Self {
        Self::Move(error)
    }
}

impl From<FenError> for PgnFault {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}
