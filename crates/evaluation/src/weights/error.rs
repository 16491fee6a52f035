//! [`WeightsError`]: the reason why a text of weights was refused.

use core::fmt;

use super::Weights;

/// The reason why [`Weights::read`] refused a text. Its message names the line and the weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsError {
    line: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Malformed { text: String },
    Unknown { name: String },
    NoNumber { name: String, value: String },
    OutOfRange { name: String, value: i32 },
    Repeated { name: String, first: usize },
}

impl WeightsError {
    pub(super) fn new(line: usize, kind: Kind) -> Self {
        Self { line, kind }
    }

    /// Returns the line of the text that was wrong, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            Kind::Malformed { text } => {
                write!(f, "{text:?} is not `name = middle-game end-game`")
            }
            Kind::Unknown { name } => write!(f, "there is no weight called {name:?}"),
            Kind::NoNumber { name, value } => {
                write!(f, "{name} = {value:?} is not a whole number of 32 bits")
            }
            Kind::OutOfRange { name, value } => {
                let limit = Weights::LIMIT;
                write!(f, "{name} = {value} is outside -{limit}..={limit} centipawns")
            }
            Kind::Repeated { name, first } => write!(f, "{name} was set on line {first} already"),
        }
    }
}

impl core::error::Error for WeightsError {}
