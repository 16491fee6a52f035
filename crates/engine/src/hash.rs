//! [`Hash`](struct@Hash): the engine's transposition table, its own or one that processes share by
//! name.

mod error;

use std::env;
use std::fs;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use search::TranspositionTable;
#[cfg(unix)]
use tt_core::SharedTable;
use tt_core::{AllocError, Entry, FileError, Handle, MemoryReport, Pages, Record, Snapshot, Table};

use self::error::Fault;
pub use self::error::HashError;
use crate::hits::{CountingHandle, Hits, Sum};
use crate::schema::schema;

/// The size in bytes of a table of one bucket.
const SMALLEST: usize = 64;

/// The folder of files in memory, on Linux.
const MEMORY: &str = "/dev/shm";

/// The transposition table of an [`Engine`](crate::Engine), and the means to resize, share, save
/// and load it. Sizes are in bytes, at least 64; a table has as many cache lines of 64 bytes as
/// fit.
///
/// ```
/// use engine::{Engine, Game, Request};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("analysis");
/// let mut engine = Engine::builder().hash(1 << 20).build()?;
/// engine.analyse(&Game::default(), &Request::nodes(5_000), &mut |_| ());
/// let saved = engine.hash_mut().save(&path)?;
/// assert!(saved.records > 0);
///
/// // Another engine, on another day, goes on with the records.
/// let mut later = Engine::builder().hash(2 << 20).build()?;
/// assert_eq!(later.hash_mut().load(&path)?, saved);
/// assert!(later.hash_mut().load("no such file").is_err());
/// later.analyse(&Game::default(), &Request::nodes(5_000), &mut |_| ());
/// assert!(later.hash().hits().found > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Hash {
    place: Place,
    asked: usize,
    /// The table that a search gets if the shared one fails between the check and its start.
    #[cfg_attr(not(unix), expect(dead_code, reason = "shared tables alone fail"))]
    spare: Table,
    sum: Sum,
}

#[derive(Debug)]
enum Place {
    /// In this process's memory.
    Own(Table),
    /// In memory that processes share.
    #[cfg(unix)]
    Shared(SharedTable, PathBuf),
}

/// The result of [`Hash::share`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// The table is the one that it was.
    Unchanged,
    /// The table is shared by this number of processes, this one included.
    Attached(usize),
    /// The table is the engine's own again.
    Left,
}

/// The number of records in a file of the table, and its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The number of records.
    pub records: u64,
    /// The length in bytes.
    pub bytes: u64,
}

impl Hash {
    /// Creates an empty table of at most `bytes` bytes.
    ///
    /// # Errors
    /// If the system does not give that much, or it is less than one cache line.
    pub(crate) fn new(bytes: usize) -> Result<Self, HashError> {
        Ok(Self::with(table(bytes)?, bytes))
    }

    /// Creates an empty table of at most `bytes` bytes, or of the smallest possible size if the
    /// system does not give that much.
    pub(crate) fn new_or_smallest(bytes: usize) -> Self {
        Self::with(own(bytes), bytes)
    }

