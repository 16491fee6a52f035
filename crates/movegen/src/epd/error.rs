//! The faults of a line of EPD.

use core::fmt;

use crate::FenError;

/// A fault of a line of EPD and its place: [`Epd::parse`](crate::Epd::parse) has an example.
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
        }
    }
}
