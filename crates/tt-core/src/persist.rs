//! Tables in files: saved, loaded into any size and layout, merged, verified, filtered, asked for
//! single records.
//!
//! ```text
//!  magic, length of the header │ header (bincode) │ CRC-32 │ block │ block │ …
//!  block: up to 4,096 records of two little-endian words, key and payload, then their CRC-32
//! ```
//!
//! A file is a [`NewFile`]: a reader sees the old one or the new one, and of two writers the last
//! one's whole file stays. A file is read twice, first to compare its checksums: nothing is taken
//! from one that is not whole.

mod error;
mod format;
mod lookup;
mod merge;
mod new_file;

use std::fs::{self, File, Metadata};
use std::io::{BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use std::vec::Vec;

pub use self::error::FileError;
use self::error::FileFault;
pub use self::format::FileInfo;
use self::format::{Header, MAGIC, Reader, Writer};
pub use self::lookup::FileLookup;
pub use self::merge::{FileMerge, file_records, filter_file};
pub use self::new_file::NewFile;
use crate::age::{age, stamp};
use crate::bucket::Bucket;
use crate::memory::threads_for;
use crate::settler::Settler;
use crate::{Handle, Layout, Payload, Replace, Statistics, Table};

impl<P: Payload, L: Layout, R: Replace, S: Statistics> Table<P, L, R, S> {
    /// Saves every record. `schema` is the fingerprint of how the game makes its keys: a table with
    /// another one refuses the file. `progress` receives the number of records written and of all
    /// records. An older file is replaced as [`NewFile`] says.
    ///
    /// ```
    /// use tt_core::{Entry, Table};
    ///
    /// # let dir = std::env::temp_dir().join(format!("tt-core-save-{}", std::process::id()));
    /// # std::fs::create_dir_all(&dir)?;
    /// let path = dir.join("table");
    /// const SCHEMA: u64 = 42; // how the game makes its keys
    ///
    /// let mut table = Table::new(1 << 20)?;
    /// table.store(7 << 60, Entry { mv: 5, ..Entry::default() });
    /// table.save(&path, SCHEMA, |_, _| {})?;
    ///
    /// // Another day, with another size.
    /// let mut later = Table::new(3 << 20)?;
    /// later.load(&path, SCHEMA, |done, of| assert!(done <= of))?;
    /// assert_eq!(later.probe(7 << 60).map(|entry| entry.mv), Some(5));
    /// # std::fs::remove_dir_all(&dir)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the layout keeps no whole keys, if `path` names something else than a file (a directory,
    /// a device) or a file that is neither empty nor begins as a saved table does, or if the file
    /// cannot be written; what is at `path` is then unchanged.
    pub fn save(
        &mut self,
        path: impl AsRef<Path>,
        schema: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        save_records(self.handle(), path.as_ref(), schema, progress)
    }

    /// Writes what [`save`](Self::save) writes to any writer.
    ///
    /// # Errors
    /// As for [`save`](Self::save).
    pub fn write_to(
        &mut self,
        writer: impl Write,
        schema: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        write_records(self.handle(), writer, schema, progress)
    }

    /// Empties the table and fills it from a file, which a table of any size and of any layout with
    /// whole keys saved. Where not all records fit, those stay that the policy values most. Ages
    /// are kept.
    ///
    /// While a reference is out, this does not compile:
    ///
    /// ```compile_fail,E0502
    /// # let mut table = tt_core::Table::new(1 << 20)?;
    /// let searching = &table;
    /// table.load("table", 1, |_, _| {})?;
    /// let _ = searching.probe(1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `path` names something else than a file, if the file cannot be read, is not whole, or has
    /// another key schema or payload; the table is then unchanged. If the file can be verified but
    /// not read a second time, the table is empty.
    pub fn load(
        &mut self,
        path: impl AsRef<Path>,
        schema: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.load_from(open(path.as_ref())?, schema, progress)
    }

    /// Reads what [`load`](Self::load) reads from any reader, to its end: twice, so that it must be
    /// one that can go back to its start.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use tt_core::{Entry, Table};
    ///
    /// // A table on its way to another process, without a file.
    /// let mut table = Table::new(1 << 20)?;
    /// table.store(7 << 60, Entry { mv: 5, ..Entry::default() });
    /// let mut bytes = Vec::new();
    /// table.write_to(&mut bytes, 42, |_, _| {})?;
    ///
    /// let mut other = Table::new(1 << 20)?;
    /// other.load_from(Cursor::new(&bytes), 42, |_, _| {})?;
    /// assert_eq!(other.probe(7 << 60).map(|entry| entry.mv), Some(5));
    ///
    /// // What was lost on the way is noticed before anything is taken.
    /// bytes.pop();
    /// assert!(other.load_from(Cursor::new(&bytes), 42, |_, _| {}).is_err());
    /// assert!(other.probe(7 << 60).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn load_from(
        &mut self,
        reader: impl Read + Seek,
        schema: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.read_from(reader, schema, true, progress)
    }

    /// Adds the records of a file. Of two records of a key the one with the higher priority (the
    /// deeper one) stays; all else is as for [`load`](Self::load).
    ///
    /// ```
    /// use tt_core::{Entry, Table};
    ///
    /// # let dir = std::env::temp_dir().join(format!("tt-core-merge-{}", std::process::id()));
    /// # std::fs::create_dir_all(&dir)?;
    /// let path = dir.join("table");
    /// // Two analyses of one position, on two machines: the deeper record of each key stays.
    /// let (mut one, mut two) = (Table::new(1 << 20)?, Table::new(1 << 20)?);
    /// one.store(7 << 60, Entry { draft: 20, ..Entry::default() });
    /// two.store(7 << 60, Entry { draft: 14, ..Entry::default() });
    /// two.store(9 << 60, Entry { draft: 3, ..Entry::default() });
    /// two.save(&path, 42, |_, _| {})?;
    /// one.merge(&path, 42, |_, _| {})?;
    /// let draft_of = |key: u64| one.probe(key << 60).map(|entry| entry.draft);
    /// assert_eq!((draft_of(7), draft_of(9)), (Some(20), Some(3)));
    /// # std::fs::remove_dir_all(&dir)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`load`](Self::load), but if the second reading fails, the records added so far stay.
    pub fn merge(
        &mut self,
        path: impl AsRef<Path>,
        schema: u64,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.read_from(open(path.as_ref())?, schema, false, progress)
    }

    /// [`load_from`](Self::load_from) or, without `afresh`, the same for [`merge`](Self::merge).
    fn read_from(
        &mut self,
        mut reader: impl Read + Seek,
        schema: u64,
        afresh: bool,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        let header = verified_header::<P>(&mut reader, Some(schema))?;
        if afresh {
            self.clear(threads_for(self.bytes()));
        }
        let read = settle_records(self.handle(), &mut reader, &header, progress);
        if read.is_err() && afresh {
            self.clear(threads_for(self.bytes()));
        }
        read
    }
}

