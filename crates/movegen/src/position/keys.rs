//! Keys computed anew, of the same kind or of another; and the key of a child without the child.

use zobrist_keys::Key as _;

use super::{KeyedPosition, State};
use crate::keys::{ChessKeys, Keys};
use crate::{CastlingSide, Color, Move, MoveKind, PieceType, Square, attacks};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the key of the position after a legal move, which is not made: a few exclusive ors.
    /// So a search can ask memory for the child's bucket before it makes the move.
    ///
    /// It is exactly the child's key. Castling, promotion, capture en passant, a double step past
    /// an enemy pawn and what costs a right to castle are rare: there the move is made. An illegal
    /// move gives an unspecified key, as [`KeyedPosition::make_into`] gives a position.
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// let start = Position::startpos();
    /// let mv = start.parse_uci("g1f3")?;
    /// assert_eq!(start.key_after(mv), start.make(mv).key());
    /// # Ok::<(), movegen::MoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let (us, tables) = (self.state.side_to_move, K::TABLES);
        let Some(piece) = self.mailbox[from.index()] else { return self.key() };
        let kind = piece.kind();
        let plain = mv.kind() == MoveKind::Normal
            && self.rights_lost(us, kind, from.bb() | to.bb()).is_empty()
            && !(kind == PieceType::Pawn && self.may_be_passed(from, to));
        if !plain {
            return self.key_after_special(mv);
        }
        let mut keys = self.state.keys;
        if let Some(square) = self.state.en_passant.square() {
            keys.remove_en_passant(tables, square.file());
        }
        if let Some(captured) = self.mailbox[to.index()] {
            keys.remove_piece(tables, captured, to);
        }
        keys.move_piece(tables, piece, (from, to));
        keys.turn(tables, !us);
        keys.full.to_u64()
    }

    /// Whether a pawn makes a double step past a square that an enemy pawn attacks.
    #[inline]
    fn may_be_passed(&self, from: Square, to: Square) -> bool {
        let us = self.state.side_to_move;
        let (first, second) = (from.index(), to.index());
        first.abs_diff(second) == 16 && {
            let behind = Square::from_index(usize::midpoint(first, second));
            (attacks::pawn(us, behind) & self.colored(!us, PieceType::Pawn)).any()
        }
    }

    #[cold]
    fn key_after_special(&self, mv: Move) -> u64 {
        self.make(mv).key()
    }
}

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
