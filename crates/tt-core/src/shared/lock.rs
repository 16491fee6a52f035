//! The lock under which processes attach, clear, resize and remove, one at a time.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, OFlags};

use super::error::{At, SharedError, SharedFault};
use super::files::{beside, create, is_at, lock, open, user};

/// The times that the lock's file may be gone or another one after the wait for it. Each process
/// that removes a table makes this happen once to every process that waits.
const ATTEMPTS: usize = 1_000;

/// The longest time that others may hold the lock. They need it for some milliseconds, so a process
/// that holds it longer hangs or was stopped by a signal.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The pause between two attempts to take the lock.
const PAUSE: Duration = Duration::from_millis(1);

/// A lock on the file `NAME.lock` beside a table, held until it is dropped or this process ends.
/// The file is removed by the last who holds the lock when there is no table; it is opened for
/// reading only.
pub(super) struct AttachLock<'a> {
    table: &'a Path,
    path: PathBuf,
    _file: File,
}

impl<'a> AttachLock<'a> {
    /// Waits at most two seconds for the lock of the table at `table`, as [`acquire_unless`] does.
    ///
    /// [`acquire_unless`]: Self::acquire_unless
    pub(super) fn acquire(
        table: &'a Path,
        owner: u32,
        check: impl Fn() -> Result<(), SharedError>,
    ) -> Result<Self, SharedError> {
        Self::acquire_unless(&|| false, table, owner, check)
    }

    /// Waits for the lock of the table at `table`, whose file must belong to the user `owner`, for
    /// two seconds or until the wait is `called_off`. The file is created if there is none, the
    /// owner is this process's user, and `check` allows it: where the table will be refused no file
    /// is left.
    pub(super) fn acquire_unless(
        called_off: &dyn Fn() -> bool,
        table: &'a Path,
        owner: u32,
        check: impl Fn() -> Result<(), SharedError>,
    ) -> Result<Self, SharedError> {
        if table.file_name().is_none() {
            return Err(SharedFault::NoFile.at(table));
        }
        let path = beside(table, ".lock");
        let begin = Instant::now();
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
            while let Err(error) = lock(&file, FlockOperation::NonBlockingLockExclusive) {
                if error.kind() != io::ErrorKind::WouldBlock {
                    return Err(error).at(&path);
                }
                if called_off() {
                    return Err(SharedFault::CalledOff.at(&path));
                }
                if begin.elapsed() >= LONGEST_WAIT {
                    return Err(SharedFault::Busy.at(&path));
                }
                thread::sleep(PAUSE);
            }
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
