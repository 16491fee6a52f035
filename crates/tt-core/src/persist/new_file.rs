//! A file that takes its place when it is whole.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf, is_separator};
use std::process;

/// A file for writing that takes its place when it is whole: until then an older file at the path
/// is as it was. A file dropped before [`finish`](Self::finish) leaves no part.
///
/// All bytes go into `PATH.NUMBERS.part` first, a new file in the folder of the old one. A
/// symbolic link at the path stays, and the file that it leads to is replaced or created. The new
/// file gets the permissions of the old one, and its owner where the system allows that.
///
/// ```
/// use std::io::Write;
///
/// use tt_core::{Entry, NewFile, Table};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-new-file-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table.xor");
/// // A table in a format of the caller's own, here each byte changed.
/// let mut bytes = Vec::new();
/// Table::<Entry>::new(1 << 20)?.write_to(&mut bytes, 42, |_, _| {})?;
/// let mut file = NewFile::create(&path)?;
/// file.write_all(&bytes.iter().map(|byte| byte ^ 0x55).collect::<Vec<_>>())?;
/// assert!(!path.exists(), "a reader never sees a part");
/// file.finish()?;
/// assert_eq!(std::fs::metadata(&path)?.len(), bytes.len() as u64);
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    file: File,
    part: PathBuf,
    target: PathBuf,
    /// Whether the part stays when this is dropped.
    stays: bool,
}

impl NewFile {
    /// Creates the part of a file that will be at `path`.
    ///
    /// # Errors
    /// If `path` names no file or one that may not be written, or if its folder takes no new file.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let target = behind_links(path.as_ref())?;
        let old = match fs::metadata(&target) {
            Ok(found) if !found.is_file() => {
                return Err(io::Error::other("expected a file, found a directory or a device"));
            }
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if old.is_some() {
            // A file that may not be written is not replaced either.
            OpenOptions::new().write(true).open(&target)?;
        }
        let part = beside(&target)?;
        let file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        if let Some(old) = old {
            // Where the system refuses these, the file has those of a new one.
            #[cfg(unix)]
            let _ = {
                use std::os::unix::fs::{MetadataExt, fchown};
                fchown(&file, Some(old.uid()), Some(old.gid()))
            };
            let _ = file.set_permissions(old.permissions());
        }
        Ok(Self { file, part, target, stays: false })
    }

    /// Makes the part stay if the file is dropped or the process ends before it is whole. Returns
    /// its path.
    pub fn keep_part(&mut self) -> &Path {
        self.stays = true;
        &self.part
    }

    /// Puts the file in its place.
    ///
    /// # Errors
    /// If the disk does not take the file, or if the old one cannot be replaced; it then stays.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.target)?;
        self.stays = true;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for NewFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.stays {
            // If the part cannot be removed, the first error is the one to report.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Returns the path that symbolic links at `path` lead to, also if nothing is there.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(link) => behind_links(&path.parent().unwrap_or(Path::new("")).join(link)),
            Err(_) => Ok(path.into()),
        },
        found => found,
    }
}

/// Returns a path in the same folder that no other process uses.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let is_folder =
        path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| is_separator(last.into()));
    let Some(name) = path.file_name().filter(|_| !is_folder) else {
        return Err(io::Error::new(ErrorKind::NotFound, "expected the name of a file"));
    };
    let nanos = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    let mut name = OsString::from(name);
    name.push(std::format!(".{}-{nanos}.part", process::id()));
    Ok(path.with_file_name(name))
}
