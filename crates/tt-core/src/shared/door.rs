//! The door: one at a time attaches, clears, resizes or removes.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

/// A lock on the file `NAME.lock` beside a table, ours until it is dropped or this process ends. The file
/// goes with the table: it is removed with the last door to no table.
pub(super) struct Door<'a> {
    table: &'a Path,
    path: PathBuf,
    _file: File,
}

impl<'a> Door<'a> {
    /// Waits until nobody else holds the door of the table at `table`.
    pub(super) fn enter(table: &'a Path) -> io::Result<Self> {
        let path = beside(table, ".lock");
        loop {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false).mode(OWNER_ONLY);
            let file = options.open(&path)?;
            lock(&file, FlockOperation::LockExclusive)?;
            // Who held it before may have removed the file, and others may hold a new one.
            if is_at(&file, &path)? {
                return Ok(Self { table, path, _file: file });
            }
        }
    }
}

impl Drop for Door<'_> {
    fn drop(&mut self) {
        if !self.table.exists() {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The rights of a new file: those who may write the table can change what it says.
pub(super) const OWNER_ONLY: u32 = 0o600;

/// The path with something appended to its name.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

/// Whether `file` is the one that stands at `path`.
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((own.dev(), own.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Locks a file, through interruptions.
pub(super) fn lock(file: &File, how: FlockOperation) -> io::Result<()> {
    Ok(rustix::io::retry_on_intr(|| flock(file, how))?)
}
