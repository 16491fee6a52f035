//! Legal moves by what they move and where it arrives.

use crate::keys::ChessKeys;
use crate::{CastlingSide, KeyedPosition, Move, PieceType, Square};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the legal moves of the piece on a square; castling is a move of the king.
    ///
    /// ```
    /// use movegen::{Position, Square};
    ///
    /// let position = Position::startpos();
    /// let knight: Vec<_> = position.moves_from(Square::G1).map(|mv| position.san(mv)).collect();
    /// assert_eq!(knight, ["Nf3", "Nh3"]);
    /// assert_eq!(position.moves_from(Square::A1).count(), 0);
    /// ```
    pub fn moves_from(&self, from: Square) -> impl Iterator<Item = Move> + use<K> {
        self.legal_moves().into_iter().filter(move |mv| mv.from() == from)
    }

    /// Returns the legal moves that bring a piece to a square. Castling counts for the square on
    /// which the king arrives, not for that of the rook, which is [`Move::to`].
    ///
    /// ```
    /// use movegen::{Position, Square};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/7N/8/4K2R w K -")?;
    /// let arriving: Vec<_> = position.moves_to(Square::G1).map(|mv| position.san(mv)).collect();
    /// assert_eq!(arriving, ["O-O", "Ng1", "Rg1"]);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    pub fn moves_to(&self, to: Square) -> impl Iterator<Item = Move> + use<K> {
        let us = self.side_to_move();
        let arrives = move |mv: &Move| match mv.is_castling() {
            true => CastlingSide::of(mv.from(), mv.to()).king_to(us),
            false => mv.to(),
        };
        self.legal_moves().into_iter().filter(move |mv| arrives(mv) == to)
    }

    /// Returns the legal moves of the pieces of a kind; castling is a move of the king.
    ///
    /// ```
    /// use movegen::{PieceType, Position};
    ///
    /// let position = Position::startpos();
    /// assert_eq!(position.moves_of(PieceType::Pawn).count(), 16);
    /// assert_eq!(position.moves_of(PieceType::Knight).count(), 4);
    /// ```
    pub fn moves_of(&self, kind: PieceType) -> impl Iterator<Item = Move> + use<K> {
        let pieces = self.pieces(kind);
        self.legal_moves().into_iter().filter(move |mv| pieces.contains(mv.from()))
    }
}
