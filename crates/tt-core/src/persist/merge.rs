//! Files without a table: their records one by one, and several files joined into one.

use core::cmp::Reverse;
use core::marker::PhantomData;
use std::io::{self, ErrorKind, Seek, Write};
use std::path::Path;
use std::vec::Vec;

use super::error::FileError;
use super::format::{FileInfo, Header, Reader, Writer};
use super::{open, replace_file, verified_header};
use crate::Payload;
use crate::age::{age, stamp};

/// Hands over every record of a file: its key, its payload and its age in generations. The schema
/// is not compared: the caller must know how the keys were made.
///
/// ```
/// use tt_core::{Bound, Entry, Table, file_records};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-records-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// table.store(7 << 60, Entry { bound: Bound::Exact, draft: 20, ..Entry::default() });
/// table.advance_generation();
/// table.store(9 << 60, Entry { bound: Bound::Upper, draft: 3, ..Entry::default() });
/// table.save(&path, 42, |_, _| {})?;
///
/// // What of an old analysis is worth to be shown? No table of its size is needed to see.
/// let mut deep = Vec::new();
/// file_records(&path, |key, entry: Entry, age| {
///     if entry.draft >= 10 {
///         deep.push((key, entry.bound, age));
///     }
/// })?;
/// assert_eq!(deep, [(7 << 60, Bound::Exact, 1)]);
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `path` names something else than a file, or if the file cannot be read, is not whole or has
/// another payload; `take` has then not been called, unless the file was verified but could not be
/// read a second time.
pub fn file_records<P: Payload>(
    path: impl AsRef<Path>,
    mut take: impl FnMut(u64, P, u32),
) -> Result<FileInfo, FileError> {
    let mut reader = open(path.as_ref())?;
    let header = verified_header::<P>(&mut reader, None)?;
    Reader::new(&mut reader, &header).for_each(|key, bits| {
        take(key, P::from_bits(bits), age::<P>(bits, header.generation));
    })?;
    Ok(header.info())
}

/// Files joined into one that loses nothing: of two records of a key the one with the higher
/// priority stays, and of two as deep the one of the file that was added first.
///
/// [`Table::merge`](crate::Table::merge) joins within a table of a fixed size, which drops what
/// does not fit; this takes 16 bytes of memory for each record of all files.
///
/// ```
/// use tt_core::{Entry, FileMerge, Table};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-join-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let paths = ["monday", "tuesday", "both"].map(|name| dir.join(name));
/// for (path, draft) in [(&paths[0], 20), (&paths[1], 14)] {
///     let mut table = Table::new(1 << 20)?;
///     table.store(7 << 60, Entry { draft, ..Entry::default() });
///     table.store((draft as u64) << 56, Entry::default());
///     table.save(path, 42, |_, _| {})?;
/// }
///
/// let mut merge = FileMerge::<Entry>::new(42);
/// assert_eq!((merge.add(&paths[0])?, merge.add(&paths[1])?), (2, 2));
/// assert_eq!(merge.save(&paths[2])?, 3, "one key is in both files");
///
/// let mut table = Table::new(1 << 20)?;
/// table.load(&paths[2], 42, |_, _| {})?;
/// assert_eq!(table.probe(7 << 60).map(|entry| entry.draft), Some(20));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileMerge<P> {
    schema: u64,
    /// The greatest generation of a file.
    generation: u64,
    /// Keys and records; the generation field of a record holds its age.
    records: Vec<(u64, u64)>,
    kind: PhantomData<fn() -> P>,
}

impl<P: Payload> FileMerge<P> {
    /// Creates a merge of files whose keys are of `schema`, so far of none.
    #[must_use]
    pub fn new(schema: u64) -> Self {
        Self { schema, generation: 0, records: Vec::new(), kind: PhantomData }
    }

