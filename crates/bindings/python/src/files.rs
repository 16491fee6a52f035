//! Files of PGN, read and written.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use movegen::pgn::{PgnStream, StreamError, TreeBuilder};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::error::value_error;
use crate::game::Game;

/// A function that fills a buffer.
pub(crate) type Source = Box<dyn FnMut(&mut [u8]) -> io::Result<usize> + Send>;

/// The longest character of UTF-8 in bytes.
const CHARACTER: usize = 4;

/// Returns the bytes of a path, or of a file of Python, which may be one of text.
pub(crate) fn source(file: &Bound<'_, PyAny>) -> PyResult<Source> {
    if file.hasattr("read")? {
        let file = file.clone().unbind();
        return Ok(Box::new(move |buffer| read(&file, buffer)));
    }
    let path: PathBuf = file.extract()?;
    let opened = File::open(&path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    let mut file = opened.map_err(|error| named(&path, &error))?;
    Ok(Box::new(move |buffer| file.read(buffer)))
}

fn named(path: &std::path::Path, error: &io::Error) -> PyErr {
    match error.kind() {
        io::ErrorKind::NotFound => {
            pyo3::exceptions::PyFileNotFoundError::new_err(format!("{}: {error}", path.display()))
        }
        _ => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Fills a buffer from a file of Python.
fn read(file: &Py<PyAny>, buffer: &mut [u8]) -> io::Result<usize> {
    Python::attach(|py| {
        let some = file.bind(py).call_method1("read", ((buffer.len() / CHARACTER).max(1),))?;
        let bytes = match some.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned().into_bytes(),
            Err(_) => some.cast::<PyBytes>().map_err(PyErr::from)?.as_bytes().to_vec(),
        };
        let filled = buffer.get_mut(..bytes.len()).ok_or(io::ErrorKind::InvalidData)?;
        filled.copy_from_slice(&bytes);
        Ok(bytes.len())
    })
}

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
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        let read = py.detach(|| {
            let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Stream { games, builder } = &mut *stream;
            games.read_game(builder)
        });
        match read {
            Ok(game) => Ok(game.map(|game| Game(Box::new(game)))),
            Err(error) => Err(raised(error)),
        }
    }
}

/// Returns the error of a stream as Python raises it.
pub(crate) fn raised(error: StreamError<io::Error>) -> PyErr {
    match error {
        StreamError::Pgn(error) => value_error(error),
        StreamError::Source(error) => error.into(),
    }
}

/// Reads the games of a path or a file as trees, with variations, comments and annotations, piece
/// by piece. A strict reader refuses each game with a fault.
#[pyfunction]
#[pyo3(signature = (file, *, strict=false))]
pub(crate) fn read_pgn(file: &Bound<'_, PyAny>, strict: bool) -> PyResult<GameReader> {
    let games = PgnStream::new(source(file)?);
    let games = if strict { games.strict() } else { games };
    Ok(GameReader(Box::new(Mutex::new(Stream { games, builder: TreeBuilder::default() }))))
}

/// Writes games to a path or a file of text, with an empty line between them, and returns their
/// number.
#[pyfunction]
pub(crate) fn write_pgn(file: &Bound<'_, PyAny>, games: &Bound<'_, PyAny>) -> PyResult<usize> {
    let mut count = 0;
    let mut texts = games.try_iter()?.map(|game| {
        let text = game?.cast::<Game>()?.borrow().0.to_pgn().map_err(value_error)?;
        count += 1;
        Ok(if count == 1 { text } else { format!("\n{text}") })
    });
    if file.hasattr("write")? {
        texts.try_for_each(|text: PyResult<String>| {
            file.call_method1("write", (text?,)).map(|_| ())
        })?;
        return Ok(count);
    }
    let path: PathBuf = file.extract()?;
    let created = File::create(&path).map_err(|error| named(&path, &error))?;
    let mut writer = BufWriter::new(created);
    texts.try_for_each(|text| Ok::<(), PyErr>(writer.write_all(text?.as_bytes())?))?;
    writer.flush()?;
    Ok(count)
}
