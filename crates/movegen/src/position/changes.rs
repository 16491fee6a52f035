//! The pieces that a legal move takes off the board and puts on it.

use arrayvec::ArrayVec;

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{CastlingSide, Move, MoveKind, Piece, PieceType, Square};

/// The difference between the boards before and after a move, as [`KeyedPosition::changes`] returns
/// it. A piece that moves is removed from one square and added on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    removed: ArrayVec<(Piece, Square), 2>,
    added: ArrayVec<(Piece, Square), 2>,
}

impl Changes {
    /// Returns the pieces that leave squares, with the squares: one or two.
    #[inline]
    #[must_use]
    pub fn removed(&self) -> &[(Piece, Square)] {
        &self.removed
    }

    /// Returns the pieces that appear on squares, with the squares: one or two.
    #[inline]
    #[must_use]
    pub fn added(&self) -> &[(Piece, Square)] {
        &self.added
    }

    /// Moves a piece, unless it stays where it is, as the king or the rook of Chess960 may.
    #[inline]
    fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        if from != to {
            self.removed.push((piece, from));
            self.added.push((piece, to));
        }
    }
}

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns what a legal move changes on the board: for sums over pieces and squares that are
    /// kept move by move, such as the accumulators of a neural network.
    ///
    /// | move | removed | added |
    /// |---|---|---|
    /// | quiet | the piece | the piece |
    /// | capture, also en passant | the piece and the captured one | the piece |
    /// | promotion | the pawn, and the captured piece if there is one | the new piece |
    /// | castling | king and rook, if they do not stay | king and rook, if they do not stay |
    ///
    /// ```
    /// use movegen::{Color, Piece, PieceType, Position, Square};
    ///
    /// let [white, black] = Color::ALL.map(|color| Piece::new(color, PieceType::Pawn));
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6")?;
    /// let changes = position.changes(position.parse_san("exd6")?);
    /// assert_eq!(changes.removed(), [(white, Square::E5), (black, Square::D5)]);
    /// assert_eq!(changes.added(), [(white, Square::D6)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the square that the move leaves is empty.
    #[inline]
    #[must_use]
    pub fn changes(&self, mv: Move) -> Changes {
        let (piece, from, to) = (self.moved_piece(mv), mv.from(), mv.to());
        let us = piece.color();
        let mut changes = Changes { removed: ArrayVec::new(), added: ArrayVec::new() };
        if mv.is_castling() {
            let side = CastlingSide::of(from, to);
            changes.shift(piece, from, side.king_to(us));
            changes.shift(Piece::new(us, PieceType::Rook), to, side.rook_to(us));
            return changes;
        }
        let captured_on = match mv.kind() {
            MoveKind::EnPassant => Square::new(to.file(), from.rank()),
            _ => to,
        };
        changes.removed.push((piece, from));
        changes.removed.extend(self.piece_at(captured_on).map(|captured| (captured, captured_on)));
        let placed = mv.promoted().map_or(piece, |kind| Piece::new(us, kind));
        changes.added.push((placed, to));
        changes
    }
}
