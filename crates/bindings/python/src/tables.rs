//! Tablebases, books and hash tables.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use engine::search::table_key;
use engine::syzygy::{Tablebases, Wdl};
use engine::tt_core::{Bound as Side, Entry, FileLookup, file_records};
use engine::{book_moves, schema};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::board::Board;
use crate::chess_move::Move;
use crate::engine::{Folders, open};
use crate::error::value_error;

/// Syzygy's tablebases in a folder or several.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct Tablebase(Tablebases);

#[pymethods]
impl Tablebase {
    #[new]
    fn new(syzygy: Folders) -> PyResult<Self> {
        open(syzygy).map(Self)
    }

    /// The number of pieces of the largest table.
    #[getter]
    fn max_pieces(&self) -> u32 {
        self.0.max_pieces()
    }

    /// Returns the result: 2, a win, 1, a win but for the fifty-move rule, 0, a draw, and the
    /// negatives. A position that no table knows raises `KeyError`.
    fn probe_wdl(&self, py: Python<'_>, board: &Board) -> PyResult<i32> {
        let found = py.detach(|| self.0.probe_wdl(&board.position));
        let wdl = found.map_err(|error| PyKeyError::new_err(error.to_string()))?;
        Ok(match wdl {
            Wdl::Loss => -2,
            Wdl::BlessedLoss => -1,
            Wdl::Draw => 0,
            Wdl::CursedWin => 1,
            Wdl::Win => 2,
        })
    }

    /// Returns the plies to the next capture or pawn move, negative for the side that loses. A
    /// position that no table knows raises `KeyError`.
    fn probe_dtz(&self, py: Python<'_>, board: &Board) -> PyResult<i32> {
        let found = py.detach(|| self.0.probe_dtz(&board.position));
        found.map(|dtz| dtz.plies()).map_err(|error| PyKeyError::new_err(error.to_string()))
    }
}

/// An opening book in PolyGlot's format, in memory.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct Book(Vec<u8>);

#[pymethods]
impl Book {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        Ok(Self(std::fs::read(path)?))
    }

    /// Returns the legal moves of the book, each with its weight.
    fn find_all(&self, board: &Board) -> Vec<(Move, u16)> {
        let moves = book_moves(&self.0, &board.position).into_iter();
        moves.map(|(mv, weight)| (Move::shown(mv, board.variant()), weight)).collect()
    }

    /// Returns the move of the greatest weight; a board that the book lacks raises `IndexError`.
    fn find(&self, board: &Board) -> PyResult<Move> {
        let moves = self.find_all(board).into_iter();
        let best = moves.rev().max_by_key(|&(_, weight)| weight);
        best.map(|(mv, _)| mv).ok_or_else(|| PyIndexError::new_err("the book has no move"))
    }
}

/// A record of a hash table.
#[pyclass(frozen, get_all, module = "palimpsest")]
pub(crate) struct HashEntry {
    /// The best move, if the record has one that is legal.
    #[pyo3(name = "move")]
    mv: Option<Move>,
    /// The score in centipawns from the side to move's view; mates count from the position.
    score: i16,
    /// The static evaluation in centipawns.
    evaluation: i16,
    /// The depth of the search in plies.
    depth: i16,
    /// The kind of the score: `exact`, `lower`, `upper` or `none`.
    bound: &'static str,
    /// Whether the position was on a principal variation.
    is_pv: bool,
}

impl HashEntry {
    pub(crate) fn of(board: &Board, entry: Entry) -> Self {
        let mv = movegen::Move::from_bits(entry.mv);
        let mv = mv.filter(|&mv| board.position.is_legal(mv));
        Self {
            mv: mv.map(|mv| Move::shown(mv, board.variant())),
            score: entry.score,
            evaluation: entry.eval,
            depth: entry.draft,
            bound: match entry.bound {
                Side::None => "none",
                Side::Upper => "upper",
                Side::Lower => "lower",
                Side::Exact => "exact",
            },
            is_pv: entry.pv,
        }
    }
}

#[pymethods]
impl HashEntry {
    fn __repr__(&self) -> String {
        let mv = self.mv.map_or_else(|| "None".to_owned(), Move::text);
        let Self { score, depth, bound, .. } = self;
        format!("HashEntry(move={mv}, score={score}, depth={depth}, bound={bound})")
    }
}

/// A file of the engine's hash table.
#[pyclass(frozen, subclass, name = "_HashFile", module = "palimpsest")]
pub(crate) struct HashFile {
    path: PathBuf,
    lookup: Mutex<FileLookup<Entry>>,
}

#[pymethods]
impl HashFile {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let named = |error| value_error(format!("{}: {error}", path.display()));
        let lookup = FileLookup::open(&path, schema()).map_err(named)?;
        Ok(Self { path, lookup: Mutex::new(lookup) })
    }

    fn __len__(&self) -> usize {
        self.lookup.lock().unwrap_or_else(PoisonError::into_inner).info().records as usize
    }

    /// Returns the record of a board, if there is one.
    fn get(&self, board: &Board) -> PyResult<Option<HashEntry>> {
        let mut lookup = self.lookup.lock().unwrap_or_else(PoisonError::into_inner);
        let found = lookup.get(table_key(&board.position)).map_err(value_error)?;
        Ok(found.map(|(entry, _)| HashEntry::of(board, entry)))
    }

    /// Returns all records, of 24 bytes each: `RECORD` in `_arrays.py` has the fields.
    fn _records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let read = py.detach(|| {
            let mut records = Vec::new();
            let take = |key: u64, entry: Entry, age: u32| {
                records.extend(key.to_le_bytes());
                records.extend(entry.mv.to_le_bytes());
                let numbers = [entry.score, entry.eval, entry.draft];
                numbers.iter().for_each(|number| records.extend(number.to_le_bytes()));
                records.extend(age.to_le_bytes());
                records.extend([entry.bound as u8, entry.pv.into(), 0, 0]);
            };
            file_records(&self.path, take).map(|_| records)
        });
        read.map(|records| PyByteArray::new(py, &records)).map_err(value_error)
    }
}
