//! A list of moves.

use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use crate::{Bitboard, Move, MoveSink, PieceType, Promotions, Square};

/// A list of moves without allocation; a slice in every other respect.
///
/// ```
/// use movegen::{MoveList, Position};
///
/// let mut moves: MoveList = Position::startpos().legal_moves();
/// moves.sort_unstable_by_key(|mv| mv.to());
/// assert_eq!((moves.len(), moves[0].to_string().as_str()), (20, "b1a3"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// Most moves that a list holds. With the material that [`Position`](crate::Position) accepts,
    /// no more than 218 moves in one position are known (Petrović 1964).
    pub const CAPACITY: usize = 256;

    /// Creates an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// If the list holds 256 moves.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    #[inline]
    pub(crate) fn array(&mut self) -> &mut ArrayVec<Move, { Self::CAPACITY }> {
        &mut self.0
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, { MoveList::CAPACITY }>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// The squares to which moves of a piece may lead, of which the piece's targets are a part.
#[derive(Clone, Copy)]
pub(crate) enum Movement {
    Knight,
    King,
    /// A bishop's, or a queen's along diagonals.
    Diagonal,
    /// A rook's, or a queen's along its rank and file.
    Straight,
    Other,
}

impl MoveSink for MoveList {
    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    #[inline]
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        let movement = match kind {
            PieceType::Knight => Movement::Knight,
            PieceType::King => Movement::King,
            _ => Movement::Other,
        };
        self.append_from(movement, from, targets);
    }

    #[inline]
    fn diagonal(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        self.append_from(Movement::Diagonal, from, targets);
    }

    #[inline]
    fn straight(&mut self, _: PieceType, from: Square, targets: Bitboard) {
        self.append_from(Movement::Straight, from, targets);
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, delta: i8) {
        self.append_by(delta, targets);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions) {
        for to in targets {
            let from = to.before(delta);
            for &kind in pieces.kinds() {
                self.push(Move::promotion(from, to, kind));
            }
        }
    }
}
