//! Keys computed anew, of the same kind or of another.

use super::{KeyedPosition, State};
use crate::keys::{ChessKeys, Keys};
use crate::{CastlingSide, Color};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns this position with another choice of keys: all of them are computed from the pieces,
    /// the rights to castle, the en passant square and the side to move.
    ///
    /// A program that compares positions by key alone takes wide keys where it does so, and 64-bit
    /// ones elsewhere:
    ///
    /// ```
    /// use movegen::keys::WideZobristKeys;
    /// use movegen::{DefaultKeys, Position};
    ///
    /// let position = Position::startpos();
    /// let wide: u128 = position.with_keys::<WideZobristKeys>().keys().full.0;
    /// assert!(wide > u128::from(u64::MAX));
    /// assert_eq!(position.with_keys::<DefaultKeys>().keys(), position.keys());
    /// ```
    #[must_use]
    pub fn with_keys<J: ChessKeys>(&self) -> KeyedPosition<J> {
        let State { castling, halfmove_clock, fullmove_number, en_passant, side_to_move, .. } =
            self.state;
        let keys = self.compute_keys::<J>();
        let state =
            State { keys, castling, halfmove_clock, fullmove_number, en_passant, side_to_move };
        KeyedPosition { sets: self.sets, mailbox: self.mailbox, state }
    }

    /// All keys of a choice, feature by feature.
    fn compute_keys<J: ChessKeys>(&self) -> Keys<J::Key> {
        let mut keys = Keys::default();
        let mut counts = [0; 12];
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                keys.insert_piece(J::TABLES, piece, square);
                keys.insert_material(J::TABLES, piece, counts[piece.index()]);
                counts[piece.index()] += 1;
            }
        }
        for color in Color::ALL {
            for rook in self.castling_rooks() & self.color(color) {
                keys.insert_right(J::TABLES, color, CastlingSide::of(self.king(color), rook));
            }
        }
        if let Some(square) = self.en_passant() {
            keys.insert_en_passant(J::TABLES, square.file());
        }
        if self.side_to_move() == Color::Black {
            keys.turn(J::TABLES, Color::Black);
        }
        keys
    }
}
