//! The lock under which processes attach, clear, resize and remove, one at a time.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags};

use super::error::{At, SharedError, SharedFault};
use super::files::{beside, create, is_at, lock, open, user};

/// The times that the lock's file may be gone or another one after the wait for it. Each process
/// that removes a table makes this happen once to every process that waits.
const ATTEMPTS: usize = 1_000;

/// A lock on the file `NAME.lock` beside a table, held until it is dropped or this process ends.
/// The file is removed by the last who holds the lock when there is no table; it is opened for
/// reading only.
pub(super) struct AttachLock<'a> {
    table: &'a Path,
    path: PathBuf,
    _file: File,
}

impl<'a> AttachLock<'a> {
    /// Waits for the lock of the table at `table`, whose file must belong to the user `owner`. It
    /// is created if there is none, the owner is this process's user, and `check` allows it: where
    /// the table will be refused no file is left.
    pub(super) fn acquire(
        table: &'a Path,
        owner: u32,
        check: impl Fn() -> Result<(), SharedError>,
    ) -> Result<Self, SharedError> {
        if table.file_name().is_none() {
            return Err(SharedFault::NoFile.at(table));
        }
        let path = beside(table, ".lock");
        for _ in 0..ATTEMPTS {
            let file = match open(&path, OFlags::RDONLY, owner) {
                Err(error) if error.is_not_found() && owner == user() => {
                    check()?;
                    match create(&path, OFlags::RDONLY) {
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                        result => result.at(&path)?,
                    }
                }
                result => result?,
            };
            lock(&file, FlockOperation::LockExclusive).at(&path)?;
            // The process that held it before may have removed the file.
            if is_at(&file, &path).at(&path)? {
                return Ok(Self { table, path, _file: file });
            }
        }
        Err(SharedFault::Unstable.at(&path))
    }
}

impl Drop for AttachLock<'_> {
    fn drop(&mut self) {
        if !fs::symlink_metadata(self.table).is_ok_and(|found| found.is_file()) {
            // A file that cannot be removed is used again.
            let _ = fs::remove_file(&self.path);
        }
    }
}
