//! A file for results.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::time::UNIX_EPOCH;

/// A file that is opened before work begins and gets its place when the work is done.
///
/// An existing file stays as it is until [`finish`](Self::finish): its successor is written beside
/// it and then renamed. A device, a pipe or a new file is written at once. Without `finish`, an
/// empty file is removed again, and one that has a part of the results remains where it is.
#[derive(Debug)]
pub(crate) struct OutFile {
    /// The path as the user wrote it.
    path: PathBuf,
    file: File,
    place: Destination,
    is_empty: bool,
    is_finished: bool,
}

/// The destination of the text.
#[derive(Debug)]
enum Destination {
    /// A file that did not exist.
    New,
    /// A file beside the one to replace.
    Beside { part: PathBuf, target: PathBuf },
    /// Something that is no regular file.
    Device,
}

impl OutFile {
    /// Opens the file at `path` for writing, or creates one there.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or be replaced.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let (file, place) = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                (File::create(path)?, Destination::New)
            }
            Err(error) => return Err(error),
            Ok(metadata) => {
                let present = OpenOptions::new().write(true).open(path)?;
                if metadata.is_file() {
                    // A link stays, and its target is replaced.
                    let target = fs::canonicalize(path)?;
                    let part = beside(&target);
                    let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
                    // Where permissions cannot be set, the file has those of a new one.
                    let _ = fs::set_permissions(&part, metadata.permissions());
                    (file, Destination::Beside { part, target })
                } else {
                    (present, Destination::Device)
                }
            }
        };
        Ok(Self { path: path.to_owned(), file, place, is_empty: true, is_finished: false })
    }

    /// Appends a text.
    ///
    /// # Errors
    ///
    /// If the file takes no more. The message names the file and the place of the written part.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self.file.write_all(text.as_bytes());
        self.is_empty &= text.is_empty();
        written.map_err(|error| match &self.place {
            Destination::Beside { part, .. } => {
                let (path, part) = (self.path.display(), part.display());
                format!("{path}: {error}; the file is unchanged, and {part} has the first results")
            }
            Destination::New | Destination::Device => self.at(&error),
        })
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// If the file cannot be renamed.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        if let Destination::Beside { part, target } = &self.place {
            let renamed = self.file.sync_all().and_then(|()| fs::rename(part, target));
            renamed.map_err(|error| self.at(&error))?;
        }
        self.is_finished = true;
        Ok(())
    }

    /// Writes all of the results and puts the file in its place.
    ///
    /// # Errors
    ///
    /// If the file does not take it, or cannot be renamed. No part of it is left.
    pub(crate) fn write_whole(mut self, content: impl AsRef<[u8]>) -> Result<(), String> {
        let written = self.file.write_all(content.as_ref());
        written.map_err(|error| self.at(&error))?;
        self.finish()
    }

    fn at(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.path.display())
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        if self.is_finished || !self.is_empty {
            return;
        }
        // A failure here helps nobody.
        let _ = match &self.place {
            Destination::New => fs::remove_file(&self.path),
            Destination::Beside { part, .. } => fs::remove_file(part),
            Destination::Device => Ok(()),
        };
    }
}

/// Returns a path in the same folder that no other process writes to.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    let nanos = UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    name.push(format!(".{}-{nanos}.part", process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, "old").unwrap();
        let mut file = OutFile::create(&path).unwrap();
        file.write("ne").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.write("w").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.epd"]);
    }

    #[test]
    fn what_is_not_finished_leaves_the_old_file_and_the_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        drop(OutFile::create(&path).unwrap());
        assert!(!path.exists(), "nothing was written");
        fs::write(&path, "old").unwrap();
        drop(OutFile::create(&path).unwrap());
        assert_eq!(names(folder.path()), ["a.epd"]);
        let mut file = OutFile::create(&path).unwrap();
        file.write("part").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let [old, part] = &names(folder.path())[..] else { panic!("the file and its part") };
        assert_eq!(fs::read_to_string(folder.path().join(part)).unwrap(), "part");
        assert!(old == "a.epd" && part.to_str().unwrap().ends_with(".part"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_permissions_do() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["a.svg", "b.svg"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("a.svg", &link).unwrap();
        OutFile::create(&link).unwrap().write_whole("new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn what_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        OutFile::create(folder.path()).unwrap_err();
        OutFile::create(&folder.path().join("none/a.svg")).unwrap_err();
        assert_eq!(names(folder.path()).len(), 0);
    }
}
