//! [`Move`]: two squares and a promotion, as python-chess has it.

use std::hash::{DefaultHasher, Hash, Hasher};

use movegen::{CastlingSide, Color, PieceType, Position, Rank, Square, Variant};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::error::{square, value_error};

/// A move: the squares from 0 (a1) to 63 (h8) that it leaves and reaches, and the piece that a pawn
/// becomes. Castling is the king's step in standard chess and the king taking its rook in Chess960.
#[pyclass(frozen, module = "palimpsest")]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    /// The move where it is known to be legal, else a move of these squares.
    pub(crate) inner: movegen::Move,
    /// The square that is shown.
    to: Square,
}

impl Move {
    /// Creates the move that is shown as the variant asks.
    pub(crate) fn shown(inner: movegen::Move, variant: Variant) -> Self {
        let is_step = inner.is_castling() && variant == Variant::Standard;
        let rank = inner.from().rank();
        let side = if rank == Rank::First { Color::White } else { Color::Black };
        let step = || CastlingSide::of(inner.from(), inner.to()).king_to(side);
        let to = if is_step && inner.from().distance(step()) > 1 { step() } else { inner.to() };
        Self { inner, to }
    }

    /// Returns the legal move that this one means in a position, or the null move.
    pub(crate) fn legal_in(self, position: &Position) -> PyResult<movegen::Move> {
        if position.is_legal(self.inner) || self.inner.is_null() {
            return Ok(self.inner);
        }
        position.parse_uci(&self.text()).map_err(value_error)
    }

    pub(crate) fn text(self) -> String {
        if self.inner.is_null() {
            return "0000".to_owned();
        }
        let letter = self.inner.promoted().map(PieceType::letter);
        let letter = letter.map_or_else(String::new, String::from);
        format!("{}{}{letter}", self.inner.from(), self.to)
    }

    fn of(from: Square, to: Square, promotion: Option<PieceType>) -> Self {
        let plain = || movegen::Move::new(from, to);
        let inner = promotion.map_or_else(plain, |kind| movegen::Move::promotion(from, to, kind));
        Self { inner, to }
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        let of = |mv: &Self| (mv.inner.from(), mv.to, mv.inner.promoted());
        of(self) == of(other)
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn new(from_square: usize, to_square: usize, promotion: Option<usize>) -> PyResult<Self> {
        let (from, to) = (square(from_square)?, square(to_square)?);
        if from == to {
            return Err(value_error("expected two squares, found one"));
        }
        let kind = |number: usize| PieceType::ALL.get(number.wrapping_sub(1)).copied();
        let becomes = |kind: &PieceType| PieceType::PROMOTIONS.contains(kind);
        let wrong = || value_error("expected a promotion from 2, a knight, to 5, a queen");
        let promotion = promotion.map(|number| kind(number).filter(becomes).ok_or_else(wrong));
        Ok(Self::of(from, to, promotion.transpose()?))
    }

    /// Reads a move in UCI's notation. Whether it is legal, the board knows.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        let error = || value_error(format!("expected a move such as \"e2e4\", found {uci:?}"));
        if uci == "0000" {
            return Ok(Self::null());
        }
        let square = |part: Option<&str>| part?.parse::<Square>().ok();
        let squares = (square(uci.get(0..2)), square(uci.get(2..4)));
        let (Some(from), Some(to)) = squares else { return Err(error()) };
        let named = |kind: &PieceType| uci[4..].chars().eq([kind.letter()]);
        let promotion = PieceType::PROMOTIONS.into_iter().find(named);
        if from == to || promotion.is_none() && uci.len() > 4 {
            return Err(error());
        }
        Ok(Self::of(from, to, promotion))
    }

    /// Returns the null move, which passes the turn.
    #[staticmethod]
    fn null() -> Self {
        Self { inner: movegen::Move::NULL, to: movegen::Move::NULL.to() }
    }

    /// The square that the piece leaves; 0 of the null move.
    #[getter]
    #[expect(clippy::wrong_self_convention, reason = "the name is python-chess's")]
    fn from_square(&self) -> usize {
        if self.inner.is_null() { 0 } else { self.inner.from().index() }
    }

    /// The square that the piece reaches; 0 of the null move.
    #[getter]
    #[expect(clippy::wrong_self_convention, reason = "the name is python-chess's")]
    fn to_square(&self) -> usize {
        if self.inner.is_null() { 0 } else { self.to.index() }
    }

    /// The piece that the pawn becomes: 2, a knight, to 5, a queen.
    #[getter]
    fn promotion(&self) -> Option<usize> {
        self.inner.promoted().map(|kind| kind.index() + 1)
    }

    /// Returns the move in UCI's notation.
    fn uci(&self) -> String {
        self.text()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.text())
    }

    fn __bool__(&self) -> bool {
        !self.inner.is_null()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self == other
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.inner.from(), self.to, self.inner.promoted()).hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (usize, usize, Option<usize>) {
        (self.from_square(), self.to_square(), self.promotion())
    }
}

/// The legal moves of a board: iterable, with a length, a count and `in`.
#[pyclass(frozen, module = "palimpsest")]
pub(crate) struct LegalMoves(Py<PyList>);

impl LegalMoves {
    pub(crate) fn new(py: Python<'_>, moves: &[movegen::Move], variant: Variant) -> PyResult<Self> {
        let moves = PyList::new(py, moves.iter().map(|&mv| Move::shown(mv, variant)))?;
        Ok(Self(moves.unbind()))
    }
}

#[pymethods]
impl LegalMoves {
    /// Returns the number of moves.
    fn count(&self, py: Python<'_>) -> usize {
        self.0.bind(py).len()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.0.bind(py).len()
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        !self.0.bind(py).is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.0.bind(py).try_iter()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        self.0.bind(py).as_any().get_item(index)
    }

    fn __contains__(&self, py: Python<'_>, mv: &Move) -> bool {
        self.0.bind(py).iter().any(|one| one.cast::<Move>().is_ok_and(|one| one.get() == mv))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("LegalMoves({})", self.0.bind(py).repr()?))
    }
}
