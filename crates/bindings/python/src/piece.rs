//! [`Piece`]: a kind and a colour.

use movegen::{Color, PieceType};
use pyo3::prelude::*;

use crate::error::value_error;

/// A piece: its kind from 1, a pawn, to 6, a king, and whether it is White's.
#[pyclass(frozen, eq, hash, module = "palimpsest")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Piece(pub(crate) movegen::Piece);

/// Returns the kind of a number from 1, a pawn, to 6, a king.
pub(crate) fn kind(number: usize) -> PyResult<PieceType> {
    let wrong = || value_error(format!("expected a kind of piece from 1 to 6, found {number}"));
    PieceType::ALL.get(number.wrapping_sub(1)).copied().ok_or_else(wrong)
}

/// Returns the colour that Python calls `True`, White, or `False`.
pub(crate) fn color(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: usize, color: bool) -> PyResult<Self> {
        Ok(Self(movegen::Piece::new(self::color(color), kind(piece_type)?)))
    }

    /// Returns the piece of a letter of FEN.
    #[staticmethod]
    fn from_symbol(symbol: char) -> PyResult<Self> {
        let wrong = || value_error(format!("expected a letter such as 'P', found {symbol:?}"));
        movegen::Piece::from_letter(symbol).map(Self).ok_or_else(wrong)
    }

    /// The kind: 1, a pawn, to 6, a king.
    #[getter]
    fn piece_type(&self) -> usize {
        self.0.kind().index() + 1
    }

    /// Whether the piece is White's.
    #[getter]
    fn color(&self) -> bool {
        self.0.color() == Color::White
    }

    /// Returns the letter of FEN, White's in capitals.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    fn __str__(&self) -> char {
        self.0.letter()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.0.letter())
    }

    fn __getnewargs__(&self) -> (usize, bool) {
        (self.piece_type(), self.color())
    }
}
