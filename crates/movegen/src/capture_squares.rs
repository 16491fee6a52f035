//! Where captures end.

use crate::keys::ChessKeys;
use crate::{Bitboard, KeyedPosition, PieceType};

impl<K: ChessKeys> KeyedPosition<K> {
    /// The squares on which a piece of that kind captures if it moves there: those of enemy pieces but the
    /// king, and for a pawn the square behind an enemy pawn that can be captured en passant. A legal move
    /// captures exactly if it ends there ([`is_capture`](Self::is_capture) asks the same of a move), and
    /// [`Generate::Captures`](crate::Generate::Captures) has it.
    ///
    /// ```text
    /// . . . . k . . .     . . . . . . . .     . . . . . . . .
    /// p . . . . . . .     X . . . . . . .     X . . . . . . .
    /// . . . . . . . .     . . . X . . . .     . . . . . . . .
    /// . . . p P . . .     . . . X . . . .     . . . X . . . .
    /// . . . . . . . .     . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .     . . . . . . . .
    /// . . . . K . . .     . . . . . . . .     . . . . . . . .
    /// after d7-d5         for a pawn          for any other piece
    /// ```
    ///
    /// ```
    /// use movegen::{PieceType, Position, Square};
    ///
    /// let position = Position::from_fen("4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 2")?;
    /// assert!(position.capture_squares(PieceType::Pawn).contains(Square::D6));
    /// assert!(!position.capture_squares(PieceType::King).contains(Square::D6));
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn capture_squares(&self, mover: PieceType) -> Bitboard {
        let enemies = self.color(!self.side_to_move()) & !self.pieces(PieceType::King);
        match (mover, self.en_passant()) {
            (PieceType::Pawn, Some(square)) => enemies | square.bb(),
            _ => enemies,
        }
    }
}
