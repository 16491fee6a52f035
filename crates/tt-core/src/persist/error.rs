//! Why a file of a table was refused or could not be written.

use core::fmt;
#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
use std::boxed::Box;
use std::io;

/// A table's file could not be read, written or accepted.
///
/// ```
/// use tt_core::Table;
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-error-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// table.save(&path, 42, |_, _| {})?;
/// // A program whose keys are made in another way: the file is refused, the table stays as it is.
/// let error = table.load(&path, 43, |_, _| {}).unwrap_err();
/// assert!(error.to_string().starts_with("the file's keys are of the schema"), "{error}");
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileError(FileFault);

#[derive(Debug)]
pub(super) enum FileFault {
    Io(io::Error),
    /// The table is not this process's alone.
    #[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
    Table(Box<dyn core::error::Error + Send + Sync>),
    /// The path names a directory.
    Directory,
    /// The path names a device, a pipe or a socket.
    NoFile,
    /// The file does not begin as one of a table does.
    NoTable,
    /// The file that would be replaced does not begin as one of a table does.
    Foreign,
    Version(u32),
    /// The header's checksum is wrong, or its numbers are impossible.
    Header,
    /// The checksum of the block with this number, from 0, is wrong.
    Block(u64),
    /// The file ends before its last record.
    Truncated,
    /// Bytes follow the last record.
    TooLong,
    /// Fingerprints of how the keys are made.
    Schema {
        expected: u64,
        found: u64,
    },
    Payload,
    NoWholeKeys,
    /// The records do not stand in the order of their keys.
    Order,
}

impl FileError {
    pub(super) fn no_whole_keys() -> Self {
        Self(FileFault::NoWholeKeys)
    }
}

#[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
impl FileError {
    /// Creates the error of a table that cannot be had alone.
    pub(crate) fn of_table(error: impl core::error::Error + Send + Sync + 'static) -> Self {
        Self(FileFault::Table(Box::new(error)))
    }
}

impl From<FileFault> for FileError {
    fn from(kind: FileFault) -> Self {
        Self(kind)
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Self(FileFault::Truncated),
            _ => Self(FileFault::Io(error)),
        }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            FileFault::Io(error) => write!(f, "{error}"),
            #[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
            FileFault::Table(error) => write!(f, "{error}"),
            FileFault::Directory => write!(f, "the path is a directory, not a file"),
            FileFault::NoFile => write!(f, "the path is not a regular file"),
            FileFault::NoTable => write!(f, "the file does not hold a table"),
            FileFault::Foreign => {
                write!(f, "the file does not hold a table, and is not replaced by one")
            }
            FileFault::Version(version) => write!(f, "the file's version {version} is not known"),
            FileFault::Header => write!(f, "the file's header is damaged"),
            FileFault::Block(number) => write!(f, "block {number} of the file is damaged"),
            FileFault::Truncated => write!(f, "the file ends too early"),
            FileFault::TooLong => write!(f, "the file continues after its last record"),
            FileFault::Schema { expected, found } => {
                write!(f, "the file's keys are of the schema {found:016x}, not {expected:016x}")
            }
            FileFault::Payload => write!(f, "the file's records are of another kind"),
            FileFault::NoWholeKeys => write!(f, "a layout without whole keys cannot be saved"),
            FileFault::Order => {
                write!(
                    f,
                    "the file's records are not in the order of their keys; a merge sorts them"
                )
            }
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0 {
            FileFault::Io(error) => Some(error),
            #[cfg(all(feature = "shared", unix, target_has_atomic = "64", not(loom)))]
            FileFault::Table(error) => Some(&**error),
            _ => None,
        }
    }
}
