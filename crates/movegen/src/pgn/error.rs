//! What can be wrong with a game, and where.

use alloc::string::String;
use core::fmt;

use crate::{FenError, MoveError};

/// A fault of a text in PGN and its place.
///
/// ```
/// let error = movegen::pgn::games(b"1. e4 e5\n2. Ke3 *").next().expect("a game").unwrap_err();
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

    /// The line, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The byte of the line, from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there.
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

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PgnFault {
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
    /// `$` without a number from 0 to 255, or a row of `!` and `?` that stands for none.
    Annotation,
    /// A byte that begins nothing.
    UnexpectedByte(u8),
    /// A variant with other rules.
    Variant(String),
    /// The start of the game would change below its moves.
    StartOfMoves,
    /// A start that is no legal position.
    Fen(FenError),
    /// A move that is not legal.
    Move(MoveError),
    /// What a visitor of the caller's own objects to.
    Other(String),
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
            Self::UnexpectedByte(byte) => {
                write!(f, "unexpected {:?}", char::from(*byte))
            }
            Self::Variant(name) => write!(f, "{name:?} has other rules"),
            Self::StartOfMoves => f.write_str("the game has moves from another start"),
            Self::Fen(error) => write!(f, "{error}"),
            Self::Move(error) => write!(f, "{error}"),
            Self::Other(why) => f.write_str(why),
        }
    }
}

impl core::error::Error for PgnFault {}

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
