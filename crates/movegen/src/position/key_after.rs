//! The key of a child without the child.

use zobrist_keys::Key as _;

use super::KeyedPosition;
use crate::keys::ChessKeys;
use crate::{Move, MoveKind, PieceType, Square, attacks};

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
