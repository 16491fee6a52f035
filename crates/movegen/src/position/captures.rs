//! The piece that a legal move moves and the piece that it captures.

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{Move, MoveKind, Piece, PieceType};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns whether a legal move captures; en passant does, castling does not.
    ///
    /// ```
    /// use movegen::{PieceType, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6")?;
    /// let mv = position.parse_uci("e5d6")?;
    /// assert!(position.is_capture(mv) && position.is_tactical(mv));
    /// assert_eq!(position.captured(mv), Some(PieceType::Pawn));
    /// assert_eq!(position.moved_piece(mv).letter(), 'P');
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => self.occupied().contains(mv.to()),
            MoveKind::EnPassant => true,
            MoveKind::Castling => false,
        }
    }

    /// Returns whether a legal move is one of [`Generate::Tactical`](crate::Generate::Tactical): a
    /// capture or a promotion to a queen.
    #[inline]
    #[must_use]
    pub fn is_tactical(&self, mv: Move) -> bool {
        self.is_capture(mv) || mv.promoted() == Some(PieceType::Queen)
    }

    /// Returns the kind of piece that a legal move captures.
    #[inline]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion => self.piece_at(mv.to()).map(Piece::kind),
            MoveKind::EnPassant => Some(PieceType::Pawn),
            MoveKind::Castling => None,
        }
    }

    /// Returns the piece that a legal move moves.
    ///
    /// # Panics
    /// If the square that the move leaves is empty.
    #[inline]
    #[must_use]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        self.piece_at(mv.from()).expect("a legal move leaves an occupied square")
    }
}
