//! Files that a user names by an option. Only regular files are opened: opening a pipe would wait
//! for its other end, and the engine would not answer meanwhile.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest number of bytes that are read into memory: 256 MiB. The longest books of openings
/// for tests have a tenth of that.
const LONGEST: u64 = 1 << 28;

/// Opens a regular file for reading.
///
/// # Errors
///
/// If there is none, if it cannot be read, or if the path names a directory, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    check(&fs::metadata(path)?)?;
    File::open(path)
}

/// Reads the bytes of a small file: weights, numbers, openings.
///
/// # Errors
///
/// As [`open`], and if it has more than 256 MiB.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    check_length(file.metadata()?.len())?;
    let mut bytes = Vec::new();
    // The file may grow meanwhile, and a file in /proc has a length of 0.
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    check_length(bytes.len() as u64)?;
    Ok(bytes)
}

fn check_length(found: u64) -> io::Result<()> {
    if found <= LONGEST {
        return Ok(());
    }
    Err(io::Error::other(format!("expected at most {LONGEST} bytes, found {found}")))
}

/// Reads a small file that is a text.
///
/// # Errors
///
/// As [`read`], and if the bytes are not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        io::Error::other(format!("expected text in UTF-8, found other bytes behind byte {place}"))
    })
}

/// Opens a regular file for appending, or creates it where the path names nothing.
///
/// # Errors
///
/// If the file cannot be written, or if the path names a directory, a pipe or a device.
pub fn append(path: &Path) -> io::Result<File> {
    match fs::metadata(path) {
        Ok(metadata) => check(&metadata)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Refuses anything except a regular file.
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
        fs::write(inside("log"), b"a\xff").unwrap();
        let error = read_text(&inside("log")).unwrap_err().to_string();
        assert_eq!(error, "expected text in UTF-8, found other bytes behind byte 1");
        File::create(inside("long")).unwrap().set_len(LONGEST + 1).unwrap();
        let error = read(&inside("long")).unwrap_err().to_string();
        assert_eq!(error, "expected at most 268435456 bytes, found 268435457");
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
