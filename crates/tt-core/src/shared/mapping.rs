//! The file of a shared table, and its memory.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::{FlockOperation, OFlags};

use super::error::{At, SharedError, SharedFault};
use super::files::{beside, create, is_at, lock, open, remove_stale, rename_to_free, user};
use super::header::{HEADER, Header, Identity};
use crate::bucket::AllWords;
use crate::memory::check_available;
use crate::{AllocError, error};

/// A mapped file with a shared lock on it, and a slot in its header.
pub(super) struct Mapping {
    memory: MmapRaw,
    file: File,
    path: PathBuf,
    /// The number of the user who owns the file.
    owner: u32,
    /// The number of buckets; 0 until the header and the length are checked.
    buckets: usize,
    /// The attach slot, once it is claimed.
    slot: Option<usize>,
    /// The path of a file that was created and is not yet at `path`.
    unpublished: Option<PathBuf>,
}

impl Mapping {
    /// Maps the file at `path`, if it belongs to the user `owner` and begins as a table does. The
    /// caller holds the attach lock.
    pub(super) fn open(path: &Path, owner: u32) -> Result<Self, SharedError> {
        let file = open(path, OFlags::RDWR, owner)?;
        let mapping = Self::map(file, path, owner).at(path)?;
        if !mapping.header().is_table() {
            return Err(SharedFault::NoTable.at(path));
        }
        Ok(mapping)
    }

