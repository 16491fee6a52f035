//! The receivers of generated moves.

use crate::{Bitboard, Move, PieceType, Square};

/// The promotions that a set of targets means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotions {
    /// To a queen, rook, bishop or knight: four moves a target.
    All,
    /// To a queen only.
    Queen,
    /// To a rook, bishop or knight.
    Under,
}

impl Promotions {
    /// Returns the pieces that this part of the promotions makes.
    #[inline]
    #[must_use]
    pub const fn kinds(self) -> &'static [PieceType] {
        match self {
            Self::All => &PieceType::PROMOTIONS,
            Self::Queen => PieceType::PROMOTIONS.split_at(1).0,
            Self::Under => PieceType::PROMOTIONS.split_at(1).1,
        }
    }
}

/// A receiver of generated moves, as sets of targets: a counter need not look at single moves.
///
/// ```
/// use movegen::{Bitboard, Generate, Move, MoveSink, PieceType, Position, Promotions, Square};
///
/// /// Where pieces may go, whichever they are.
/// #[derive(Default)]
/// struct Reached(Bitboard);
///
/// impl MoveSink for Reached {
///     fn one(&mut self, mv: Move) {
///         self.0 |= mv.to().bb();
///     }
///     fn piece(&mut self, _: PieceType, _: Square, targets: Bitboard) {
///         self.0 |= targets;
///     }
///     fn pawns(&mut self, targets: Bitboard, _: i8) {
///         self.0 |= targets;
///     }
///     fn promotions(&mut self, targets: Bitboard, _: i8, _: Promotions) {
///         self.0 |= targets;
///     }
/// }
///
/// let (position, mut reached) = (Position::startpos(), Reached::default());
/// position.generate(Generate::All, &mut reached);
/// assert_eq!(reached.0.count(), 16);
/// ```
pub trait MoveSink {
    /// Takes one special move: castling or en passant.
    fn one(&mut self, mv: Move);
    /// Takes the moves of one piece other than a pawn. The square that it leaves is no target.
    fn piece(&mut self, kind: PieceType, from: Square, targets: Bitboard);
    /// Takes the moves of a bishop or queen along diagonals; by default as
    /// [`piece`](Self::piece).
    #[inline]
    fn diagonal(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        self.piece(kind, from, targets);
    }
    /// Takes the moves of a rook or queen along its rank and file; by default as
    /// [`piece`](Self::piece).
    #[inline]
    fn straight(&mut self, kind: PieceType, from: Square, targets: Bitboard) {
        self.piece(kind, from, targets);
    }
    /// Takes moves of pawns that all go the same way: each came from `target - delta`.
    fn pawns(&mut self, targets: Bitboard, delta: i8);
    /// Takes moves of pawns that promote, else as [`pawns`](Self::pawns).
    fn promotions(&mut self, targets: Bitboard, delta: i8, pieces: Promotions);
}
