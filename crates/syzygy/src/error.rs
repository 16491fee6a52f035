//! [`ProbeError`]: the reason why a probe has no answer; [`Warning`]: a file or a folder that
//! cannot serve, and its [`Fault`].

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use crate::material::MAX_PIECES;
use crate::name::TableName;

/// The reason why a probe has no answer.
///
/// ```
/// use syzygy::movegen::Position;
/// use syzygy::{ProbeError, Tablebases};
///
/// let tables = Tablebases::open(["examples/data"]);
/// let error = |fen| tables.probe_wdl(&Position::from_fen(fen).unwrap()).unwrap_err();
/// assert_eq!(error("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ProbeError::Castling);
/// let missing = error("7q/8/4k3/8/8/4K3/8/8 w - - 0 1");
/// assert!(matches!(missing, ProbeError::Missing(name) if name.to_string() == "KQvK.rtbw"));
/// assert_eq!(missing.to_string(), "expected the table KQvK.rtbw, found no such file");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbeError {
    /// A side may still castle. No table has such positions.
    Castling,
    /// The position has this many pieces, more than [`MAX_PIECES`].
    Pieces(u32),
    /// There is no file of this table, which is that of the position or of one after a capture.
    Missing(TableName),
    /// The file of this table has a fault, which a [`Warning`](crate::Warning) names.
    Unfit(TableName),
    /// The files contradict each other: no move keeps the result that the position has.
    Contradiction,
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Castling => write!(f, "expected no right to castle, found one"),
            Self::Pieces(found) => write!(f, "expected at most {MAX_PIECES} pieces, found {found}"),
            Self::Missing(name) => write!(f, "expected the table {name}, found no such file"),
            Self::Unfit(name) => write!(f, "expected the table {name}, found a file with a fault"),
            Self::Contradiction => write!(f, "expected a move that keeps the win, found none"),
        }
    }
}

impl Error for ProbeError {}

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