    fn with(table: Table, asked: usize) -> Self {
        Self { place: Place::Own(table), asked, spare: own(SMALLEST), sum: Sum::default() }
    }

    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.place {
            Place::Own(table) => table.bytes(),
            #[cfg(unix)]
            Place::Shared(table, _) => table.bytes(),
        }
    }

    /// Returns a report of the memory that the system gave, with the kind of its pages; `None` if
    /// the table is shared.
    #[must_use]
    pub fn memory(&self) -> Option<MemoryReport> {
        match &self.place {
            Place::Own(table) => Some(table.memory()),
            #[cfg(unix)]
            Place::Shared(..) => None,
        }
    }

    /// Returns the counts of the table's records by draft, bound and age, for which it reads every
    /// slot.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        self.records().snapshot()
    }

    /// Returns the slots of the bucket of `key`: a record each, or `None` if it is empty.
    #[must_use]
    pub fn bucket_of(&self, key: u64) -> Vec<Option<Record<Entry>>> {
        self.records().bucket_of(key)
    }

    /// Returns the counts of the last search's probes.
    #[must_use]
    pub fn hits(&self) -> Hits {
        self.sum.get()
    }

    /// Returns the per mille of sampled slots with a record of the present search.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        self.records().hashfull()
    }

    /// Gives the table another size and keeps the records, as far as they fit.
    ///
    /// # Errors
    /// If the size is less than 64 bytes, if the system refuses it, or if other processes are
    /// attached to the table.
    pub fn resize(&mut self, bytes: usize) -> Result<(), HashError> {
        self.asked = bytes;
        match &mut self.place {
            Place::Own(table) => table.resize(bytes)?,
            #[cfg(unix)]
            Place::Shared(table, _) => table.resize(bytes)?,
        }
        Ok(())
    }

    /// Empties the table with up to `threads` threads.
    ///
    /// # Errors
    /// If the table is shared and others are attached, or if it was cut short.
    pub fn clear(&mut self, threads: usize) -> Result<(), HashError> {
        match &mut self.place {
            Place::Own(table) => table.clear(threads),
            #[cfg(unix)]
            Place::Shared(table, _) => table.clear(threads)?,
        }
        Ok(())
    }

    /// Saves every record to a file. An old file is replaced when the new one is whole.
    ///
    /// # Errors
    /// If the file cannot be written, which leaves the old one, or if other processes are attached.
    pub fn save(&mut self, path: impl AsRef<Path>) -> Result<Saved, HashError> {
        self.keep(path.as_ref(), |place, path, count| match place {
            Place::Own(table) => table.save(path, schema(), |_, of| *count = of),
            #[cfg(unix)]
            Place::Shared(table, _) => table.save(path, |_, of| *count = of),
        })
    }

    /// Fills the table from a file that [`save`](Self::save) wrote, of a table of any size.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged or holds the records of another engine; or if other
    /// processes are attached to the table.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<Saved, HashError> {
        self.keep(path.as_ref(), |place, path, count| match place {
            Place::Own(table) => table.load(path, schema(), |_, of| *count = of),
            #[cfg(unix)]
            Place::Shared(table, _) => table.load(path, |_, of| *count = of),
        })
    }

    /// Writes every record to `writer`, in the format of [`save`](Self::save), and returns their
    /// number. The writer should buffer.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use engine::{Engine, Game, Request};
    ///
    /// let mut engine = Engine::builder().hash(1 << 20).build()?;
    /// engine.analyse(&Game::default(), &Request::nodes(5_000), &mut |_| ());
    /// let mut file = Vec::new();
    /// let records = engine.hash_mut().write_to(&mut file)?;
    ///
    /// let mut later = Engine::builder().hash(2 << 20).build()?;
    /// assert_eq!(later.hash_mut().read_from(Cursor::new(file))?, records);
    /// assert!(later.hash_mut().read_from(Cursor::new("no table")).is_err());
    /// # Ok::<(), engine::HashError>(())
    /// ```
    ///
    /// # Errors
    /// If `writer` fails, or other processes are attached to the table.
    pub fn write_to(&mut self, writer: impl Write) -> Result<u64, HashError> {
        self.pass("the file".as_ref(), |place, count| match place {
            Place::Own(table) => table.write_to(writer, schema(), |_, of| *count = of),
            #[cfg(unix)]
            Place::Shared(table, _) => table.write_to(writer, |_, of| *count = of),
        })
    }

    /// Fills the table from `reader`, in the format of [`save`](Self::save), and returns the number
    /// of records.
    ///
    /// # Errors
    /// Those of [`load`](Self::load).
    pub fn read_from(&mut self, reader: impl Read + Seek) -> Result<u64, HashError> {
        self.pass("the file".as_ref(), |place, count| match place {
            Place::Own(table) => table.load_from(reader, schema(), |_, of| *count = of),
            #[cfg(unix)]
            Place::Shared(table, _) => table.load_from(reader, |_, of| *count = of),
        })
    }

    /// Does `work` between the table and the file at `path`; `work` counts the records.
    fn keep(
        &mut self,
        path: &Path,
        work: impl FnOnce(&mut Place, &Path, &mut u64) -> Result<(), FileError>,
    ) -> Result<Saved, HashError> {
        let records = self.pass(path, |place, count| work(place, path, count))?;
        let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
        Ok(Saved { records, bytes })
    }

    /// Does `work` with the table, and returns the number of records that it counts; `path` is that
    /// of the file for the text of an error.
    fn pass(
        &mut self,
        path: &Path,
        work: impl FnOnce(&mut Place, &mut u64) -> Result<(), FileError>,
    ) -> Result<u64, HashError> {
        let mut records = 0;
        work(&mut self.place, &mut records)
            .map_err(|error| HashError(Fault::File(path.into(), error)))?;
        Ok(records)
    }

    /// Attaches to the table called `name`, with `bytes` bytes if this engine creates it: the first
    /// to attach sets the size. A name with a slash is the path of a file; another is one of a file
    /// in memory. An empty name leaves the shared table for one of the engine's own.
    ///
    /// # Errors
    /// If the system or the table refuses it, or if another process keeps the table locked for two
    /// seconds.
    pub fn share(&mut self, name: &str, bytes: usize) -> Result<Sharing, HashError> {
        self.share_unless(&|| false, name, bytes)
    }

    /// Returns access to the records; to none if a shared table cannot be used any more.
    fn records(&self) -> Handle<'_> {
        match &self.place {
            Place::Own(table) => table.handle(),
            #[cfg(unix)]
            Place::Shared(table, _) if table.check().is_ok() => table.handle(),
            #[cfg(unix)]
            Place::Shared(..) => self.spare.handle(),
        }
    }
}