    fn map(file: File, path: &Path, owner: u32) -> Result<Self, SharedFault> {
        lock(&file, FlockOperation::NonBlockingLockShared).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => SharedFault::Locked,
            _ => error.into(),
        })?;
        let length = usize::try_from(file.metadata()?.len()).map_err(|_| SharedFault::Length)?;
        if length < HEADER {
            return Err(SharedFault::NoTable);
        }
        let memory = MmapOptions::new().len(length).map_raw(&file)?;
        // A refusal costs speed only.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let path = path.to_path_buf();
        Ok(Self { memory, file, path, owner, buckets: 0, slot: None, unpublished: None })
    }

    /// Makes a file with an empty table of at most `bytes` bytes, at `NAME.new` until it is
    /// [published](Self::publish). The caller holds the attach lock.
    pub(super) fn create<B: AllWords>(
        path: &Path,
        bytes: usize,
        identity: &Identity,
    ) -> Result<Self, SharedError> {
        let (buckets, length) = size_of_file::<B>(bytes).at(path)?;
        check_available(bytes).at(path)?;
        let new = beside(path, ".new");
        let file = match create(&new, OFlags::RDWR) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // If it is ours, a process that was killed left it: the attach lock is held.
                remove_stale(&new)?;
                create(&new, OFlags::RDWR)
            }
            result => result,
        };
        let file = file.at(&new)?;
        let mapped = reserve(&file, length).map_err(SharedFault::from);
        let mapped = mapped.and_then(|()| Self::map(file, path, user())).at(&new);
        let mut mapping = mapped.inspect_err(|_| {
            // If it cannot be removed either, the first error is the one to report.
            let _ = fs::remove_file(&new);
        })?;
        mapping.unpublished = Some(new);
        mapping.header().write(identity, buckets);
        mapping.check::<B>(identity)?;
        Ok(mapping)
    }

    /// Gives a file that was created the table's path, where nothing may be.
    pub(super) fn publish(&mut self) -> Result<(), SharedError> {
        if let Some(new) = &self.unpublished {
            rename_to_free(new, &self.path).at(&self.path)?;
            self.unpublished = None;
        }
        Ok(())
    }

    /// Gives a file that was created the table's path, where `old` must be.
    pub(super) fn replace(&mut self, old: &Self) -> Result<(), SharedError> {
        old.check_path()?;
        if let Some(new) = &self.unpublished {
            fs::rename(new, &self.path).at(&self.path)?;
            self.unpublished = None;
        }
        Ok(())
    }

    /// Compares the header with the identity, and the length with the header. There are no buckets
    /// before.
    pub(super) fn check<B: AllWords>(&mut self, identity: &Identity) -> Result<(), SharedError> {
        let buckets = self.header().check(identity).at(&self.path)?;
        let buckets = usize::try_from(buckets).map_err(|_| SharedFault::Length).at(&self.path)?;
        let length = buckets.checked_mul(size_of::<B>()).and_then(|all| all.checked_add(HEADER));
        if buckets == 0 || length != Some(self.memory.len()) {
            return Err(SharedFault::Length.at(&self.path));
        }
        self.buckets = buckets;
        Ok(())
    }

    /// Compares the length of the file with what is mapped. It does not touch the mapped memory.
    pub(super) fn check_length(&self) -> Result<(), SharedError> {
        let (mapped, found) = (self.memory.len() as u64, self.length().at(&self.path)?);
        if mapped != found {
            return Err(SharedFault::LengthChanged { mapped, found }.at(&self.path));
        }
        Ok(())
    }

    /// Makes sure that the file is still at its path.
    pub(super) fn check_path(&self) -> Result<(), SharedError> {
        match is_at(&self.file, &self.path) {
            Ok(false) => Err(SharedFault::Gone.at(&self.path)),
            result => result.map(drop).at(&self.path),
        }
    }

    fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Claims a slot in the header. The caller holds the attach lock.
    pub(super) fn claim_slot(&mut self) -> Result<(), SharedError> {
        self.slot = Some(self.header().claim_slot().at(&self.path)?);
        Ok(())
    }

    /// Makes sure that nobody else is attached, until [`lock_shared`](Self::lock_shared). The
    /// caller holds the attach lock, so that nobody attaches between the two locks.
    pub(super) fn lock_exclusive(&self) -> Result<(), SharedError> {
        match lock(&self.file, FlockOperation::NonBlockingLockExclusive) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                // A change of the lock that fails may have lost the shared one.
                self.lock_shared()?;
                let attached = self.header().attached_processes().len();
                let others = attached.saturating_sub(self.slot.iter().len());
                Err(SharedFault::Attached(others.max(1)).at(&self.path))
            }
            result => result.at(&self.path),
        }
    }

    /// Goes back to a lock that others may hold, too.
    pub(super) fn lock_shared(&self) -> Result<(), SharedError> {
        lock(&self.file, FlockOperation::NonBlockingLockShared).at(&self.path)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of the user who owns the file.
    pub(super) fn owner(&self) -> u32 {
        self.owner
    }

    pub(super) fn header(&self) -> &Header {
        let start = self.memory.as_ptr().cast::<Header>();
        // SAFETY: the mapping lives as long as `self`, is at least as long as a header (`map`
        // compared that) and starts on a page. A header is words alone, of which every content is a
        // value, and which all processes access as atomics.
        unsafe { &*start }
    }

    /// The buckets; `B` is the type that they were checked for.
    #[inline]
    pub(super) fn buckets<B: AllWords>(&self) -> &[B] {
        // SAFETY: `map` found the file to be at least as long as a header.
        let start = unsafe { self.memory.as_ptr().add(HEADER) };
        // SAFETY: `check` found the file to hold `buckets` of them after its header, or the number
        // is 0; the mapping lives as long as `self`. The header is a page long, so they are
        // aligned. `AllWords`: every content is a value, and all processes access it as atomics.
        unsafe { slice::from_raw_parts(start.cast::<B>(), self.buckets) }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // A file without a header any more has no slot to release.
        if let Some(slot) = self.slot
            && self.length().is_ok_and(|length| length >= HEADER as u64)
        {
            self.header().release_slot(slot);
        }
        if let Some(new) = &self.unpublished {
            // The next process that creates a table here tries again.
            let _ = fs::remove_file(new);
        }
    }
}

/// Returns how many buckets fit in `bytes` bytes, and the length of a file with them in bytes.
fn size_of_file<B>(bytes: usize) -> Result<(usize, u64), AllocError> {
    let bucket = size_of::<B>();
    let buckets = bytes / bucket;
    if buckets == 0 {
        return Err(error::AllocFault::TooSmall { bytes, bucket }.into());
    }
    // Lengths of files are signed.
    let length =
        (buckets * bucket).checked_add(HEADER).and_then(|length| i64::try_from(length).ok());
    let length = length.ok_or(error::AllocFault::TooLarge { bytes })?;
    Ok((buckets, length.cast_unsigned()))
}

/// Makes an empty file of this length in bytes, with all its pages: a process that touches a page
/// for which there is no memory would be killed.
#[cfg(target_os = "linux")]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};

    Ok(rustix::io::retry_on_intr(|| fallocate(file, FallocateFlags::empty(), 0, length))?)
}

/// Makes an empty file of this length in bytes. This system does not promise that there is memory
/// for it.
#[cfg(not(target_os = "linux"))]
fn reserve(file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)
}
