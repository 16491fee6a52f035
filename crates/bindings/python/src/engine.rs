//! [`Engine`]: analyses and moves, without the lock of Python.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::search::{Limits, TimeControl};
use engine::{Book, Request, Strength, syzygy};
use pyo3::prelude::*;

use crate::board::Board;
use crate::chess_move::Move;
use crate::error::value_error;
use crate::info::{Analysis, PlayResult, pov};
use crate::running::{AnalysisStream, Running};

/// Bytes of a unit in which the size of the table is given.
const MIB: usize = 1 << 20;

/// An engine: a transposition table, threads, tablebases and a book. Calls from several threads
/// wait for each other.
#[pyclass(frozen, subclass, name = "_Engine", module = "palimpsest")]
pub(crate) struct Engine(Arc<Mutex<engine::Engine>>);

impl Engine {
    /// Returns the engine when no search runs; other threads of Python run meanwhile.
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, engine::Engine> {
        loop {
            if let Ok(engine) = self.0.try_lock() {
                return engine;
            }
            py.detach(|| drop(self.0.lock().unwrap_or_else(PoisonError::into_inner)));
            self.0.clear_poison();
        }
    }

    fn start(&self, board: &Board, request: Request<'static>, plays: bool) -> PyResult<Running> {
        Running::start(Arc::clone(&self.0), board, request, plays)
    }
}

/// Returns seconds as a time.
fn seconds(number: f64) -> PyResult<Duration> {
    let wrong = |_| value_error(format!("expected seconds, found {number}"));
    Duration::try_from_secs_f64(number).map_err(wrong)
}

/// Returns the limits of a search, without those of its end.
fn limits(board: &Board, root_moves: Option<Vec<Move>>) -> PyResult<Limits> {
    let moves = root_moves.into_iter().flatten().map(|mv| board.legal(mv));
    Ok(Limits { search_moves: moves.collect::<PyResult<_>>()?, ..Limits::default() })
}

fn request(limits: Limits, lines: usize) -> PyResult<Request<'static>> {
    if lines == 0 {
        return Err(value_error("expected 1 line or more, found 0"));
    }
    Ok(Request { limits, ..Request::default() }.lines(lines))
}

#[pymethods]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
impl Engine {
    /// Creates an engine with a table of `hash` MiB. `syzygy` is a folder of tablebases or several,
    /// `book` a file of PolyGlot's format.
    #[new]
    #[pyo3(signature = (*, hash=16, threads=1, syzygy=None, book=None))]
    fn new(
        py: Python<'_>,
        hash: usize,
        threads: usize,
        syzygy: Option<Folders>,
        book: Option<PathBuf>,
    ) -> PyResult<Self> {
        let too_large = || value_error(format!("expected MiB, found {hash}"));
        let bytes = hash.checked_mul(MIB).ok_or_else(too_large)?;
        let mut builder = engine::Engine::builder().hash(bytes).threads(threads);
        if let Some(folders) = syzygy {
            builder = builder.tablebases(Arc::new(open(folders)?));
        }
        if let Some(path) = book {
            std::fs::File::open(&path)?;
            builder = builder.book(Book::new(path.to_string_lossy().into_owned()));
        }
        let engine = py.detach(|| builder.build()).map_err(value_error)?;
        Ok(Self(Arc::new(Mutex::new(engine))))
    }

    /// The size of the table in MiB.
    #[getter]
    fn hash(&self, py: Python<'_>) -> usize {
        self.lock(py).hash().bytes() / MIB
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self, py: Python<'_>) -> usize {
        self.lock(py).threads()
    }

    #[setter]
    fn set_threads(&self, py: Python<'_>, threads: usize) {
        self.lock(py).set_threads(threads);
    }

