//! [`Warning`]: a file or a folder that cannot serve, and its [`Fault`].

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file or a folder that cannot serve, and why. The tables work without it.
#[derive(Debug)]
pub struct Warning {
    path: PathBuf,
    fault: Fault,
}

impl Warning {
    pub(crate) fn new(path: PathBuf, fault: Fault) -> Self {
        Self { path, fault }
    }

    /// Returns the file or the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the reason.
    #[must_use]
    pub const fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

/// The reason why a file or a folder cannot serve.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The system does not allow reading, or the file is no regular one.
    Io(io::Error),
    /// The file does not begin with the bytes of tables of its kind, but with these.
    Magic([u8; 4]),
    /// The file has this many bytes: it ends before its last part, or it is no whole number of
    /// blocks.
    Length(u64),
    /// The pieces are not those of the name.
    Pieces,
    /// The pieces are those of the name, in an order in which positions have no numbers.
    Order,
    /// The code of the values cannot be decoded.
    Code,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot be read: {error}"),
            Self::Magic(found) => {
                write!(f, "expected the first bytes of such a table, found {found:02x?}")
            }
            Self::Length(found) => write!(f, "expected a whole table, found {found} bytes"),
            Self::Pieces => write!(f, "expected the pieces of its name, found others"),
            Self::Order => write!(f, "expected its pieces in an order of tables, found another"),
            Self::Code => write!(f, "expected coded values, found bytes that cannot be decoded"),
        }
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        if let Self::Io(error) = self { Some(error) } else { None }
    }
}
