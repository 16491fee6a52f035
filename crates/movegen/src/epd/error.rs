//! The faults of a line of EPD.

use alloc::string::String;
use core::fmt;

use crate::{FenError, MoveError};

/// A fault of a line of EPD and its place: [`Epd::read`](crate::Epd::read) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    offset: usize,
    fault: EpdFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EpdFault {
    Position(FenError),
    Opcode,
    Quote,
    Clock,
    Move(MoveError),
    Mark,
    Mate,
    Result,
    /// A score.
    Value,
    Semicolon,
}

impl EpdError {
    pub(super) const fn new(offset: usize, fault: EpdFault) -> Self {
        Self { offset, fault }
    }

    /// Returns where the fault begins in the line, in bytes counted from 1.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.offset + 1
    }

    /// Returns the faults of the position, if the position is the fault.
    #[must_use]
    pub const fn position(&self) -> Option<&FenError> {
        match &self.fault {
            EpdFault::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EPD, column {}: {}", self.column(), self.fault)
    }
}

impl core::error::Error for EpdError {}

impl fmt::Display for EpdFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => write!(f, "{error}"),
            Self::Opcode => f.write_str(
                "an opcode is a letter, then letters, digits and underscores, 15 characters at most",
            ),
            Self::Quote => f.write_str("the quoted text has no end"),
            Self::Clock => f.write_str("not one number from 0 to 65535"),
            Self::Move(error) => write!(f, "{error}"),
            Self::Mark => f.write_str("a mark apart from its move"),
            Self::Mate => f.write_str("a mate distance that is not the operand of dm"),
            Self::Result => f.write_str("a result in place of an operation"),
            Self::Value => f.write_str("a score in place of an operation"),
            Self::Semicolon => f.write_str("no semicolon before the opcode"),
        }
    }
}

/// A departure from the standard that was read around: its place, and what became of it.
///
/// ```
/// use movegen::{Epd, Variant};
///
/// let line = "8/8/8/8/8/k7/8/K7 w - - bm Kb1 dm 26; v=-385";
/// let read = Epd::read(line, Variant::Standard)?;
/// assert!(read.epd.to_string().ends_with(" bm Kb1; dm 26; c9 \"v=-385\";"));
/// let remarks: Vec<String> = read.remarks.iter().map(ToString::to_string).collect();
/// assert_eq!(remarks[0], "EPD, column 32: no semicolon before the opcode (read)");
/// assert!(remarks[1].ends_with("15 characters at most (kept as c9)"));
/// # Ok::<(), movegen::EpdError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdRemark {
    error: EpdError,
    outcome: Outcome,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Read,
    ReadAs(String),
    /// A comment holds it.
    Kept(&'static str),
    /// It is the operand that it was.
    Stays,
    Lost,
}

impl EpdRemark {
    pub(super) const fn new(error: EpdError, outcome: Outcome) -> Self {
        Self { error, outcome }
    }

    /// Returns the fault and its place.
    #[must_use]
    pub const fn error(&self) -> &EpdError {
        &self.error
    }

    /// Returns whether the text was read as what it means. If not, it stays among the operands, or
    /// it is kept in a comment that the line does not have.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        matches!(self.outcome, Outcome::Read | Outcome::ReadAs(_))
    }

    /// Returns the kind of the fault in a word or two, by which remarks can be counted.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.error.fault {
            EpdFault::Position(_) => "position",
            EpdFault::Opcode | EpdFault::Clock => "operation",
            EpdFault::Quote => "quotation mark",
            EpdFault::Move(_) | EpdFault::Mark => "move",
            EpdFault::Mate => "mate distance",
            EpdFault::Result => "result",
            EpdFault::Value => "score",
            EpdFault::Semicolon => "semicolon",
        }
    }
}

impl fmt::Display for EpdRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = &self.error;
        match &self.outcome {
            Outcome::Read => write!(f, "{error} (read)"),
            Outcome::ReadAs(operation) => write!(f, "{error} (read as {operation})"),
            Outcome::Kept(comment) => write!(f, "{error} (kept as {comment})"),
            Outcome::Stays => write!(f, "{error} (left as it is)"),
            Outcome::Lost => write!(f, "{error} (left out: all ten comments are taken)"),
        }
    }
}
