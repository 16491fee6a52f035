//! The bytes of a table's file, mapped into memory.
#![allow(unsafe_code, reason = "the mapping of a file: docs/unsafe.md")]

use std::fs::{self, File};
use std::io;
use std::path::Path;

use memmap2::Mmap;

use crate::warning::Fault;

/// The bytes of the checksum at the end of a file.
pub(crate) const CHECKSUM: u64 = 16;

/// The unit of a file's length, without its checksum.
pub(crate) const BLOCK: u64 = 64;

/// Checks that a file of this many bytes can be whole.
pub(crate) fn check_length(bytes: u64) -> Result<(), Fault> {
    (bytes % BLOCK == CHECKSUM && bytes > CHECKSUM).then_some(()).ok_or(Fault::Length(bytes))
}

/// Opens a file that can be whole. It must be a regular file: opening a pipe would wait for its
/// other end.
pub(crate) fn open(path: &Path) -> Result<File, Fault> {
    let found = fs::metadata(path)?.file_type();
    if found.is_dir() {
        return Err(io::Error::other("expected a file, found a directory").into());
    }
    if !found.is_file() {
        let why = "expected a regular file, found a pipe, a socket or a device";
        return Err(io::Error::other(why).into());
    }
    let file = File::open(path)?;
    check_length(file.metadata()?.len())?;
    Ok(file)
}

/// Maps the bytes of a file that can be whole.
pub(crate) fn map(path: &Path) -> Result<Mmap, Fault> {
    let file = open(path)?;
    // SAFETY: the bytes are only read, each time by a copy, and any bytes will do: they are checked
    // wherever they are used. A file that is cut short meanwhile ends the process.
    Ok(unsafe { Mmap::map(&file)? })
}
