//! [`Damage`]: the faults of a table.

use std::fmt;
use std::io;

/// The reason why a file cannot serve as a table.
#[derive(Debug)]
pub(super) enum Damage {
    /// The system does not allow reading.
    Io(io::Error),
    /// The file does not begin with the bytes of tables of its kind.
    Magic,
    /// The file ends before its last table, or its length is no whole number of blocks.
    Cut(u64),
    /// Its pieces are not those of its name.
    Men,
    /// Its pieces are those of its name, in an order in which positions have no numbers.
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
