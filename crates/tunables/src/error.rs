//! Why a number was not set.

use alloc::string::String;
use core::fmt;

use crate::Tunable;

/// Why a number could not be read or set. Its message names the number, and the range if there is
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneError(Kind);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Unknown { name: String },
    OutOfRange { tunable: Tunable, value: i32 },
}

impl TuneError {
    pub(crate) fn unknown(name: &str) -> Self {
        Self(Kind::Unknown { name: name.into() })
    }

    pub(crate) fn out_of_range(tunable: Tunable, value: i32) -> Self {
        Self(Kind::OutOfRange { tunable, value })
    }
}

impl fmt::Display for TuneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Unknown { name } => write!(f, "there is no parameter called {name:?}"),
            Kind::OutOfRange { tunable: Tunable { name, min, max, unit, .. }, value } => {
                write!(f, "{name} = {value} is outside {min}..={max} {unit}")
            }
        }
    }
}

impl core::error::Error for TuneError {}
