//! [`UciError`]: the answer to a refused line.

use std::fmt;

/// The reason why a line was refused: the place, and the problem. A refused line changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UciError {
    place: String,
    problem: String,
}

impl UciError {
    /// Creates an error at `place`, for example `go depth`.
    pub(crate) fn new(place: impl fmt::Display, problem: impl fmt::Display) -> Self {
        Self { place: place.to_string(), problem: problem.to_string() }
    }

    /// Creates the error for a value that should have been a whole number from `min` to `max`.
    pub(crate) fn number(
        place: impl fmt::Display,
        text: Option<&str>,
        min: impl fmt::Display,
        max: impl fmt::Display,
    ) -> Self {
        match text {
            Some(text) => {
                Self::new(place, format_args!("'{text}' is not a whole number from {min} to {max}"))
            }
            None => Self::new(place, format_args!("a whole number from {min} to {max} is missing")),
        }
    }
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}
