//! The sources of positions and games, and the places for results.

use std::fs::{self, File};
#[cfg(unix)]
use std::io::IsTerminal;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::io::out_file::OutFile;
use crate::io::output::Output;

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

    /// Returns the source's name in messages.
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
    fn is(&self, path: &Path) -> bool {
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

/// The place where results are written.
pub(crate) enum Results {
    /// Standard output; when its reader leaves, the process ends quietly.
    Output(Output),
    /// A file.
    File(OutFile),
}

impl Results {
    /// Creates a file, or one that will replace an existing one.
    ///
    /// # Errors
    /// If the file cannot be written, or is the one that is read.
    pub(crate) fn create(path: &Path, source: &Input) -> io::Result<Self> {
        if source.is(path) {
            return Err(io::Error::other("expected another file than the input"));
        }
        OutFile::create(path).map(Self::File)
    }

    /// Writes a text at once.
    ///
    /// # Errors
    /// If the file takes no more.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        match self {
            Self::Output(output) => {
                output.raw(text);
                Ok(())
            }
            Self::File(file) => file.write(text),
        }
    }

    /// Puts the file in its place, now that all results are written.
    ///
    /// # Errors
    /// If the file cannot be renamed.
    pub(crate) fn finish(self) -> Result<(), String> {
        match self {
            Self::Output(_) => Ok(()),
            Self::File(file) => file.finish(),
        }
    }
}