    /// Searches until the first limit: a depth in plies, nodes, seconds, or a mate in moves. Other
    /// threads of Python run meanwhile. Ctrl-C stops the search: the result says so.
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, mate=None, lines=1,
        root_moves=None))]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        lines: usize,
        root_moves: Option<Vec<Move>>,
    ) -> PyResult<Analysis> {
        if depth.is_none() && nodes.is_none() && time.is_none() && mate.is_none() {
            return Err(value_error("expected depth, nodes, time or mate, found no limit"));
        }
        self.stream(board, depth, nodes, time, mate, lines, root_moves)?.0.analysis(py)
    }

    /// Starts a search, and returns its lines as they are found. Without a limit it runs until it
    /// is stopped.
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, mate=None, lines=1,
        root_moves=None))]
    fn stream(
        &self,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        lines: usize,
        root_moves: Option<Vec<Move>>,
    ) -> PyResult<AnalysisStream> {
        let movetime = time.map(seconds).transpose()?;
        let infinite = depth.is_none() && nodes.is_none() && movetime.is_none() && mate.is_none();
        let limits = limits(board, root_moves)?;
        let limits = Limits { depth, nodes, movetime, mate, infinite, ..limits };
        self.start(board, request(limits, lines)?, false).map(AnalysisStream)
    }

    /// Returns a move for a game: from the book, or by a search to a limit. `clock` and `increment`
    /// are seconds that this side has; `elo` is a limited strength, and `seed` makes its game the
    /// same again.
    #[pyo3(signature = (board, *, depth=None, nodes=None, time=None, clock=None, increment=0.0,
        elo=None, seed=0))]
    fn play(
        &self,
        py: Python<'_>,
        board: &Board,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        clock: Option<f64>,
        increment: f64,
        elo: Option<i64>,
        seed: u64,
    ) -> PyResult<PlayResult> {
        if depth.is_none() && nodes.is_none() && time.is_none() && clock.is_none() {
            return Err(value_error("expected depth, nodes, time or clock, found no limit"));
        }
        let control = |remaining| {
            let (remaining, increment) = (seconds(remaining)?, seconds(increment)?);
            Ok::<_, PyErr>(TimeControl { remaining, increment, moves_to_go: None })
        };
        let (movetime, time) = (time.map(seconds).transpose()?, clock.map(control).transpose()?);
        let limits = Limits { depth, nodes, movetime, time, ..Limits::default() };
        let strength = elo.map(|elo| Strength::of_elo(elo, seed));
        let request = Request { strength, book: true, ..request(limits, 1)? };
        let answer = self.start(board, request, true)?.answer(py)?;
        let shown = |mv| Move::shown(mv, board.variant());
        let is_book = answer.book.is_some();
        Ok(PlayResult {
            mv: answer.outcome.best.map(shown),
            ponder: answer.outcome.ponder.map(shown),
            score: (!is_book).then(|| pov(board, answer.outcome.score.value())),
            is_book,
        })
    }

    /// Forgets the results of earlier searches.
    fn new_game(&self, py: Python<'_>) {
        self.lock(py).new_game();
    }

    /// Saves the table to a file, and returns the number of its records.
    fn save_hash(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let mut engine = self.lock(py);
        let saved = engine.hash_mut().save(path).map_err(value_error)?;
        Ok(saved.records)
    }

    /// Fills the table from a file, and returns the number of its records.
    fn load_hash(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        let mut engine = self.lock(py);
        let loaded = engine.hash_mut().load(path).map_err(value_error)?;
        Ok(loaded.records)
    }

    /// Attaches to the table of that name, which processes share; the first one creates it with
    /// `hash` MiB. An empty name leaves it. Returns the number of processes, 1 without a shared
    /// table.
    #[pyo3(signature = (name, *, hash=16))]
    fn share_hash(&self, py: Python<'_>, name: &str, hash: usize) -> PyResult<usize> {
        let mut engine = self.lock(py);
        match engine.hash_mut().share(name, hash.saturating_mul(MIB)).map_err(value_error)? {
            engine::Sharing::Attached(processes) => Ok(processes),
            _ => Ok(1),
        }
    }
}

/// A folder or several.
#[derive(FromPyObject)]
pub(crate) enum Folders {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

/// Opens the tablebases of folders, each of which must be readable.
pub(crate) fn open(folders: Folders) -> PyResult<syzygy::Tablebases> {
    let folders = match folders {
        Folders::One(folder) => vec![folder],
        Folders::Several(folders) => folders,
    };
    let tables = syzygy::Tablebases::open(&folders);
    match tables.take_warnings().first() {
        Some(warning) => Err(value_error(warning)),
        None => Ok(tables),
    }
}
