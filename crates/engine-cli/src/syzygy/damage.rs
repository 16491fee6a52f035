//! What can be wrong with a table.

use std::fmt;
use std::io;

/// Why a file cannot serve as a table.
#[derive(Debug)]
pub(super) enum Damage {
    /// The system does not let us read it.
    Io(io::Error),
    /// It begins with other bytes than tables of its kind do.
    Magic,
    /// It ends before its last table does, or is no whole number of blocks long.
    Cut(u64),
    /// Its men are not those of its name.
    Men,
    /// Its men are those of its name, in an order by which positions have no numbers.
    Order,
    /// Its code cannot be decoded.
    Code,
}

impl From<io::Error> for Damage {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot be read: {error}"),
            Self::Magic => write!(f, "does not begin as such a table does"),
            Self::Cut(length) => write!(f, "is no whole table, at {length} bytes"),
            Self::Men => write!(f, "has other men than its name says"),
            Self::Order => write!(f, "lists its men in an order that no table has"),
            Self::Code => write!(f, "has a code that cannot be decoded"),
        }
    }
}
