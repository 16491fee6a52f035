//! Errors as Python raises them.

use movegen::Square;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Returns Python's `ValueError` with the words of an error.
#[expect(clippy::needless_pass_by_value, reason = "as `map_err` calls it")]
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the square of a number from 0 (a1) to 63 (h8).
pub(crate) fn square(number: usize) -> PyResult<Square> {
    let wrong = || value_error(format!("expected a square from 0 to 63, found {number}"));
    Square::try_from_index(number).ok_or_else(wrong)
}
