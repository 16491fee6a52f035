//! Shared tables in files, of the format of [`Table::save`](crate::Table::save).

use std::io::{Read, Seek, Write};
use std::path::Path;

use super::{SharedError, SharedTable};
use crate::memory::threads_for;
use crate::persist::{open, save_records, settle_records, verified_header, write_records};
use crate::{FileError, Payload, Replace, Shareable, Statistics};

impl From<SharedError> for FileError {
    fn from(error: SharedError) -> Self {
        Self::of_table(error)
    }
}

impl<P: Payload, L: Shareable, R: Replace, S: Statistics> SharedTable<P, L, R, S> {
    /// Saves every record, as [`Table::save`](crate::Table::save) does, with the schema of the
    /// table. Nobody can attach meanwhile.
    ///
    /// ```
    /// use tt_core::{Entry, SharedTable, Table};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let [name, file] = ["shared", "saved"].map(|name| folder.path().join(name));
    /// let mut shared = SharedTable::open(&name, 1 << 20, 42)?;
    /// shared.store(7 << 60, Entry { mv: 5, ..Entry::default() });
    /// shared.save(&file, |_, _| {})?;
    ///
    /// // A table of one process reads the file, and the other way round.
    /// let mut own = Table::new(1 << 20)?;
    /// own.load(&file, 42, |_, _| {})?;
    /// assert_eq!(own.probe(7 << 60).map(|entry| entry.mv), Some(5));
    /// own.store(9 << 60, Entry::default());
    /// own.save(&file, 42, |_, _| {})?;
    /// shared.load(&file, |_, _| {})?;
    /// assert!(shared.probe(9 << 60).is_some());
    ///
    /// let other: SharedTable = SharedTable::attach(&name, 42)?;
    /// assert!(shared.save(&file, |_, _| {}).is_err(), "another is attached");
    /// # drop(other);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If others are attached, if the shared table's length has changed, and as for
    /// [`Table::save`](crate::Table::save).
    pub fn save(
        &mut self,
        path: impl AsRef<Path>,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.alone(|table| save_records(table.handle(), path.as_ref(), table.schema, progress))
    }

    /// Writes what [`save`](Self::save) writes to any writer.
    ///
    /// # Errors
    /// As for [`save`](Self::save).
    pub fn write_to(
        &mut self,
        writer: impl Write,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.alone(|table| write_records(table.handle(), writer, table.schema, progress))
    }

    /// Empties the table and fills it from a file, as [`Table::load`](crate::Table::load) does. The
    /// file's schema must be that of the table. Nobody can attach meanwhile.
    ///
    /// # Errors
    /// If others are attached, if the shared table's length has changed, and as for
    /// [`Table::load`](crate::Table::load).
    pub fn load(
        &mut self,
        path: impl AsRef<Path>,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        self.load_from(open(path.as_ref())?, progress)
    }

    /// Reads what [`load`](Self::load) reads from any reader, twice and to its end.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn load_from(
        &mut self,
        mut reader: impl Read + Seek,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        let header = verified_header::<P>(&mut reader, Some(self.schema))?;
        let threads = threads_for(self.bytes());
        self.alone(|table| {
            table.empty(threads);
            let read = settle_records(table.handle(), &mut reader, &header, progress);
            if read.is_err() {
                table.empty(threads);
            }
            read
        })
    }

    /// Adds the records of a file, as [`Table::merge`](crate::Table::merge) does. Others may be
    /// attached, and go on.
    ///
    /// # Errors
    /// If the shared table's length has changed, and as for [`Table::merge`](crate::Table::merge).
    pub fn merge(
        &mut self,
        path: impl AsRef<Path>,
        progress: impl FnMut(u64, u64),
    ) -> Result<(), FileError> {
        let mut reader = open(path.as_ref())?;
        let header = verified_header::<P>(&mut reader, Some(self.schema))?;
        self.mapping.check_length()?;
        settle_records(self.handle(), &mut reader, &header, progress)
    }
}
