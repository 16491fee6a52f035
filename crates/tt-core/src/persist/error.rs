//! Why a file of a table was refused or could not be written.

use core::fmt;
use std::io;

/// A table's file could not be read, written or accepted.
#[derive(Debug)]
pub struct FileError(Kind);

#[derive(Debug)]
pub(super) enum Kind {
    Io(io::Error),
    /// It does not begin as such a file does.
    NoTable,
    Version(u32),
    /// The header's checksum does not fit, or its numbers make no sense.
    Header,
    /// The checksum of the block with this number, from 0, does not fit.
    Block(u64),
    /// It ends before its last record.
    Truncated,
    /// Something follows the last record.
    TooLong,
    Schema {
        expected: u64,
        found: u64,
    },
    Payload,
    NoWholeKeys,
}

impl FileError {
    pub(super) fn no_whole_keys() -> Self {
        Self(Kind::NoWholeKeys)
    }
}

impl From<Kind> for FileError {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self(Kind::Truncated),
            _ => Self(Kind::Io(error)),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Io(error) => write!(f, "{error}"),
            Kind::NoTable => write!(f, "the file does not hold a table"),
            Kind::Version(version) => write!(f, "the file's version {version} is not known"),
            Kind::Header => write!(f, "the file's header is damaged"),
            Kind::Block(number) => write!(f, "block {number} of the file is damaged"),
            Kind::Truncated => write!(f, "the file ends too early"),
            Kind::TooLong => write!(f, "the file goes on behind its last record"),
            Kind::Schema { expected, found } => {
                write!(f, "the file's keys are of the schema {found:016x}, not {expected:016x}")
            }
            Kind::Payload => write!(f, "the file's records are of another kind"),
            Kind::NoWholeKeys => write!(f, "a layout without whole keys cannot be saved"),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0 {
            Kind::Io(error) => Some(error),
            _ => None,
        }
    }
}
