//! [`SharedTable`]: the hash table of engines that run, seen from Python.

use engine::search::table_key;
use engine::tt_core::{Entry, SharedTable as Table};
use engine::{schema, shared_hash_path};
use pyo3::prelude::*;

use crate::board::Board;
use crate::error::value_error;
use crate::tables::HashEntry;

/// The table of a name that processes share. It stays attached as long as the object lives.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct SharedTable(Table<Entry>);

#[pymethods]
impl SharedTable {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let path = shared_hash_path(name);
        let named = |error| value_error(format!("{}: {error}", path.display()));
        Table::attach(&path, schema()).map(Self).map_err(named)
    }

    /// Returns the record of a board, if there is one.
    fn get(&self, board: &Board) -> PyResult<Option<HashEntry>> {
        self.0.check().map_err(value_error)?;
        let found = self.0.handle().probe(table_key(&board.position));
        Ok(found.map(|entry| HashEntry::of(board, entry)))
    }

    /// Returns the per mille of sampled slots with a record of the present search.
    fn hashfull(&self) -> PyResult<u32> {
        self.0.check().map_err(value_error)?;
        Ok(self.0.handle().hashfull())
    }

    /// The numbers of the processes that are attached.
    #[getter]
    fn attached(&self) -> Vec<u32> {
        self.0.attached()
    }

    /// The size in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.0.bytes()
    }
}
