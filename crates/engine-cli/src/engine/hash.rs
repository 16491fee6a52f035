//! The engine's transposition table: its own, or one that processes share by name.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use tt_core::SharedTable;
use tt_core::Table;

use crate::output::Output;
use crate::schema::schema;
#[cfg(unix)]
use crate::shared_name;
use crate::size;
use crate::tt::TableView;

/// The size in bytes of a table of one bucket.
const SMALLEST_TABLE: usize = 64;

/// The table, and how it is come by.
pub(crate) struct Hash {
    place: Place,
    /// The size in KiB that the options ask for.
    kib: usize,
    output: Output,
}

/// Where the records are.
pub(crate) enum Place {
    /// In this process's memory.
    Own(Table),
    /// In memory that processes share.
    #[cfg(unix)]
    Shared(SharedTable, std::path::PathBuf),
}

impl Hash {
    /// A table of that size. A system that cannot even give that gets the smallest there is.
    pub(crate) fn new(kib: usize, output: Output) -> Self {
        Self { place: Place::Own(own(kib)), kib, output }
    }

    /// Where the records are, for a search.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// The table as `tt` describes it.
    pub(crate) fn view<'a>(&'a self) -> TableView<'a> {
        let hashfull;
        let snapshot;
        let bucket_of: Box<dyn Fn(u64) -> _ + 'a>;
        match &self.place {
            Place::Own(table) => {
                (hashfull, snapshot) = (table.hashfull(), table.snapshot());
                bucket_of = Box::new(|key| table.bucket_of(key));
            }
            #[cfg(unix)]
            Place::Shared(table, _) => {
                (hashfull, snapshot) = (table.hashfull(), table.snapshot());
                bucket_of = Box::new(|key| table.bucket_of(key));
            }
        }
        TableView { bytes: self.bytes(), hashfull, snapshot, bucket_of }
    }

    /// Gives the table its size. One that the system refuses leaves the old table in place, and
    /// says so; so does the size of a table to which others are attached.
    pub(crate) fn resize(&mut self, kib: usize) {
        self.kib = kib;
        let bytes = kib.saturating_mul(1 << 10);
        let done = match &mut self.place {
            Place::Own(table) => table.resize(bytes).map_err(|error| error.to_string()),
            #[cfg(unix)]
            Place::Shared(table, _) => table.resize(bytes).map_err(|error| error.to_string()),
        };
        if let Err(error) = done {
            let (asked, kept) = (size::name(kib), size::name(self.bytes() >> 10));
            self.output.info_string(format_args!(
                "Hash: {asked} refused ({error}); the table keeps its {kept}"
            ));
        }
    }

    /// Empties the table with up to `threads` threads.
    ///
    /// # Errors
    ///
    /// If it is shared and others are attached, or if it was cut short; it is then unchanged.
    pub(crate) fn clear(&mut self, threads: usize) -> Result<(), String> {
        match &mut self.place {
            Place::Own(table) => table.clear(threads),
            #[cfg(unix)]
            Place::Shared(table, _) => table.clear(threads).map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Saves every record, and says how many. What goes wrong is said, too, and leaves the old
    /// file.
    pub(crate) fn save(&mut self, path: &str) {
        self.keep("SaveHashtoFile", path, |table, path, count| {
            table.save(path, schema(), |_, of| *count = of)
        });
    }

    /// Fills the table from a file, and says with how many records. What goes wrong is said, too,
    /// and leaves the old table.
    pub(crate) fn load(&mut self, path: &str) {
        self.keep("LoadHashfromFile", path, |table, path, count| {
            table.load(path, schema(), |_, of| *count = of)
        });
    }

    /// Does `work` between the table and the file at `path`, which tells the number of records.
    fn keep(
        &mut self,
        button: &str,
        path: &str,
        work: impl FnOnce(&mut Table, &Path, &mut u64) -> Result<(), tt_core::FileError>,
    ) {
        let mut records = 0;
        let done = match &mut self.place {
            _ if path.is_empty() => Err("HashFile names no file".to_owned()),
            Place::Own(table) => {
                let done = work(table, path.as_ref(), &mut records);
                done.map_err(|error| format!("{path}: {error}"))
            }
            #[cfg(unix)]
            Place::Shared(..) => {
                Err("the table is shared; SharedHash <empty> leaves it".to_owned())
            }
        };
        match done {
            Ok(()) => {
                let bytes = fs::metadata(path).map_or(0, |metadata| metadata.len());
                let text = format_args!("{button}: {records} records, {bytes} bytes in {path}");
                self.output.info_string(text);
            }
            Err(error) => self.output.info_string(format_args!("{button}: {error}")),
        }
    }

    /// The size of the table in bytes.
    fn bytes(&self) -> usize {
        match &self.place {
            Place::Own(table) => table.bytes(),
            #[cfg(unix)]
            Place::Shared(table, _) => table.bytes(),
        }
    }
}

/// A table of that size, or of the smallest there is.
fn own(kib: usize) -> Table {
    Table::new(kib.saturating_mul(1 << 10))
        .or_else(|_| Table::new(SMALLEST_TABLE))
        .expect("the system can give one cache line")
}

#[cfg(unix)]
impl Hash {
    /// Attaches to the table called `name`, with `kib` KiB if it is this engine that creates it; an
    /// empty name leaves the shared table for one of the engine's own. What is refused leaves the
    /// old table in place, and is said.
    pub(crate) fn share(&mut self, name: &str, kib: usize) {
        self.kib = kib;
        if name.is_empty() {
            return self.leave();
        }
        let path = shared_name::path(name);
        if matches!(&self.place, Place::Shared(_, attached) if *attached == path) {
            return;
        }
        let bytes = kib.saturating_mul(1 << 10);
        let attach = || SharedTable::attach(&path, schema());
        let open = || SharedTable::open(&path, bytes, schema());
        // Between the first two another engine may create a table of another size.
        let table = attach().or_else(|_| open().or_else(|error| attach().map_err(|_| error)));
        let table = match table {
            Ok(table) => table,
            Err(error) => {
                self.output.info_string(format_args!(
                    "SharedHash: {error}; the engine keeps the table that it has"
                ));
                return self.resize(kib);
            }
        };
        let found = table.bytes();
        let attached = table.attached().len();
        self.replace(Place::Shared(table, path));
        let has = size::name(found >> 10);
        let mut text = format!("SharedHash: {name} has {has}, attached: {attached}");
        if found >> 10 != kib {
            let asked = size::name(kib);
            text += &format!("; its size stays what the first one gave it, not {asked} of Hash");
        }
        self.output.info_string(text);
    }

    /// Looks at a shared table before a search. One that was cut short, removed or replaced is left
    /// for a table of the engine's own, and that is said.
    pub(crate) fn check(&mut self) {
        let Place::Shared(table, _) = &self.place else { return };
        if let Err(error) = table.check() {
            let text = format_args!("SharedHash: {error}; the engine takes a table of its own");
            self.output.info_string(text);
            self.place = Place::Own(own(self.kib));
        }
    }

    fn leave(&mut self) {
        if matches!(self.place, Place::Shared(..)) {
            let table = own(self.kib);
            let size = size::name(table.bytes() >> 10);
            self.replace(Place::Own(table));
            self.output.info_string(format_args!("SharedHash: none; the engine has {size}"));
        }
    }

    /// Takes another table. The last to leave a shared one removes it.
    fn replace(&mut self, place: Place) {
        if let Place::Shared(table, path) = std::mem::replace(&mut self.place, place) {
            let is_there = table.check().is_ok();
            drop(table);
            if !is_there {
                return;
            }
            // It stays if others are attached: that is what the error says.
            let _ = SharedTable::<tt_core::Entry>::remove(&path);
        }
    }
}

#[cfg(not(unix))]
impl Hash {
    /// Says that this system has no shared tables.
    pub(crate) fn share(&mut self, name: &str, kib: usize) {
        self.resize(kib);
        if !name.is_empty() {
            self.output.info_string("SharedHash: not on this system");
        }
    }

    /// Does nothing: the table is the engine's own.
    pub(crate) fn check(&mut self) {}
}

#[cfg(unix)]
impl Drop for Hash {
    fn drop(&mut self) {
        if matches!(self.place, Place::Shared(..)) {
            let smallest = Table::new(SMALLEST_TABLE).expect("the system can give one cache line");
            self.replace(Place::Own(smallest));
        }
    }
}
