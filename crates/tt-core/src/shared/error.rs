//! Why a shared table was refused.

use core::fmt;
use std::io;

use super::header::SEATS;
use crate::AllocError;

/// A shared table could not be created, attached to, cleared, resized or removed. What existed before
/// is unchanged.
#[derive(Debug)]
pub struct SharedError(Kind);

#[derive(Debug)]
pub(super) enum Kind {
    Io(io::Error),
    Memory(AllocError),
    /// The file does not begin as such a table does.
    NoTable,
    Version(u64),
    /// Its length is not what its header says.
    Length,
    Layout,
    Payload,
    Schema {
        expected: u64,
        found: u64,
    },
    /// In bytes.
    Size {
        expected: usize,
        found: usize,
    },
    /// So many others are attached, as far as they are known.
    Attached(usize),
    /// All seats are taken.
    Full,
    /// The file at the path is no longer this table's.
    Gone,
}

impl SharedError {
    /// Whether no file is there.
    pub(super) fn is_not_found(&self) -> bool {
        matches!(&self.0, Kind::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl From<Kind> for SharedError {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl From<io::Error> for SharedError {
    fn from(error: io::Error) -> Self {
        Self(Kind::Io(error))
    }
}

impl From<AllocError> for SharedError {
    fn from(error: AllocError) -> Self {
        Self(Kind::Memory(error))
    }
}

impl fmt::Display for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Io(error) => write!(f, "{error}"),
            Kind::Memory(error) => write!(f, "{error}"),
            Kind::NoTable => write!(f, "the file does not hold a shared table"),
            Kind::Version(version) => {
                write!(f, "the shared table's version {version} is not known")
            }
            Kind::Length => write!(f, "the shared table's file has not the length it should have"),
            Kind::Layout => write!(f, "the shared table has another layout"),
            Kind::Payload => write!(f, "the shared table's records are of another kind"),
            Kind::Schema { expected, found } => {
                write!(
                    f,
                    "the shared table's keys are of the schema {found:016x}, not {expected:016x}"
                )
            }
            Kind::Size { expected, found } => {
                write!(f, "the shared table has {found} bytes, not {expected}")
            }
            Kind::Attached(others) => {
                write!(f, "the shared table is in use by {others} others")
            }
            Kind::Full => write!(f, "{SEATS} are attached to the shared table, and no more can be"),
            Kind::Gone => write!(f, "the shared table was removed"),
        }
    }
}

impl core::error::Error for SharedError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0 {
            Kind::Io(error) => Some(error),
            Kind::Memory(error) => Some(error),
            _ => None,
        }
    }
}
