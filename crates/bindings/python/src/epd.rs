//! Operations of EPD as values of Python.

use movegen::{Epd, EpdOperand, EpdOperation, Position, Variant};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::chess_move::Move;
use crate::error::value_error;

/// Opcodes whose operands are legal moves, each by itself.
const MOVES: [&str; 2] = ["bm", "am"];

/// The opcode of a line of moves.
const LINE: &str = "pv";

/// Reads a line: the position and its operations.
pub(crate) fn read<'py>(
    py: Python<'py>,
    line: &str,
    variant: Variant,
) -> PyResult<(Position, Bound<'py, PyDict>)> {
    let epd = Epd::read(line, variant).map_err(value_error)?.epd;
    let operations = PyDict::new(py);
    for operation in epd.operations() {
        let opcode = operation.opcode();
        if MOVES.contains(&opcode) {
            let moves = epd.moves(opcode).map_err(value_error)?;
            let shown: Vec<Move> = moves.into_iter().map(|mv| Move::shown(mv, variant)).collect();
            operations.set_item(opcode, shown)?;
        } else if opcode == LINE {
            operations.set_item(opcode, moves_of_line(epd.position(), operation, variant)?)?;
        } else {
            operations.set_item(opcode, operand(py, operation)?)?;
        }
    }
    Ok((epd.position().clone(), operations))
}

fn moves_of_line(
    start: &Position,
    operation: &EpdOperation,
    variant: Variant,
) -> PyResult<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for operand in operation.operands() {
        let mv = position.parse_move(operand.as_str()).map_err(value_error)?;
        moves.push(Move::shown(mv, variant));
        position = position.make(mv);
    }
    Ok(moves)
}

/// Returns the operands as one value: a number, a text, or nothing.
fn operand<'py>(py: Python<'py>, operation: &EpdOperation) -> PyResult<Bound<'py, PyAny>> {
    let texts: Vec<&str> = operation.operands().iter().map(EpdOperand::as_str).collect();
    let [first] = operation.operands() else {
        return match texts.is_empty() {
            true => Ok(py.None().into_bound(py)),
            false => Ok(texts.join(" ").into_pyobject(py)?.into_any()),
        };
    };
    if !first.is_quoted() {
        if let Ok(number) = first.as_str().parse::<i64>() {
            return Ok(number.into_pyobject(py)?.into_any());
        }
        let is_number = first.as_str().starts_with(|letter: char| "+-.0123456789".contains(letter));
        if let Some(number) = first.as_str().parse::<f64>().ok().filter(|_| is_number) {
            return Ok(number.into_pyobject(py)?.into_any());
        }
    }
    Ok(first.as_str().into_pyobject(py)?.into_any())
}

/// Returns a position with operations as a line.
pub(crate) fn write(
    position: &Position,
    operations: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let mut epd = Epd::new(position.clone());
    for (opcode, value) in operations.into_iter().flatten() {
        let opcode: String = opcode.extract()?;
        let operands = operands(position, &opcode, &value)?;
        let wrong = || value_error(format!("expected an opcode of EPD, found {opcode:?}"));
        epd.put(EpdOperation::new(&opcode, operands).ok_or_else(wrong)?);
    }
    Ok(epd.to_string())
}

fn operands(start: &Position, opcode: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<EpdOperand>> {
    let word = |text: String| EpdOperand::word(&text).unwrap_or_else(|| EpdOperand::quoted(&text));
    if value.is_none() {
        return Ok(Vec::new());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(vec![EpdOperand::quoted(&text)]);
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(vec![word(number.to_string())]);
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(vec![word(number.to_string())]);
    }
    let one = value.extract::<Move>().map(|mv| vec![mv]);
    let moves = one.or_else(|_| value.extract::<Vec<Move>>()).map_err(|_| {
        PyTypeError::new_err(format!("{opcode}: expected text, a number, a move or moves"))
    })?;
    let mut position = start.clone();
    moves
        .into_iter()
        .map(|mv| {
            let legal = mv.legal_in(&position)?;
            let operand = word(position.san(legal));
            if opcode == LINE {
                position = position.make(legal);
            }
            Ok(operand)
        })
        .collect()
}
