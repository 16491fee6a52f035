//! Addressed by an earlier move of the line (whether it evaded a check, whether it was tactical,
//! piece and target) and by the move that continues it.

use movegen::{Move, Piece};

use super::gravity::{update, zeroed};
use super::{PIECE_SQUARES, column};

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 16_384;

/// Rows for each piece and target: evading a check or not, tactical or not.
const PLANES: usize = 4;

const ROWS: usize = PLANES * PIECE_SQUARES + 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row(u16);

impl Row {
    /// The row of no move: before the root, and after a null move. It stays zero.
    pub(crate) const NONE: Self = Self((PLANES * PIECE_SQUARES) as u16);

    #[inline]
    pub(crate) fn new(piece: Piece, mv: Move, in_check: bool, tactical: bool) -> Self {
        let plane = 2 * usize::from(in_check) + usize::from(tactical);
        Self((plane * PIECE_SQUARES + column(piece, mv)) as u16)
    }

    /// Returns the moved piece and its target as a column; `None` of no move.
    #[inline]
    pub(super) fn column(self) -> Option<usize> {
        (self != Self::NONE).then_some(usize::from(self.0) % PIECE_SQUARES)
    }
}

/// Counts of how often a quiet move was best some plies after another: counter-moves at a distance
/// of one, plans at two, four and six.
#[derive(Debug)]
pub(super) struct ContinuationHistory(Box<[i16; ROWS * PIECE_SQUARES]>);

impl ContinuationHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn of(&self, row: Row) -> &[i16; PIECE_SQUARES] {
        &self.0.as_chunks().0[usize::from(row.0)]
    }

    pub(super) fn update(&mut self, row: Row, column: usize, bonus: i32) {
        if row != Row::NONE {
            update::<LIMIT>(
                &mut self.0.as_chunks_mut::<PIECE_SQUARES>().0[usize::from(row.0)][column],
                bonus,
            );
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
        let mv = Move::new(Square::G8, Square::H8);
        let row = Row::new(Piece::BlackKing, mv, false, false);
        table.update(row, 5, 100);
        table.update(Row::NONE, 5, 100);
        assert_eq!(table.of(row)[5], 100);
        for (in_check, tactical) in [(true, false), (false, true), (true, true)] {
            let other = Row::new(Piece::BlackKing, mv, in_check, tactical);
            assert_eq!(table.of(other)[5], 0, "another plane");
            assert_eq!(other.column(), row.column());
        }
        assert_eq!(table.of(Row::NONE)[5], 0);
    }
}
