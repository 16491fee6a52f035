//! Why a text is no legal move.

use alloc::string::String;
use core::fmt;

/// The text is no legal move of the position.
///
/// ```
/// use movegen::Position;
///
/// let why = |text| Position::startpos().parse_san(text).unwrap_err().to_string();
/// assert_eq!(why("hello"), "\"hello\" is not a move");
/// assert_eq!(why("Ke2"), "\"Ke2\" is not legal here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError(MoveFault);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveFault {
    /// Not of the form of a move.
    Form(String),
    /// Well formed, but not legal here.
    Illegal(String),
    /// More than one legal move fits.
    Ambiguous(String),
}

impl From<MoveFault> for MoveError {
    fn from(fault: MoveFault) -> Self {
        Self(fault)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            MoveFault::Form(text) => write!(f, "{text:?} is not a move"),
            MoveFault::Illegal(text) => write!(f, "{text:?} is not legal here"),
            MoveFault::Ambiguous(text) => write!(f, "{text:?} fits more than one legal move"),
        }
    }
}

impl core::error::Error for MoveError {}
