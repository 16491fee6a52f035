//! The sources of positions and games.

use std::fs::{self, File};
#[cfg(unix)]
use std::io::IsTerminal;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The name of standard input as an argument.
const STDIN: &str = "-";

/// A source of positions or games.
pub(crate) struct Input {
    name: String,
    reader: Box<dyn Read + Send>,
    /// The path, if the source can be read twice.
    again: Option<PathBuf>,
}

impl Input {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened, or is a directory or a device, which might never end. A pipe
    /// and a terminal are read.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new(STDIN) {
            let reader = Box::new(io::stdin());
            return Ok(Self { name: "standard input".into(), reader, again: None });
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        #[cfg(unix)]
        if is_device(&metadata) && !file.is_terminal() {
            return Err(io::Error::other("expected a file or a pipe, found a device"));
        }
        let again = metadata.is_file().then(|| path.to_owned());
        Ok(Self { name: path.display().to_string(), reader: Box::new(file), again })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Opens a second reader from the beginning; `None` if the source can be read only once.
    pub(super) fn again(&self) -> Option<File> {
        self.again.as_ref().and_then(|path| File::open(path).ok())
    }

    /// Returns the reader. A signal does not make it fail.
    pub(super) fn into_reader(self) -> Box<dyn Read + Send> {
        self.reader
    }

    /// Returns whether the file at `path` is the one that is read.
    pub(crate) fn is(&self, path: &Path) -> bool {
        let real = |path: &Path| fs::canonicalize(path).ok();
        self.again.as_ref().is_some_and(|known| real(known).is_some() && real(known) == real(path))
    }
}

#[cfg(unix)]
fn is_device(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let found = metadata.file_type();
    found.is_char_device() || found.is_block_device()
}
