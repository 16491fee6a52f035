//! The file of a shared table, and its memory.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::slice;

use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::FlockOperation;

use super::door::{OWNER_ONLY, beside, is_at, lock};
use super::error::{Kind, SharedError};
use super::header::{HEADER, Header, Kin};
use crate::bucket::AllWords;
use crate::memory::check_available;
use crate::{AllocError, error};

/// A mapped file with a shared lock on it, and a seat in its header.
pub(super) struct Mapping {
    memory: MmapRaw,
    file: File,
    /// Buckets behind the header; 0 until they are checked.
    lines: usize,
    seat: Option<usize>,
    /// The name of a file that is not in its place yet.
    unpublished: Option<PathBuf>,
}

impl Mapping {
    /// Maps what stands at `path`, if it begins as a table does. The door must be ours.
    pub(super) fn open(path: &Path) -> Result<Self, SharedError> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let mapping = Self::map(file)?;
        if !mapping.header().is_table() {
            return Err(Kind::NoTable.into());
        }
        Ok(mapping)
    }

    fn map(file: File) -> Result<Self, SharedError> {
        lock(&file, FlockOperation::NonBlockingLockShared)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() || metadata.len() < HEADER as u64 {
            return Err(Kind::NoTable.into());
        }
        let length = usize::try_from(metadata.len()).map_err(|_| Kind::Length)?;
        let memory = MmapOptions::new().len(length).map_raw(&file)?;
        // A refusal costs speed only.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Self { memory, file, lines: 0, seat: None, unpublished: None })
    }

    /// Makes a file with an empty table of at most `bytes` bytes, which has not its name yet. The door must
    /// be ours.
    pub(super) fn create<B: AllWords>(
        path: &Path,
        bytes: usize,
        kin: &Kin,
    ) -> Result<Self, SharedError> {
        let bucket = size_of::<B>();
        let lines = bytes / bucket;
        let refused = |kind| SharedError::from(AllocError::from(kind));
        if lines == 0 {
            return Err(refused(error::Kind::TooSmall { bytes, bucket }));
        }
        let length =
            (lines * bucket).checked_add(HEADER).and_then(|bytes| i64::try_from(bytes).ok());
        let length =
            length.ok_or_else(|| refused(error::Kind::TooLarge { bytes }))?.cast_unsigned();
        check_available(bytes)?;
        // What stands under this name was left by a process that was killed: the door is ours.
        let new = beside(path, ".new");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(true).mode(OWNER_ONLY);
        let file = options.open(&new)?;
        let made = reserve(&file, length).map_err(SharedError::from);
        let mut mapping = made.and_then(|()| Self::map(file)).inspect_err(|_| {
            // The error says more than a file that cannot be removed.
            let _ = fs::remove_file(&new);
        })?;
        mapping.unpublished = Some(new);
        mapping.header().write(kin, lines);
        mapping.check::<B>(kin)?;
        Ok(mapping)
    }

    /// Gives a file that was created its name.
    pub(super) fn publish(&mut self, path: &Path) -> io::Result<()> {
        if let Some(new) = &self.unpublished {
            fs::rename(new, path)?;
            self.unpublished = None;
        }
        Ok(())
    }

    /// Compares the header with what is shared, and the length with the header. Only then there are
    /// buckets.
    pub(super) fn check<B: AllWords>(&mut self, kin: &Kin) -> Result<(), SharedError> {
        let lines = usize::try_from(self.header().check(kin)?).map_err(|_| Kind::Length)?;
        let length = lines.checked_mul(size_of::<B>()).and_then(|bytes| bytes.checked_add(HEADER));
        if lines == 0 || length != Some(self.memory.len()) {
            return Err(Kind::Length.into());
        }
        self.lines = lines;
        Ok(())
    }

    /// Takes a seat in the header. The door must be ours.
    pub(super) fn sit_down(&mut self) -> Result<(), SharedError> {
        self.seat = Some(self.header().sit_down().ok_or(Kind::Full)?);
        Ok(())
    }

    /// Makes sure that nobody else is attached, until [`be_one_of_many`](Self::be_one_of_many). The door must
    /// be ours, so that nobody can come in between the two locks.
    pub(super) fn be_alone(&self) -> Result<(), SharedError> {
        match lock(&self.file, FlockOperation::NonBlockingLockExclusive) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                // A change of locks that fails has lost the old one.
                self.be_one_of_many()?;
                let others = self.header().living().len().saturating_sub(self.seat.iter().len());
                Err(Kind::Attached(others.max(1)).into())
            }
            result => Ok(result?),
        }
    }

    /// Lets others in again.
    pub(super) fn be_one_of_many(&self) -> Result<(), SharedError> {
        Ok(lock(&self.file, FlockOperation::NonBlockingLockShared)?)
    }

    /// Whether the file at `path` is this one.
    pub(super) fn stands_at(&self, path: &Path) -> io::Result<bool> {
        is_at(&self.file, path)
    }

    pub(super) fn header(&self) -> &Header {
        let start = self.memory.as_ptr().cast::<Header>();
        // SAFETY: the mapping lives as long as `self`, is at least as long as a header (`map` compared that)
        // and starts on a page. A header is words alone, of which every content is a value, and which all
        // processes access as atomics.
        unsafe { &*start }
    }

    /// The buckets; `B` is the type that they were checked for.
    #[inline]
    pub(super) fn buckets<B: AllWords>(&self) -> &[B] {
        // SAFETY: `check` found the file to be longer than a header.
        let start = unsafe { self.memory.as_ptr().add(HEADER) };
        // SAFETY: `check` found the file to hold `lines` buckets behind its header, or `lines` is 0; the
        // mapping lives as long as `self`. The header is a page long, so they are aligned. `AllWords`: every content is
        // a value, and all processes access it as atomics.
        unsafe { slice::from_raw_parts(start.cast::<B>(), self.lines) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if let Some(seat) = self.seat {
            self.header().stand_up(seat);
        }
        if let Some(new) = &self.unpublished {
            // Nobody could be told of a file that cannot be removed.
            let _ = fs::remove_file(new);
        }
    }
}

/// Makes an empty file of this length, of which every page exists: memory that is promised and not there would
/// kill who touches it.
#[cfg(target_os = "linux")]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};

    Ok(rustix::io::retry_on_intr(|| fallocate(file, FallocateFlags::empty(), 0, length))?)
}

/// Makes an empty file of this length. This system does not promise that there is room for it.
#[cfg(not(target_os = "linux"))]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)
}
