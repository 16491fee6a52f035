//! Files that a user names by an option. Only regular files are opened: opening a pipe would wait
//! for its other end, and the engine would not answer meanwhile.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use movegen::text;

/// The largest number of bytes that are read into memory: 256 MiB. The longest books of openings
/// for tests have a tenth of that.
const LONGEST: u64 = 1 << 28;

/// Opens a regular file for reading.
///
/// # Errors
/// If there is none, if it cannot be read, or if the path names a directory, a pipe or a device.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    check(&fs::metadata(path)?)?;
    File::open(path)
}

/// Reads the bytes of a small file: weights, numbers, openings.
///
/// # Errors
/// As [`open`], and if it has more than 256 MiB.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
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

/// Reads a small file that is a text: its lines as movegen's [`text`] gives them, each ended by LF.
///
/// # Errors
/// As [`read`], and if the text has an encoding that is not read.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    text::read_text(&read(path)?).map_err(io::Error::other)
}

/// Opens a regular file that begins with `first_line` for appending. Where the path names nothing,
/// or an empty file, it writes that line first.
///
/// # Errors
/// If the file cannot be read and written or begins in another way, so that it is not changed; or
/// if the path names a directory, a pipe or a device.
pub fn append(path: impl AsRef<Path>, first_line: &str) -> io::Result<File> {
    let path = path.as_ref();
    match fs::metadata(path) {
        Ok(metadata) => check(&metadata)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    let first_line = format!("{first_line}\n");
    let mut found = Vec::new();
    (&file).take(first_line.len() as u64).read_to_end(&mut found)?;
    if found.is_empty() {
        file.write_all(first_line.as_bytes())?;
    } else if found != first_line.as_bytes() {
        let expected = first_line.trim_end();
        return Err(io::Error::other(format!("expected a file that begins '{expected}'")));
    }
    Ok(file)
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

    const LINE: &str = "a log";

    #[test]
    fn only_files_with_the_first_line_are_appended_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for (before, after) in [
            (None, "a log\nmore"),
            (Some(""), "a log\nmore"),
            (Some("a log\n1\n"), "a log\n1\nmore"),
        ] {
            let _ = fs::remove_file(&path);
            before.into_iter().for_each(|text| fs::write(&path, text).unwrap());
            append(&path, LINE).unwrap().write_all(b"more").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), after, "{before:?}");
        }
        for foreign in ["a log", "a logbook\n", "\na log\n", "export PATH=/bin\n", "\0"] {
            fs::write(&path, foreign).unwrap();
            let error = append(&path, LINE).unwrap_err().to_string();
            assert_eq!(error, "expected a file that begins 'a log'", "{foreign:?}");
            assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
        }
    }

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        assert!(append(inside("log"), LINE).is_ok());
        assert!(open(inside("log")).is_ok());
        assert_eq!(open(inside("none")).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(append(inside("none/log"), LINE).is_err());
        fs::write(inside("log"), b"\xef\xbb\xbfa\xff\r\nb\0").unwrap();
        assert_eq!(read_text(inside("log")).unwrap(), "a\u{ff}\nb\n");
        fs::write(inside("log"), b"PK\x03\x04").unwrap();
        let error = read_text(inside("log")).unwrap_err().to_string();
        assert!(error.ends_with("found a zip archive"), "{error}");
        File::create(inside("long")).unwrap().set_len(LONGEST + 1).unwrap();
        let error = read(inside("long")).unwrap_err().to_string();
        assert_eq!(error, "expected at most 268435456 bytes, found 268435457");
        for opened in [open(folder.path()), append(folder.path(), LINE)] {
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
        for opened in [open(&pipe), append(&pipe, LINE)] {
            assert!(
                opened.unwrap_err().to_string().ends_with("found a pipe, a socket or a device")
            );
        }
    }
}
