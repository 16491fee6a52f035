//! A table's file, read by position through a cache of pages that all files share.
//!
//! A file is never mapped: whoever may write to it could end this process by making it shorter, and
//! a `&[u8]` whose bytes change is undefined behaviour. A read by position (`pread`) returns an
//! error instead, or other bytes, which are checked like all others.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::bytes::{LINE, Line, Source};
use crate::error::Fault;

/// The bytes of the checksum at the end of a file.
pub(crate) const CHECKSUM: u64 = 16;

/// The unit of a file's length, without its checksum.
pub(crate) const BLOCK: u64 = 64;

/// The bytes that are read at once.
const PAGE: usize = 1024;

/// The pages of a cache, of 2 MiB together.
pub(crate) const PAGES: usize = 1 << 11;

/// Checks that a file of this many bytes can be whole.
pub(crate) fn check_length(bytes: u64) -> Result<(), Fault> {
    (bytes % BLOCK == CHECKSUM && bytes > CHECKSUM).then_some(()).ok_or(Fault::Length(bytes))
}

/// Opens a file that can be whole, and returns its length. It must be a regular file: opening a
/// pipe would wait for its other end.
pub(crate) fn open(path: &Path) -> Result<(File, u64), Fault> {
    let found = fs::metadata(path)?.file_type();
    if found.is_dir() {
        return Err(io::Error::other("expected a file, found a directory").into());
    }
    if !found.is_file() {
        let why = "expected a regular file, found a pipe, a socket or a device";
        return Err(io::Error::other(why).into());
    }
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    check_length(length)?;
    Ok((file, length))
}

/// The pages of files that threads have read lately. The default keeps none.
///
/// A page has one place in it, behind a lock of its own. A thread that finds the lock taken does
/// not wait: it reads the file.
#[derive(Default)]
pub(crate) struct Cache(Box<[Mutex<Page>]>);

/// A page of a file. Its memory is allocated when it is read.
#[derive(Default)]
struct Page {
    /// The numbers of the file and of the page.
    key: Option<(usize, u64)>,
    bytes: Vec<u8>,
}

impl Cache {
    /// Creates a cache of `pages` pages, a power of two, all empty.
    pub(crate) fn new(pages: usize) -> Self {
        Self((0..pages).map(|_| Mutex::default()).collect())
    }

    /// Returns the place of a page: pages of one file that follow each other have different ones.
    fn place(&self, (file, page): (usize, u64)) -> Option<&Mutex<Page>> {
        /// The golden ratio, which spreads the files' first pages.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let first = (file as u64).wrapping_mul(SPREAD) >> 32;
        let mask = self.0.len().wrapping_sub(1);
        self.0.get(first.wrapping_add(page) as usize & mask)
    }
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

pub(crate) struct CachedFile {
    file: File,
    length: u64,
    /// The file's number, by which the cache knows it.
    number: usize,
    cache: Arc<Cache>,
}

impl CachedFile {
    pub(crate) fn open(path: &Path, number: usize, cache: Arc<Cache>) -> Result<Self, Fault> {
        let (file, length) = open(path)?;
        Ok(Self { file, length, number, cache })
    }

    /// Fills `bytes` from a place in the file on, with zeros after its end.
    fn read(&self, bytes: &mut [u8], start: u64) -> Result<(), Fault> {
        let wanted = (self.length - start).min(bytes.len() as u64) as usize;
        let mut filled = 0;
        while filled < wanted {
            match read_at(&self.file, &mut bytes[filled..wanted], start + filled as u64) {
                Ok(0) => return Err(Fault::Length(self.file.metadata()?.len())),
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        bytes[wanted..].fill(0);
        Ok(())
    }
}

impl Source for CachedFile {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_line(&self, number: u64, line: &mut Line) -> Result<(), Fault> {
        const LINES: u64 = (PAGE / LINE) as u64;
        let start = number.checked_mul(LINE as u64).filter(|&start| start < self.length);
        let start = start.ok_or(Fault::Code)?;
        let key = (self.number, number / LINES);
        let Some(mut page) = self.cache.place(key).and_then(|place| place.try_lock().ok()) else {
            return self.read(line, start);
        };
        if page.key != Some(key) {
            page.key = None;
            page.bytes.resize(PAGE, 0);
            self.read(&mut page.bytes, key.1 * PAGE as u64)?;
            page.key = Some(key);
        }
        let start = (number % LINES) as usize * LINE;
        line.copy_from_slice(&page.bytes[start..start + LINE]);
        Ok(())
    }
}

/// Reads bytes from a place on, whatever other threads read. Returns how many there were.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, bytes, at)
}

/// As on Unix. The file's cursor moves, which nothing here uses.
#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, at)
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_more_than_its_checksum() {
        let fits = |bytes: u64| check_length(bytes).is_ok();
        assert_eq!([16, 79, 80, 81, 144].map(fits), [false, false, true, false, true]);
    }

    /// All pages share one place, and the third is cut in its middle.
    #[test]
    fn a_page_that_could_not_be_read_leaves_nothing_of_it_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..3 * PAGE + 16).map(|place| (place / PAGE) as u8).collect();
        fs::write(&path, bytes).expect("written");
        let file = CachedFile::open(&path, 0, Arc::new(Cache::new(1))).expect("opened");
        let read = |page: u64| {
            let mut line = [9; LINE];
            file.read_line(page * (PAGE / LINE) as u64, &mut line).map(|()| line)
        };
        assert!(read(0).is_ok_and(|line| line == [0; LINE]));
        let cut = File::options().write(true).open(&path).expect("opened");
        cut.set_len(2 * PAGE as u64 + 100).expect("cut");
        assert!(read(2).is_err());
        assert!(read(0).is_ok_and(|line| line == [0; LINE]), "bytes of the third page");
    }
}
