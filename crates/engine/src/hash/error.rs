//! [`HashError`]: why the table was not changed, saved or loaded.

use std::fmt;
use std::path::PathBuf;

#[cfg(unix)]
use tt_core::SharedError;
use tt_core::{AllocError, FileError};

/// A refusal by the system, by the other users of a shared table, or because of a file. The table
/// is as it was. The text names the file.
///
/// ```
/// use engine::Engine;
///
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// let error = engine.hash_mut().load("none.hash").expect_err("there is no such file");
/// assert!(error.to_string().starts_with("none.hash: "), "{error}");
/// assert!(engine.hash_mut().resize(63).is_err(), "less than a cache line");
/// assert_eq!(engine.hash().bytes(), 1 << 20);
/// # Ok::<(), engine::HashError>(())
/// ```
#[derive(Debug)]
pub struct HashError(pub(super) Fault);

#[derive(Debug)]
pub(super) enum Fault {
    Memory(AllocError),
    #[cfg(unix)]
    Shared(SharedError),
    File(PathBuf, FileError),
    /// Sharing wants Unix.
    #[cfg(not(unix))]
    Unsupported,
}

impl From<AllocError> for HashError {
    fn from(error: AllocError) -> Self {
        Self(Fault::Memory(error))
    }
}

#[cfg(unix)]
impl From<SharedError> for HashError {
    fn from(error: SharedError) -> Self {
        Self(Fault::Shared(error))
    }
}

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Fault::Memory(error) => error.fmt(f),
            #[cfg(unix)]
            Fault::Shared(error) => error.fmt(f),
            Fault::File(path, error) => write!(f, "{}: {error}", path.display()),
            #[cfg(not(unix))]
            Fault::Unsupported => f.write_str("expected a Unix system for a shared table"),
        }
    }
}

impl std::error::Error for HashError {}
