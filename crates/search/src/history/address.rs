//! The address of a moved piece and its target in a table.

use movegen::{Move, Piece};

/// Piece kinds of both colours times squares: the columns of the tables that a moved piece and its
/// target address.
pub(super) const PIECE_SQUARES: usize = 12 * 64;

#[inline]
pub(super) fn column(piece: Piece, mv: Move) -> usize {
    piece.index() * 64 + mv.to().index()
}
