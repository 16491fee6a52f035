//! Addressed by an earlier move of the line (piece and target) and by the move that continues it.

use movegen::{Move, Piece};

use super::address::{PIECE_SQUARES, column};
use super::gravity::{Gravity, zeroed};

pub(super) type ContinuationEntry = Gravity<16_384>;

/// A row for each piece and target, and one for no move.
const ROWS: usize = PIECE_SQUARES + 1;

/// An earlier move's row in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(u16);

impl Row {
    /// The row of no move: before the root, and after a null move. It stays zero.
    pub(crate) const NONE: Self = Self(PIECE_SQUARES as u16);

    /// The row of a piece's move.
    #[inline]
    pub(crate) fn new(piece: Piece, mv: Move) -> Self {
        Self(column(piece, mv) as u16)
    }
}

/// How often a quiet move was best some plies after another move: counter-moves at a distance of
/// one, plans at two and four.
#[derive(Debug)]
pub(super) struct ContinuationHistory(Box<[ContinuationEntry; ROWS * PIECE_SQUARES]>);

impl ContinuationHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn of(&self, row: Row) -> &[ContinuationEntry; PIECE_SQUARES] {
        &self.0.as_chunks().0[usize::from(row.0)]
    }

    pub(super) fn update(&mut self, row: Row, column: usize, bonus: i32) {
        if row != Row::NONE {
            self.0.as_chunks_mut::<PIECE_SQUARES>().0[usize::from(row.0)][column].update(bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Square;

    #[test]
    fn no_move_teaches_nothing() {
        let mut table = ContinuationHistory::new();
        let row = Row::new(Piece::BlackKing, Move::new(Square::G8, Square::H8));
        table.update(row, 5, 100);
        table.update(Row::NONE, 5, 100);
        assert_eq!(table.of(row)[5].get(), 100);
        assert_eq!(table.of(Row::NONE)[5].get(), 0);
    }
}