#[cfg(unix)]
impl Hash {
    /// As [`share`](Self::share), except that the wait for other processes ends at once when
    /// `called_off`, which is asked every millisecond, returns true.
    ///
    /// # Errors
    /// As for [`share`](Self::share), and if the wait was called off.
    pub fn share_unless(
        &mut self,
        called_off: &dyn Fn() -> bool,
        name: &str,
        bytes: usize,
    ) -> Result<Sharing, HashError> {
        self.asked = bytes;
        if name.is_empty() {
            if matches!(self.place, Place::Own(_)) {
                return Ok(Sharing::Unchanged);
            }
            self.replace(Place::Own(own(bytes)));
            return Ok(Sharing::Left);
        }
        let path = shared_hash_path(name);
        if matches!(&self.place, Place::Shared(_, attached) if *attached == path) {
            return Ok(Sharing::Unchanged);
        }
        let table = SharedTable::attach_or_create(&path, bytes, schema(), called_off)?;
        let attached = table.attached().len();
        self.replace(Place::Shared(table, path));
        Ok(Sharing::Attached(attached))
    }

    /// Checks a shared table before a search. If it was cut short, removed or replaced, the engine
    /// takes a table of its own.
    ///
    /// # Errors
    /// If the table had to be replaced.
    pub(crate) fn check(&mut self) -> Result<(), HashError> {
        let Place::Shared(table, _) = &self.place else { return Ok(()) };
        table.check().map_err(|error| {
            self.place = Place::Own(own(self.asked));
            error.into()
        })
    }

    /// Takes another table. The last process to leave a shared one removes it.
    fn replace(&mut self, place: Place) {
        if let Place::Shared(table, path) = std::mem::replace(&mut self.place, place) {
            let is_there = table.check().is_ok();
            drop(table);
            if !is_there {
                return;
            }
            // The table stays if others are attached, which makes the removal fail.
            let _ = SharedTable::<Entry>::remove(&path);
        }
    }
}

#[cfg(not(unix))]
impl Hash {
    /// Refuses: this system has no shared tables.
    ///
    /// # Errors
    /// Unless the name is empty.
    pub fn share_unless(
        &mut self,
        _: &dyn Fn() -> bool,
        name: &str,
        _: usize,
    ) -> Result<Sharing, HashError> {
        if name.is_empty() { Ok(Sharing::Unchanged) } else { Err(HashError(Fault::Unsupported)) }
    }

    /// Does nothing: the table is the engine's own.
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as with shared tables")]
    pub(crate) fn check(&mut self) -> Result<(), HashError> {
        Ok(())
    }
}

/// Creates a table that asks for pages of 1 GiB if it fills some, however it is resized.
fn table(bytes: usize) -> Result<Table, AllocError> {
    Table::with_pages(bytes, Pages::Gigantic)
}

/// Creates a table of that size, or of the smallest possible.
fn own(bytes: usize) -> Table {
    let table = table(bytes).or_else(|_| table(SMALLEST));
    table.expect("the system can give one cache line")
}

#[cfg(unix)]
impl Drop for Hash {
    fn drop(&mut self) {
        if matches!(self.place, Place::Shared(..)) {
            self.replace(Place::Own(own(SMALLEST)));
        }
    }
}

