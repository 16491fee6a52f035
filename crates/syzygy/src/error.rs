//! [`ProbeError`]: the reason why a probe has no answer.

use std::error::Error;
use std::fmt;

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
