//! Files that a user names by an option. Opening a pipe would wait for its other end, and the
//! engine would answer nothing meanwhile: only regular files are opened.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens a regular file for reading.
///
/// # Errors
///
/// If there is none, if it cannot be read, or if the path names a directory, a pipe or a device.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    check(&fs::metadata(path)?)?;
    File::open(path)
}

/// Opens a regular file for writing behind its end; creates it where the path names nothing.
///
/// # Errors
///
/// If it cannot be written, or if the path names a directory, a pipe or a device.
pub(crate) fn append(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) => check(&metadata)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Refuses what is not a regular file.
fn check(metadata: &Metadata) -> io::Result<()> {
    let found = metadata.file_type();
    if found.is_file() {
        Ok(())
    } else if found.is_dir() {
        Err(io::Error::other("expected a file, found a directory"))
    } else {
        Err(io::Error::other("expected a regular file, found a pipe, a socket or a device"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        assert!(append(&inside("log")).is_ok());
        assert!(open(&inside("log")).is_ok());
        assert_eq!(open(&inside("none")).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(append(&inside("none/log")).is_err());
        for opened in [open(folder.path()), append(folder.path())] {
            assert_eq!(opened.unwrap_err().to_string(), "expected a file, found a directory");
        }
    }

    /// Without the check this test would not end.
    #[cfg(unix)]
    #[test]
    fn a_pipe_is_not_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
        for opened in [open(&pipe), append(&pipe)] {
            assert!(
                opened.unwrap_err().to_string().ends_with("found a pipe, a socket or a device")
            );
        }
    }
}
