//! Evaluations of many positions, by several threads.

use std::thread;

use engine::search::Evaluate;
use engine::{EngineEvaluation, HandCrafted, default_network};
use movegen::Position;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::board::Board;
use crate::error::value_error;
use crate::records::{BYTES, position};

/// Returns the evaluations of records, in centipawns from the side to move's view, as numbers of 32
/// bits.
#[pyfunction]
#[pyo3(name = "_evaluate_records")]
pub(crate) fn evaluate_records<'py>(
    records: &Bound<'py, PyBytes>,
    threads: usize,
) -> PyResult<Bound<'py, PyByteArray>> {
    let py = records.py();
    let (records, rest) = records.as_bytes().as_chunks::<BYTES>();
    if !rest.is_empty() {
        return Err(value_error(format!(
            "expected records of {BYTES} bytes, found {} more",
            rest.len()
        )));
    }
    let values = py.detach(|| {
        let of = |evaluation: &mut EngineEvaluation, index: usize, record: &[u8; BYTES]| {
            let position =
                position(record).map_err(|error| format!("position {index}: {error}"))?;
            Ok(value(evaluation, &position))
        };
        in_parallel(records, threads, of)
    });
    Ok(PyByteArray::new(py, &values.map_err(value_error)?))
}

/// Returns the evaluations of boards, in centipawns from the side to move's view, as numbers of 32
/// bits.
#[pyfunction]
#[pyo3(name = "_evaluate_boards")]
pub(crate) fn evaluate_boards<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
    threads: usize,
) -> PyResult<Bound<'py, PyByteArray>> {
    let positions: Vec<Position> = boards.iter().map(|board| (*board.position).clone()).collect();
    drop(boards);
    let of =
        |evaluation: &mut EngineEvaluation, _, position: &Position| Ok(value(evaluation, position));
    let values = py.detach(|| in_parallel(&positions, threads, of));
    Ok(PyByteArray::new(py, &values.map_err(value_error)?))
}

fn value(evaluation: &mut EngineEvaluation, position: &Position) -> i32 {
    evaluation.new_root(position);
    evaluation.evaluate(position)
}

/// Evaluates items, a part on each thread, and returns the bytes of the values.
fn in_parallel<T: Sync>(
    items: &[T],
    threads: usize,
    of: impl Fn(&mut EngineEvaluation, usize, &T) -> Result<i32, String> + Sync,
) -> Result<Vec<u8>, String> {
    let part = items.len().div_ceil(threads.max(1)).max(1);
    let evaluate = |(number, items): (usize, &[T])| {
        let mut evaluation = EngineEvaluation::network(default_network(), HandCrafted::default());
        let mut bytes = Vec::with_capacity(4 * items.len());
        for (index, item) in items.iter().enumerate() {
            bytes.extend(of(&mut evaluation, number * part + index, item)?.to_le_bytes());
        }
        Ok::<_, String>(bytes)
    };
    thread::scope(|scope| {
        let parts = items.chunks(part).enumerate();
        let evaluate = &evaluate;
        let handles: Vec<_> = parts.map(|part| scope.spawn(move || evaluate(part))).collect();
        let failed = || "an evaluation failed".to_owned();
        let mut all = Vec::with_capacity(4 * items.len());
        for handle in handles {
            all.extend(handle.join().map_err(|_| failed())??);
        }
        Ok(all)
    })
}
