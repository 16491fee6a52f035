//! Opening, creating and renaming a table's files where other users may put files, too: `/dev/shm`
//! is writable for all.
//!
//! A path is opened first and judged then, by what the system says of the open file, so that there
//! is no moment in which it could be exchanged. Directories on the way are the caller's choice, and
//! links among them are followed.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, Mode, OFlags, flock};
use rustix::io::{Errno, retry_on_intr};
use rustix::process::geteuid;

use super::error::{At, SharedError, SharedFault};

/// The flags with which every file is opened: a link at the end of the path is an error, a pipe
/// does not wait for another process, a terminal does not become this process's, and no child
/// inherits the file.
const GUARDED: OFlags =
    OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// The user on whose behalf this process acts, by number.
pub(super) fn user() -> u32 {
    geteuid().as_raw()
}

/// The path with something appended to its last component.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(suffix);
    path.with_file_name(name)
}

/// Opens the file at `path`, if it is a regular one of the user `owner` and has no second name.
pub(super) fn open(path: &Path, access: OFlags, owner: u32) -> Result<File, SharedError> {
    let opened = retry_on_intr(|| rustix::fs::open(path, access | GUARDED, Mode::empty()));
    let file = match opened {
        Ok(file) => File::from(file),
        // BSD has a number of its own for links.
        Err(Errno::LOOP | Errno::MLINK) => return Err(SharedFault::Link.at(path)),
        // A directory opened for writing, and a socket.
        Err(Errno::ISDIR | Errno::NXIO) => return Err(SharedFault::NoFile.at(path)),
        Err(error) => return Err(SharedFault::from(error).at(path)),
    };
    check(&file.metadata().at(path)?, owner).at(path)?;
    Ok(file)
}

/// Refuses what is not a regular file of this owner with one name, or with none: who removes it at
/// this moment leaves none.
fn check(metadata: &Metadata, owner: u32) -> Result<(), SharedFault> {
    if !metadata.is_file() {
        return Err(SharedFault::NoFile);
    }
    if metadata.uid() != owner {
        return Err(SharedFault::Owner { expected: owner, found: metadata.uid() });
    }
    match metadata.nlink() {
        0 | 1 => Ok(()),
        names => Err(SharedFault::Names(names)),
    }
}

/// Creates a file that its owner alone may read and write. Whatever is at `path` already, a link
/// that leads nowhere included, is an error.
pub(super) fn create(path: &Path, access: OFlags) -> io::Result<File> {
    let flags = access | GUARDED | OFlags::CREATE | OFlags::EXCL;
    let owner_only = Mode::RUSR | Mode::WUSR;
    Ok(File::from(retry_on_intr(|| rustix::fs::open(path, flags, owner_only))?))
}

/// Removes the file at `path`, if it is one of ours that nobody has locked: a process that was
/// killed left it.
pub(super) fn remove_stale(path: &Path) -> Result<(), SharedError> {
    let file = open(path, OFlags::RDONLY, user())?;
    match lock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(SharedFault::Locked.at(path))
        }
        Ok(()) => remove_if_at(&file, path).at(path),
        Err(error) => Err(error).at(path),
    }
}

/// Removes the file at `path`, if it is still this open one: another process may have put its own
/// there.
fn remove_if_at(file: &File, path: &Path) -> io::Result<()> {
    if is_at(file, path)? { fs::remove_file(path) } else { Ok(()) }
}

/// Gives a file another path, where nothing may be.
pub(super) fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};

        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // The file system does not know how.
            Err(Errno::INVAL | Errno::NOSYS) => {}
            result => return Ok(result?),
        }
    }
    // In two steps, between which somebody may put a file at `to`.
    match fs::symlink_metadata(to) {
        Ok(_) => Err(Errno::EXIST.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::rename(from, to),
        Err(error) => Err(error),
    }
}

pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let own = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(there) => Ok((own.dev(), own.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Locks an open file, or changes the lock on it. A signal that interrupts it does not end the
/// wait.
pub(super) fn lock(file: &File, how: FlockOperation) -> io::Result<()> {
    Ok(retry_on_intr(|| flock(file, how))?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::os::unix::fs::symlink;

    use super::{is_at, remove_if_at, rename_to_free};

    #[test]
    fn a_file_that_took_the_place_of_a_stale_one_is_not_removed() {
        let directory = tempfile::tempdir().unwrap();
        let [path, other] = ["table", "other"].map(|name| directory.path().join(name));
        fs::write(&path, "stale").unwrap();
        fs::write(&other, "new").unwrap();
        let stale = fs::File::open(&path).unwrap();
        fs::rename(&other, &path).unwrap();
        remove_if_at(&stale, &path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        let new = fs::File::open(&path).unwrap();
        remove_if_at(&new, &path).unwrap();
        assert!(!path.exists() && !is_at(&new, &path).unwrap());
        assert!(is_at(&new, &directory.path().join("no folder/table")).is_ok());
        fs::write(&other, "a file").unwrap();
        assert!(is_at(&new, &other.join("table")).is_err(), "a file is no folder");
        remove_if_at(&new, &path).unwrap();
    }

    #[test]
    fn a_file_is_not_renamed_over_another() {
        let directory = tempfile::tempdir().unwrap();
        let [from, to, link] = ["from", "to", "link"].map(|name| directory.path().join(name));
        fs::write(&from, "new").unwrap();
        fs::write(&to, "old").unwrap();
        symlink("nowhere", &link).unwrap();
        for taken in [&to, &link] {
            let error = rename_to_free(&from, taken).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{}", taken.display());
        }
        assert_eq!(
            (fs::read(&from).unwrap(), fs::read(&to).unwrap()),
            (b"new".into(), b"old".into())
        );
        fs::remove_file(&to).unwrap();
        rename_to_free(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"new");
    }
}
