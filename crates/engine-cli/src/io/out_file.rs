//! A place for results: standard output, or the one that a path names.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tt_core::NewFile;

use crate::io::output::Output;

pub(crate) fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-")
}

/// A place for results, which is found fit before work begins.
///
/// An existing file stays as it is until [`finish`](Self::finish). If the work ends before that, a
/// part of the results remains beside it.
pub(crate) struct OutFile {
    /// The path as the user wrote it.
    path: PathBuf,
    way: Way,
    /// The file with the results so far.
    part: Option<PathBuf>,
}

enum Way {
    Output(Output),
    /// A regular file. The first write begins it: a process that ends before leaves no part.
    File(Option<NewFile>),
    /// Something that is no regular file.
    Device(File),
}

impl OutFile {
    /// Opens the place that `path` names: without a path, or with a dash, standard output.
    pub(crate) fn create(path: Option<&Path>, output: &Output) -> io::Result<Self> {
        let path = path.filter(|path| !is_standard_output(path)).map(Path::to_owned);
        let way = match &path {
            None => Way::Output(output.clone()),
            Some(path) if fs::metadata(path).is_ok_and(|found| !found.is_file()) => {
                Way::Device(OpenOptions::new().write(true).open(path)?)
            }
            Some(path) => {
                drop(NewFile::create(path)?);
                Way::File(None)
            }
        };
        Ok(Self { path: path.unwrap_or_default(), way, part: None })
    }

    /// Returns whether the place is a regular file, a new one perhaps.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.way, Way::File(_))
    }

    /// Appends bytes. The message of an error names the file and the place of the written part.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let written = match &mut self.way {
            Way::Output(output) => {
                output.bytes(bytes);
                Ok(())
            }
            Way::Device(file) => file.write_all(bytes),
            Way::File(file) => write_part(file, &self.path, bytes).map(|part| {
                self.part.get_or_insert(part);
            }),
        };
        written.map_err(|error| message(&self.path, self.part.as_deref(), &error))
    }

    /// Puts the file in its place. The message of an error names the file and the place of the
    /// results.
    pub(crate) fn finish(self) -> Result<(), String> {
        let finished = match self.way {
            Way::Output(_) | Way::Device(_) => Ok(()),
            Way::File(Some(file)) => file.finish(),
            Way::File(None) => NewFile::create(&self.path).and_then(NewFile::finish),
        };
        finished.map_err(|error| message(&self.path, self.part.as_deref(), &error))
    }

    /// Writes all of the results and puts the file in its place.
    pub(crate) fn write_whole(mut self, content: impl AsRef<[u8]>) -> Result<(), String> {
        self.write(content.as_ref())?;
        self.finish()
    }
}

/// Appends bytes to the file that will be at `path`. Returns the place of what is written so far.
fn write_part(file: &mut Option<NewFile>, path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let file = match file {
        Some(file) => file,
        None => file.insert(NewFile::create(path)?),
    };
    file.write_all(bytes)?;
    Ok(file.keep_part().to_owned())
}

fn message(path: &Path, part: Option<&Path>, error: &io::Error) -> String {
    let part = part.map(|part| format!("; {} has the results so far", part.display()));
    format!("{}: {error}{}", path.display(), part.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::output::Capture;

    fn create(path: &Path) -> io::Result<OutFile> {
        OutFile::create(Some(path), &Capture::default().output())
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_dash_is_standard_output() {
        let capture = Capture::default();
        for path in [None, Some(Path::new("-"))] {
            let mut file = OutFile::create(path, &capture.output()).unwrap();
            file.write(b"a ").unwrap();
            file.write_whole("b\n").unwrap();
        }
        assert_eq!(capture.text(), "a b\na b\n");
        assert!(!Path::new("-").exists());
    }

    #[test]
    fn a_file_is_replaced_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        create(&path).unwrap().finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
        create(&path).unwrap().write_whole("old").unwrap();
        let mut file = create(&path).unwrap();
        file.write(b"ne").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        file.write(b"w").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["a.epd"]);
    }

    #[test]
    fn what_is_not_finished_leaves_the_old_file_and_the_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        let begun = create(&path).unwrap();
        assert_eq!(names(folder.path()).len(), 0, "nothing was written");
        drop(begun);
        fs::write(&path, "old").unwrap();
        create(&path).unwrap().write(b"part").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let [old, part] = &names(folder.path())[..] else { panic!("the file and its part") };
        assert_eq!(fs::read_to_string(folder.path().join(part)).unwrap(), "part");
        assert!(old == "a.epd" && part.ends_with(".part"));
    }

    #[test]
    fn what_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        assert!(create(folder.path()).is_err());
        assert!(create(&folder.path().join("none/a.svg")).is_err());
        assert_eq!(names(folder.path()).len(), 0);
    }
}