    /// Adds a file, and returns how many records it has. Their ages are kept.
    ///
    /// # Errors
    /// If `path` names something else than a file, if the file cannot be read, is not whole, or has
    /// another key schema or payload, or if there is no memory for its records. Nothing of the file
    /// is then added.
    pub fn add(&mut self, path: impl AsRef<Path>) -> Result<u64, FileError> {
        let mut reader = open(path.as_ref())?;
        let header = verified_header::<P>(&mut reader, Some(self.schema))?;
        let before = self.records.len();
        // The file has been read to its end: the number is true.
        self.records
            .try_reserve(usize::try_from(header.records).unwrap_or(usize::MAX))
            .map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
        let read = Reader::new(&mut reader, &header).for_each(|key, bits| {
            let age = age::<P>(bits, header.generation);
            self.records.push((key, stamp::<P>(bits, age.into())));
        });
        if let Err(error) = read {
            self.records.truncate(before);
            return Err(error);
        }
        self.generation = self.generation.max(header.generation);
        Ok(header.records)
    }

    /// Writes the joined file, in the order of the keys, and returns how many records it has. A
    /// file at `path`, one of those that were added perhaps, is replaced at once and as a whole.
    ///
    /// # Errors
    /// If `path` names something else than a file, or if the file cannot be written; what is at
    /// `path` is then unchanged.
    pub fn save(mut self, path: impl AsRef<Path>) -> Result<u64, FileError> {
        // A stable sort: of equal records that of the first file comes first.
        self.records.sort_by_key(|&(key, bits)| (key, Reverse(P::PRIORITY.get(bits))));
        self.records.dedup_by_key(|&mut (key, _)| key);
        let count = self.records.len() as u64;
        replace_file(path.as_ref(), |file| {
            let mut writer =
                Writer::new(file, &Header::new::<P>(self.schema, self.generation, count))?;
            for &(key, bits) in &self.records {
                let born = self.generation.wrapping_sub(P::GENERATION.get(bits));
                writer.push(key, stamp::<P>(bits, born))?;
            }
            writer.finish()
        })?;
        Ok(count)
    }
}

/// Writes the records of the file `from` for which `keep` returns true to the file `to`, which may
/// be `from` itself, and returns their number. `keep` receives each payload once, with its age in
/// generations. Records keep their order and their ages; one block of them is in memory at a time.
///
/// ```
/// use tt_core::{Entry, Table, file_info, filter_file};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-filter-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// for (key, draft) in [(7, 20), (8, 3), (9, 12)] {
///     table.store(key << 60, Entry { draft, ..Entry::default() });
/// }
/// table.save(&path, 42, |_, _| {})?;
/// let kept = filter_file(&path, &path, 42, |entry: Entry, _| entry.draft >= 10)?;
/// assert_eq!((kept, file_info(&path)?.records), (2, 2));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a path names something else than a file, if `from` cannot be read, is not whole, or has
/// another key schema or payload, or if `to` cannot be written; what is at `to` is then unchanged.
pub fn filter_file<P: Payload>(
    from: impl AsRef<Path>,
    to: impl AsRef<Path>,
    schema: u64,
    mut keep: impl FnMut(P, u32) -> bool,
) -> Result<u64, FileError> {
    let mut reader = open(from.as_ref())?;
    let header = verified_header::<P>(&mut reader, Some(schema))?;
    let mut kept = 0;
    replace_file(to.as_ref(), |file| {
        // The number of records is not known yet: the header is written again at the end.
        let mut writer = Writer::new(&mut *file, &header)?;
        let mut written = Ok(());
        Reader::new(&mut reader, &header).for_each(|key, bits| {
            if written.is_ok() && keep(P::from_bits(bits), age::<P>(bits, header.generation)) {
                kept += 1;
                written = writer.push(key, bits).map(drop);
            }
        })?;
        written?;
        writer.finish()?;
        file.rewind()?;
        Ok(file.write_all(&header.with_records(kept).to_bytes()?)?)
    })?;
    Ok(kept)
}