/// Saves the records of a table, which nobody changes meanwhile, as [`Table::save`] does.
pub(crate) fn save_records<P: Payload, L: Layout, R: Replace, S: Statistics>(
    table: Handle<'_, P, L, R, S>,
    path: &Path,
    schema: u64,
    progress: impl FnMut(u64, u64),
) -> Result<(), FileError> {
    check_ours(path)?;
    replace_file(path, |writer| write_records(table, writer, schema, progress))
}

/// Writes the records of a table, which nobody changes meanwhile.
pub(crate) fn write_records<P: Payload, L: Layout, R: Replace, S: Statistics>(
    table: Handle<'_, P, L, R, S>,
    writer: impl Write,
    schema: u64,
    mut progress: impl FnMut(u64, u64),
) -> Result<(), FileError> {
    if !L::Bucket::WHOLE_KEYS {
        return Err(FileError::no_whole_keys());
    }
    let count = table.records().count() as u64;
    let header = Header::new::<P>(schema, table.generation.now(), count);
    let mut writer = Writer::new(writer, &header)?;
    for (done, (key, bits)) in table.records().enumerate() {
        if writer.push(key, bits)? {
            progress(done as u64 + 1, count);
        }
    }
    writer.finish()?;
    progress(count, count);
    Ok(())
}

