//! [`UciError`]: the answer to a refused line.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The reason why a line was refused: the place, and the problem. A refused line changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciError {
    place: String,
    problem: String,
}

impl UciError {
    /// Creates an error at `place`, for example `go depth`.
    #[must_use]
    pub fn new(place: impl fmt::Display, problem: impl fmt::Display) -> Self {
        Self { place: place.to_string(), problem: problem.to_string() }
    }

    /// Creates the error for a word that is not the expected one; `None` is the end of the line.
    #[must_use]
    pub fn expected(
        place: impl fmt::Display,
        expected: impl fmt::Display,
        found: Option<&str>,
    ) -> Self {
        match found {
            Some(found) => Self::new(place, format_args!("expected {expected}, found '{found}'")),
            None => Self::new(place, format_args!("expected {expected}, found nothing")),
        }
    }

    /// Creates the error for a value that should have been a whole number from `min` to `max`.
    #[must_use]
    pub fn number(
        place: impl fmt::Display,
        found: Option<&str>,
        min: impl fmt::Display,
        max: impl fmt::Display,
    ) -> Self {
        Self::expected(place, format_args!("a whole number from {min} to {max}"), found)
    }

    /// Reads a whole number in `range`.
    ///
    /// # Errors
    /// If the word is missing or is none.
    pub fn read_number<T: FromStr + PartialOrd + fmt::Display>(
        place: impl fmt::Display,
        word: Option<&str>,
        range: &RangeInclusive<T>,
    ) -> Result<T, Self> {
        let number =
            word.and_then(|word| word.parse().ok()).filter(|number| range.contains(number));
        number.ok_or_else(|| Self::number(place, word, range.start(), range.end()))
    }
}

impl std::error::Error for UciError {}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}
