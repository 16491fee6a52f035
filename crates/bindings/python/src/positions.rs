//! The positions of the games of a file, in batches.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use movegen::pgn::{Game, Node, PgnStream, StreamError, TreeBuilder};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::commands::Eval;
use crate::error::value_error;
use crate::files::{Source, raised, source};
use crate::records::{BYTES, Context, NO_EVALUATION, append};

/// The worth of a mate in a comment, from which its moves are taken: in centipawns.
const MATE: f64 = 32_000.0;

struct State {
    games: PgnStream<Source>,
    builder: TreeBuilder,
    is_strict: bool,
}

/// The games of a file so far, which other threads ask for while one reads.
#[derive(Default)]
struct Counts {
    read: AtomicU32,
    skipped: AtomicU32,
}

impl State {
    /// Returns the records of at least `positions` positions, fewer at the end, and none behind it.
    fn records(
        &mut self,
        positions: usize,
        counts: &Counts,
    ) -> Result<Vec<u8>, StreamError<std::io::Error>> {
        let mut records = Vec::with_capacity((positions + 256) * BYTES);
        while records.len() < positions * BYTES {
            match self.games.read_game(&mut self.builder) {
                Ok(Some(game)) => {
                    add(&mut records, &game, counts.read.fetch_add(1, Ordering::Relaxed));
                }
                Ok(None) => break,
                Err(StreamError::Pgn(error)) if self.is_strict => {
                    return Err(StreamError::Pgn(error));
                }
                Err(StreamError::Pgn(_)) => _ = counts.skipped.fetch_add(1, Ordering::Relaxed),
                Err(error) => return Err(error),
            }
        }
        Ok(records)
    }
}

/// Appends the positions of a game in which a move was played, and the last one.
fn add(records: &mut Vec<u8>, game: &Game, number: u32) {
    let mut evaluation = None;
    let mut nodes = game.line().moves.iter();
    for (ply, position) in game.positions().enumerate() {
        let node: Option<&Node> = nodes.next();
        let context = Context {
            game: number,
            ply: ply.try_into().unwrap_or(u16::MAX),
            played: node.map(|node| node.mv).filter(|mv| !mv.is_null()),
            evaluation: evaluation.unwrap_or(NO_EVALUATION),
            result: game.result(),
        };
        append(records, &position, &context);
        evaluation = node.and_then(|node| node.comments.iter().find_map(|text| centipawns(text)));
    }
}

/// Returns the centipawns of an evaluation in a comment, from White's view.
fn centipawns(comment: &str) -> Option<i16> {
    let value = match Eval::read(comment)? {
        Eval::Centipawns(value) => value.round(),
        Eval::Mate(moves) => (MATE - moves.abs()).copysign(moves),
    };
    Some(value.clamp(-MATE, MATE) as i16)
}

/// The batches of a file's positions, as records.
#[pyclass(frozen, name = "_Records", module = "palimpsest")]
pub(crate) struct Records {
    state: Box<Mutex<State>>,
    counts: Counts,
    batch: usize,
}

#[pymethods]
impl Records {
    #[new]
    fn new(file: &Bound<'_, PyAny>, batch: usize, strict: bool) -> PyResult<Self> {
        if batch == 0 {
            return Err(value_error("expected a batch of 1 position or more, found 0"));
        }
        let games = PgnStream::new(source(file)?);
        let games = if strict { games.strict() } else { games };
        let builder = TreeBuilder::default();
        let state = State { games, builder, is_strict: strict };
        Ok(Self { state: Box::new(Mutex::new(state)), counts: Counts::default(), batch })
    }

    /// The games read.
    #[getter]
    fn games(&self) -> u32 {
        self.counts.read.load(Ordering::Relaxed)
    }

    /// The games that could not be read.
    #[getter]
    fn skipped(&self) -> u32 {
        self.counts.skipped.load(Ordering::Relaxed)
    }

    /// Returns the next records; none at the end.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let records = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.records(self.batch, &self.counts)
        });
        records.map(|records| PyByteArray::new(py, &records)).map_err(raised)
    }
}