/// Puts the records behind a verified header into a table; their ages stay.
pub(crate) fn settle_records<P: Payload, L: Layout, R: Replace, S: Statistics>(
    table: Handle<'_, P, L, R, S>,
    reader: &mut impl Read,
    header: &Header,
    mut progress: impl FnMut(u64, u64),
) -> Result<(), FileError> {
    let now = table.generation.now();
    let mut done = 0;
    let mut settler = Settler::new(table);
    let read = Reader::new(reader, header).for_each(|key, bits| {
        let born = now.wrapping_sub(age::<P>(bits, header.generation).into());
        settler.push(key, stamp::<P>(bits, born));
        done += 1;
        if done % format::BLOCK as u64 == 0 || done == header.records {
            progress(done, header.records);
        }
    });
    settler.finish();
    read
}

/// Reads the header of a file, but no record.
///
/// ```
/// use tt_core::{Entry, Table, file_info};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-info-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// table.store(7 << 60, Entry::default());
/// table.save(&path, 42, |_, _| {})?;
/// // Does the file fit this program's keys, and how much would it bring? Only its head is read.
/// let info = file_info(&path)?;
/// assert_eq!((info.schema, info.records), (42, 1));
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `path` names something else than a file, or if the file cannot be read or does not begin with
/// a whole header of this version.
pub fn file_info(path: impl AsRef<Path>) -> Result<FileInfo, FileError> {
    Ok(Header::read(&mut open(path.as_ref())?)?.info())
}

/// Reads a whole file and compares every checksum.
///
/// ```
/// use tt_core::{Entry, Table, verify_file};
///
/// # let dir = std::env::temp_dir().join(format!("tt-core-verify-{}", std::process::id()));
/// # std::fs::create_dir_all(&dir)?;
/// let path = dir.join("table");
/// let mut table = Table::new(1 << 20)?;
/// table.store(7 << 60, Entry::default());
/// table.save(&path, 42, |_, _| {})?;
/// assert_eq!(verify_file(&path)?.records, 1);
///
/// // A copy that was cut short on its way is found out without a table to load it into.
/// let bytes = std::fs::read(&path)?;
/// std::fs::write(&path, &bytes[..bytes.len() - 1])?;
/// assert_eq!(verify_file(&path).unwrap_err().to_string(), "the file ends too early");
/// # std::fs::remove_dir_all(&dir)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If `path` names something else than a file, or if the file cannot be read or is not whole.
pub fn verify_file(path: impl AsRef<Path>) -> Result<FileInfo, FileError> {
    let mut reader = open(path.as_ref())?;
    let header = Header::read(&mut reader)?;
    Reader::new(&mut reader, &header).for_each(|_, _| {})?;
    Ok(header.info())
}

/// Reads a file to its end, compares every checksum, refuses another payload and, if `schema` is
/// given, another schema. Leaves the reader before the first record.
pub(crate) fn verified_header<P: Payload>(
    reader: &mut (impl Read + Seek),
    schema: Option<u64>,
) -> Result<Header, FileError> {
    let header = Header::read(reader)?;
    header.check::<P>(schema)?;
    Reader::new(&mut *reader, &header).for_each(|_, _| {})?;
    reader.rewind()?;
    Header::read(reader)
}

/// Writes the file at `path`. If that fails, what is there is unchanged.
fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<NewFile>) -> Result<(), FileError>,
) -> Result<(), FileError> {
    if let Ok(metadata) = fs::metadata(path) {
        check_file(&metadata)?;
    }
    let mut buffered = BufWriter::new(NewFile::create(path)?);
    write(&mut buffered)?;
    Ok(buffered.into_inner().map_err(|error| error.into_error())?.finish()?)
}

/// Refuses a file that is somebody else's: it is not empty, and no table was saved there.
fn check_ours(path: &Path) -> Result<(), FileError> {
    if !path.exists() {
        return Ok(());
    }
    let mut start = Vec::new();
    open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start.is_empty() || start == MAGIC { Ok(()) } else { Err(FileFault::Foreign.into()) }
}

/// Opens a file for reading. The kind of file at `path` is checked first, because opening a pipe
/// would wait for its writer.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>, FileError> {
    check_file(&fs::metadata(path)?)?;
    Ok(BufReader::new(File::open(path)?))
}

/// Refuses what is not a regular file.
fn check_file(metadata: &Metadata) -> Result<(), FileError> {
    match metadata.file_type() {
        found if found.is_file() => Ok(()),
        found if found.is_dir() => Err(FileFault::Directory.into()),
        _ => Err(FileFault::NoFile.into()),
    }
}
