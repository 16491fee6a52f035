//! [`TuneError`]: the reason why a number was not set.

use alloc::string::String;
use core::fmt;

use crate::tunable::Tunable;

/// The reason why a number could not be read or set. Its message names the number, the range if
/// there is one, and the line of a text.
///
/// ```
/// use tunables::Tunables;
///
/// # tunables::tunables! {
/// #     /// How eagerly a search gives up.
/// #     struct Params {
/// #         /// Plies taken off the depth of a late move.
/// #         late_reduction: 2, 0..=4, step 1, "plies";
/// #     }
/// # }
/// // Shown to the user as it is.
/// let error = Params::default().read("\nlate_reduction = 9").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: late_reduction = 9 is outside 0..=4 plies");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneError {
    /// The line of the text, from 1.
    line: Option<usize>,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Unknown { name: String },
    OutOfRange { tunable: Tunable, value: i32 },
    Malformed { text: String },
    NoNumber { name: String, value: String },
    Repeated { name: String, first: usize },
}

impl TuneError {
    pub(crate) fn unknown(name: &str) -> Self {
        Kind::Unknown { name: name.into() }.into()
    }

    pub(crate) fn out_of_range(tunable: Tunable, value: i32) -> Self {
        Kind::OutOfRange { tunable, value }.into()
    }

    pub(crate) fn malformed(text: &str) -> Self {
        Kind::Malformed { text: text.into() }.into()
    }

    pub(crate) fn no_number(name: &str, value: &str) -> Self {
        Kind::NoNumber { name: name.into(), value: value.into() }.into()
    }

    pub(crate) fn repeated(name: &str, first: usize) -> Self {
        Kind::Repeated { name: name.into(), first }.into()
    }

    pub(crate) fn on_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }

    /// Returns the line that was wrong, from 1; `None` if the error is not about a text.
    ///
    /// ```
    /// use tunables::Tunables;
    ///
    /// # tunables::tunables! {
    /// #     /// How eagerly a search gives up.
    /// #     struct Params {
    /// #         /// Plies taken off the depth of a late move.
    /// #         late_reduction: 2, 0..=4, step 1, "plies";
    /// #     }
    /// # }
    /// // An editor marks the line of a file; a single option has none.
    /// let mut params = Params::default();
    /// assert_eq!(params.read("late_reduction = two").unwrap_err().line(), Some(1));
    /// assert_eq!(params.set("late_reduction", 9).unwrap_err().line(), None);
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }
}

impl From<Kind> for TuneError {
    fn from(kind: Kind) -> Self {
        Self { line: None, kind }
    }
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        match &self.kind {
            Kind::Unknown { name } => write!(f, "there is no parameter called {name:?}"),
            Kind::OutOfRange { tunable: Tunable { name, min, max, unit, .. }, value } => {
                write!(f, "{name} = {value} is outside {min}..={max} {unit}")
            }
            Kind::Malformed { text } => write!(f, "{text:?} is not `name = value`"),
            Kind::NoNumber { name, value } => {
                write!(f, "{name} = {value:?} is not a whole number of 32 bits")
            }
            Kind::Repeated { name, first } => write!(f, "{name} was set on line {first} already"),
        }
    }
}

impl core::error::Error for TuneError {}
