//! Why a shared table was refused.

use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::AllocError;

/// The error when a shared table could not be created, attached to, cleared, resized or removed, or
/// is no longer the one that was attached. Every existing table is unchanged. The message begins
/// with the path of the file that it is about: the table's, `NAME.lock` or `NAME.new`.
///
/// ```
/// use tt_core::{Entry, SharedTable};
///
/// let name = format!("tt-core-shared-error-{}", std::process::id());
/// let path = std::env::temp_dir().join(name);
/// let table = SharedTable::open(&path, 1 << 20, 42)?;
/// // Another program, whose keys are made in another way, is told so by the file's name.
/// let error = SharedTable::<Entry>::attach(&path, 43).unwrap_err();
/// assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
/// assert!(error.to_string().contains("the schema"), "{error}");
/// drop(table);
/// SharedTable::remove(&path)?;
/// # Ok::<(), tt_core::SharedError>(())
/// ```
#[derive(Debug)]
pub struct SharedError {
    path: PathBuf,
    kind: SharedFault,
}

#[derive(Debug)]
pub(super) enum SharedFault {
    Io(io::Error),
    Memory(AllocError),
    /// The path names a symbolic link.
    Link,
    /// The path names a directory, a pipe, a socket or a device.
    NoFile,
    /// The file has this many names (hard links).
    Names(u64),
    /// Numbers of users.
    Owner {
        expected: u32,
        found: u32,
    },
    /// Only the user with this number may do that.
    OwnerOnly(u32),
    /// Someone holds a lock on a file that should be nobody's.
    Locked,
    /// Someone has held the lock for two seconds.
    Busy,
    /// Someone held the lock when the caller called the wait off.
    CalledOff,
    /// The lock beside the table is replaced again and again.
    Unstable,
    /// The file does not begin as a shared table does.
    NoTable,
    Version(u64),
    /// Its length is not what its header says.
    Length,
    /// Its length in bytes is no longer the one that was mapped.
    LengthChanged {
        mapped: u64,
        found: u64,
    },
    Layout,
    Payload,
    /// Fingerprints of how the keys are made.
    Schema {
        expected: u64,
        found: u64,
    },
    /// In bytes.
    Size {
        expected: usize,
        found: usize,
    },
    /// This many others are attached, by the count of their slots.
    Attached(usize),
    /// All attach slots, of this number, are taken.
    Full(usize),
    /// The path no longer names the file that is attached.
    Gone,
}

impl SharedFault {
    pub(super) fn at(self, path: &Path) -> SharedError {
        SharedError { path: path.to_path_buf(), kind: self }
    }
}

/// Results that become those of a shared table once it is known which file they are about.
pub(super) trait At<T> {
    fn at(self, path: &Path) -> Result<T, SharedError>;
}

impl<T, E: Into<SharedFault>> At<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, SharedError> {
        self.map_err(|error| error.into().at(path))
    }
}

impl SharedError {
    pub(super) fn is_not_found(&self) -> bool {
        matches!(&self.kind, SharedFault::Io(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl From<io::Error> for SharedFault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Errno> for SharedFault {
    fn from(error: Errno) -> Self {
        Self::Io(error.into())
    }
}

impl From<AllocError> for SharedFault {
    fn from(error: AllocError) -> Self {
        Self::Memory(error)
    }
}

impl fmt::Display for SharedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind)
    }
}

impl fmt::Display for SharedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::Memory(error) => write!(f, "{error}"),
            Self::Link => write!(f, "a symbolic link is not followed"),
            Self::NoFile => write!(f, "not a regular file"),
            Self::Names(names) => {
                write!(f, "the file has {names} names (hard links); it may be another's")
            }
            Self::Owner { expected, found } => {
                write!(f, "the file belongs to user {found}, not to user {expected}")
            }
            Self::OwnerOnly(owner) => {
                write!(f, "only user {owner}, its owner, can give the shared table another size")
            }
            Self::Locked => write!(f, "another process has locked the file"),
            Self::Busy => write!(f, "another process has held the lock for two seconds"),
            Self::CalledOff => write!(f, "another process holds the lock; the wait was called off"),
            Self::Unstable => write!(f, "the file was replaced each time it was to be locked"),
            Self::NoTable => write!(f, "the file is not a shared table"),
            Self::Version(version) => {
                write!(f, "version {version} of the shared table is not known")
            }
            Self::Length => write!(f, "the shared table's length is not what its header says"),
            Self::LengthChanged { mapped, found } => write!(
                f,
                "the shared table's file has {found} bytes, not the {mapped} that were attached: \
                 to read beyond its end would kill this process"
            ),
            Self::Layout => write!(f, "the shared table has another layout"),
            Self::Payload => write!(f, "the shared table's records are of another kind"),
            Self::Schema { expected, found } => write!(
                f,
                "the shared table's keys are of the schema {found:016x}, not {expected:016x}"
            ),
            Self::Size { expected, found } => {
                write!(f, "the shared table has {found} bytes, not {expected}")
            }
            Self::Attached(1) => write!(f, "the shared table is in use: 1 other is attached"),
            Self::Attached(others) => {
                write!(f, "the shared table is in use: {others} others are attached")
            }
            Self::Full(slots) => write!(f, "the shared table's {slots} attach slots are taken"),
            Self::Gone => write!(f, "the shared table was removed or replaced"),
        }
    }
}

impl core::error::Error for SharedError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            SharedFault::Io(error) => Some(error),
            SharedFault::Memory(error) => Some(error),
            _ => None,
        }
    }
}
