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

/// The table, and the means to resize, share, save and load it.
pub(crate) struct Hash {
    place: Place,
    /// The size in KiB that the options ask for.
    kib: usize,
    output: Output,
}

/// The place of the records.
pub(crate) enum Place {
    /// In this process's memory.
    Own(Table),
    /// In memory that processes share.
    #[cfg(unix)]
    Shared(SharedTable, std::path::PathBuf),
}

impl Hash {
    /// Creates a table of `kib` KiB. If the system cannot give that much, it is the smallest table.
    pub(crate) fn new(kib: usize, output: Output) -> Self {
        Self { place: Place::Own(own(kib)), kib, output }
    }

    /// Returns the place of the records, for a search.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Returns the table in the form that `tt` describes.
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

    /// Gives the table its size. If the system refuses it, the old table stays in place and a
    /// message reports that; so it is with a table to which other processes are attached.
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
    /// If the table is shared and others are attached, or if it was cut short; it is then
    /// unchanged.
    pub(crate) fn clear(&mut self, threads: usize) -> Result<(), String> {
        match &mut self.place {
            Place::Own(table) => table.clear(threads),
            #[cfg(unix)]
            Place::Shared(table, _) => table.clear(threads).map_err(|error| error.to_string())?,
        }
        Ok(())
    }

    /// Saves every record, and reports how many. An error is reported, too, and leaves the old
    /// file.
    pub(crate) fn save(&mut self, path: &str) {
        self.keep("SaveHashtoFile", path, |table, path, count| {
            table.save(path, schema(), |_, of| *count = of)
        });
    }

    /// Fills the table from a file, and reports the number of records. An error is reported, too,
    /// and leaves the old table.
    pub(crate) fn load(&mut self, path: &str) {
        self.keep("LoadHashfromFile", path, |table, path, count| {
            table.load(path, schema(), |_, of| *count = of)
        });
    }

    /// Does `work` between the table and the file at `path`; `work` counts the records.
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

    /// Returns the size of the table in bytes.
    fn bytes(&self) -> usize {
        match &self.place {
            Place::Own(table) => table.bytes(),
            #[cfg(unix)]
            Place::Shared(table, _) => table.bytes(),
        }
    }
}

/// Creates a table of that size, or of the smallest possible.
fn own(kib: usize) -> Table {
    Table::new(kib.saturating_mul(1 << 10))
        .or_else(|_| Table::new(SMALLEST_TABLE))
        .expect("the system can give one cache line")
}

#[cfg(unix)]
impl Hash {
    /// Attaches to the table called `name`, with `kib` KiB if this engine creates it. An empty name
    /// leaves the shared table for one of the engine's own. If the system refuses, the old table
    /// stays in place and a message reports the refusal.
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
        // Between the first two calls another engine may create a table of another size.
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

    /// Checks a shared table before a search. If it was cut short, removed or replaced, the engine
    /// takes a table of its own and reports that.
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

    /// Takes another table. The last process to leave a shared one removes it.
    fn replace(&mut self, place: Place) {
        if let Place::Shared(table, path) = std::mem::replace(&mut self.place, place) {
            let is_there = table.check().is_ok();
            drop(table);
            if !is_there {
                return;
            }
            // The table stays if others are attached, which makes the removal fail.
            let _ = SharedTable::remove(&path);
        }
    }
}

#[cfg(not(unix))]
impl Hash {
    /// Reports that this system has no shared tables.
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
