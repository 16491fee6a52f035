//! [`Game`]: a game of PGN; [`GameReader`]: the games of a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use movegen::pgn::{self, PgnStream, StreamError, TreeBuilder};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::board::Board;
use crate::chess_move::Move;
use crate::error::value_error;

/// A game with its variations, comments and annotations.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct Game(Box<pgn::Game>);

#[pymethods]
impl Game {
    /// The tags in the order of the file: pairs of name and value.
    #[getter]
    fn headers(&self) -> Vec<(&str, &str)> {
        self.0.tags().iter().map(|tag| (tag.name(), tag.value())).collect()
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().as_str()
    }

    /// The remarks on what had to be read around, each with its line and column.
    #[getter]
    fn errors(&self) -> Vec<String> {
        self.0.remarks().iter().map(ToString::to_string).collect()
    }

    /// Returns the board before the first move.
    fn board(&self) -> Board {
        Board::at(self.0.start().clone(), false)
    }

    /// Returns the moves that were played, without variations.
    fn mainline_moves(&self) -> Vec<Move> {
        let variant = self.0.start().variant();
        self.0.moves().map(|mv| Move::shown(mv, variant)).collect()
    }

    /// Returns the game as PGN.
    fn __str__(&self) -> PyResult<String> {
        self.0.to_pgn().map_err(value_error)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

type Source = Box<dyn FnMut(&mut [u8]) -> io::Result<usize> + Send>;

struct Stream {
    games: PgnStream<Source>,
    builder: TreeBuilder,
}

/// The games of a file, one after the other. Behind a game that cannot be read, which raises
/// `ValueError`, comes the next.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct GameReader(Box<Mutex<Stream>>);

#[pymethods]
impl GameReader {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let read = py.detach(|| {
            let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Stream { games, builder } = &mut *stream;
            games.read_game(builder)
        });
        match read {
            Ok(game) => Ok(game.map(|game| Game(Box::new(game)))),
            Err(StreamError::Pgn(error)) => Err(value_error(error)),
            Err(StreamError::Source(error)) => Err(error.into()),
        }
    }
}

/// Reads the games of a file as trees, with variations, comments and annotations, piece by piece.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python has no path to lend")]
#[pyo3(signature = (path, *, strict=false))]
pub(crate) fn read_pgn(path: PathBuf, strict: bool) -> PyResult<GameReader> {
    let opened = File::open(&path);
    let mut file =
        opened.map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
    let source: Source = Box::new(move |buffer| file.read(buffer));
    let games = PgnStream::new(source);
    let games = if strict { games.strict() } else { games };
    Ok(GameReader(Box::new(Mutex::new(Stream { games, builder: TreeBuilder::default() }))))
}