impl TranspositionTable for Hash {
    type Handle<'t> = CountingHandle<'t>;

    fn handle(&self, _: usize) -> CountingHandle<'_> {
        CountingHandle::new(self.records(), &self.sum)
    }

    fn advance_generation(&self) {
        self.sum.reset();
        match &self.place {
            Place::Own(table) => table.advance_generation(),
            // A table that cannot be used is left alone; its handles find that out themselves.
            #[cfg(unix)]
            Place::Shared(table, _) => drop(table.advance_generation()),
        }
    }

    fn hashfull(&self) -> u32 {
        Self::hashfull(self)
    }
}

/// Returns the file of the shared table called `name`. A name with a slash is the path of a file;
/// any other is one below `/dev/shm` or, where there is none, below the folder for temporary files.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(engine::shared_hash_path("/srv/chess/table"), Path::new("/srv/chess/table"));
/// assert!(engine::shared_hash_path("analysis").ends_with("palimpsest-analysis"));
/// ```
#[must_use]
pub fn shared_hash_path(name: &str) -> PathBuf {
    if name.contains('/') {
        return name.into();
    }
    let memory = Path::new(MEMORY);
    let folder = if memory.is_dir() { memory.to_path_buf() } else { env::temp_dir() };
    folder.join(format!("palimpsest-{name}"))
}

#[cfg(test)]
mod tests {
    use movegen::Position;
    use search::{Limits, Pool, Search, StoreHints, TableHandle};

    use super::*;

    #[test]
    fn threads_add_up_when_they_are_done() {
        let table = Hash::new(1 << 10).unwrap();
        let (mut one, mut other) = (table.handle(0), table.handle(1));
        assert_eq!(one.probe(7 << 60), None);
        one.store(7 << 60, Entry::default(), &StoreHints::default);
        assert!(other.probe_quiescence(7 << 60).is_some());
        assert_eq!(other.settled(), 0, "a record keeps no number of nodes");
        assert_eq!(table.hits(), Hits::default());
        drop(one);
        assert_eq!(table.hits(), Hits { probes: 1, found: 0, cutoffs: 0 });
        drop(other);
        assert_eq!(table.hits(), Hits { probes: 2, found: 1, cutoffs: 1 });
        TranspositionTable::advance_generation(&table);
        assert_eq!(table.hits(), Hits::default(), "each search counts for itself");
    }

    #[test]
    fn pages_of_1_gib_are_asked_for_also_after_a_change_of_size() {
        let mut hash = Hash::new(1 << 20).unwrap();
        for bytes in [2 << 20, 3 << 20] {
            let memory = hash.memory().unwrap();
            assert_eq!((memory.bytes, memory.asked), (hash.bytes(), Pages::Gigantic));
            hash.resize(bytes).unwrap();
        }
        assert_eq!(hash.bytes(), 3 << 20);
    }

    /// A node probes once each time that its move is searched, and counting changes nothing.
    #[test]
    fn a_search_probes_about_once_a_node() {
        let (plain, counting) = (Table::new(1 << 16).unwrap(), Hash::new(1 << 16).unwrap());
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let pool = || Pool::new(|| |position: &Position| position.count_legal() as i32);
        let expected = Search::new(&plain).limits(limits.clone()).run(&mut pool());
        let outcome = Search::new(&counting).limits(limits).run(&mut pool());
        assert_eq!(outcome, expected);
        let Hits { probes, found, cutoffs } = counting.hits();
        assert!(0 < cutoffs && cutoffs < found && found < probes, "{:?}", counting.hits());
        assert!(probes < 2 * outcome.nodes, "{probes} probes, {} nodes", outcome.nodes);
        assert!(2 * probes > outcome.nodes, "{probes} probes, {} nodes", outcome.nodes);
    }

    #[test]
    fn a_name_is_a_file_in_memory_and_a_path_is_itself() {
        let file = shared_hash_path("two words");
        assert_eq!(file.file_name().unwrap(), "palimpsest-two words");
        assert!(file.parent().unwrap().is_dir());
        assert_eq!(shared_hash_path("/srv/chess/table"), Path::new("/srv/chess/table"));
        assert_eq!(shared_hash_path("./table"), Path::new("./table"));
    }
}
