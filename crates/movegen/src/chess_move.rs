//! A move in 16 bits, and why a text is no legal move.

use alloc::string::String;
use core::fmt;
use core::num::NonZeroU16;

use crate::{PieceType, Square};

/// The kind of a move: a normal one, or one of three special ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum MoveKind {
    /// A move or capture of one piece.
    Normal = 0,
    /// A pawn reaches the last rank.
    Promotion = 1,
    /// A pawn captures a pawn that has just passed it.
    EnPassant = 2,
    /// King and rook move; `to` is the square of the own rook.
    Castling = 3,
}

/// A move: from, to, kind, promotion piece.
///
/// ```text
/// bit  15 14 | 13 12       | 11 … 6 | 5 … 0
///      kind  | promotion-1 |   to   | from
/// ```
///
/// Castling is written as the king taking its own rook, in standard chess too, so that one
/// notation serves every start of Chess960. The bits are never 0 (a1 to a1 is no move), so
/// `Option<Move>` takes two bytes.
///
/// ```
/// use movegen::{Move, MoveKind, PieceType, Square};
///
/// let mv = Move::promotion(Square::E7, Square::E8, PieceType::Knight);
/// assert_eq!((mv.from(), mv.to(), mv.kind()), (Square::E7, Square::E8, MoveKind::Promotion));
/// assert_eq!(mv.promoted(), Some(PieceType::Knight));
/// assert_eq!(mv.to_string(), "e7e8n");
/// assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    #[inline]
    const fn pack(from: Square, to: Square, kind: MoveKind, promotion: u16) -> Self {
        let bits =
            from.index() as u16 | (to.index() as u16) << 6 | promotion << 12 | (kind as u16) << 14;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a move leaves its square"),
        }
    }

    /// Creates a move or capture without anything special.
    ///
    /// # Panics
    /// If both squares are a1.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::pack(from, to, MoveKind::Normal, 0)
    }

    /// The null move, which passes the turn: a text between moves, legal in no position. UCI writes
    /// it as 0000.
    ///
    /// ```
    /// use movegen::{Move, Position};
    ///
    /// assert_eq!(Move::NULL.to_string(), "0000");
    /// assert!(!Position::startpos().is_legal(Move::NULL));
    /// ```
    pub const NULL: Self = Self::new(Square::H8, Square::H8);

    /// Returns whether this is [`NULL`](Self::NULL).
    #[inline]
    #[must_use]
    pub const fn is_null(self) -> bool {
        self.0.get() == Self::NULL.0.get()
    }

    /// Creates a promotion to `kind`.
    ///
    /// # Panics
    /// If `kind` is a pawn or a king.
    #[inline]
    #[must_use]
    pub const fn promotion(from: Square, to: Square, kind: PieceType) -> Self {
        assert!(
            !matches!(kind, PieceType::Pawn | PieceType::King),
            "a pawn becomes a knight, bishop, rook or queen"
        );
        Self::pack(from, to, MoveKind::Promotion, kind as u16 - 1)
    }

    /// Creates an en passant capture; `to` is the empty square behind the captured pawn.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, MoveKind::EnPassant, 0)
    }

    /// Creates castling of the king on `king` with the rook on `rook`.
    #[inline]
    #[must_use]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, MoveKind::Castling, 0)
    }

    /// Returns the square that the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::masked(self.0.get() as u32)
    }

    /// Returns the square that the piece reaches; of castling, the square of the own rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::masked(self.0.get() as u32 >> 6)
    }

    /// Returns the kind of the move.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// Returns the piece that the pawn becomes, if this is a promotion.
    #[inline]
    #[must_use]
    pub const fn promoted(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => Some(PieceType::ALL[(self.0.get() >> 12 & 3) as usize + 1]),
            _ => None,
        }
    }

    /// Returns whether this is a promotion.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        matches!(self.kind(), MoveKind::Promotion)
    }

    /// Returns whether this is an en passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }

    /// Returns whether this is castling.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castling)
    }

    /// Returns the 16 bits, never 0: what a table stores.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move of those bits, `None` for 0. Nothing says that it is legal anywhere:
    /// [`Position::is_legal`](crate::Position::is_legal) does.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }
}

/// From, to and promotion letter: UCI's notation, but castling as the king taking its rook.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted() {
            Some(kind) => write!(f, "{}", kind.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.kind())
    }
}

/// The text is no legal move of the position.
///
/// ```
/// use movegen::Position;
///
/// let why = |text| Position::startpos().parse_san(text).unwrap_err().to_string();
/// assert_eq!(why("hello"), "\"hello\" is not a move");
/// assert_eq!(why("Ke2"), "\"Ke2\" is not legal here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError(MoveFault);

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveFault {
    /// Not of the form of a move.
    Form(String),
    /// Well formed, but not legal here.
    Illegal(String),
    /// More than one legal move fits.
    Ambiguous(String),
}

impl From<MoveFault> for MoveError {
    fn from(fault: MoveFault) -> Self {
        Self(fault)
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            MoveFault::Form(text) => write!(f, "{text:?} is not a move"),
            MoveFault::Illegal(text) => write!(f, "{text:?} is not legal here"),
            MoveFault::Ambiguous(text) => write!(f, "{text:?} fits more than one legal move"),
        }
    }
}

impl core::error::Error for MoveError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_survives_packing() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let moves = [
                    (Move::new(from, to), MoveKind::Normal, None),
                    (Move::en_passant(from, to), MoveKind::EnPassant, None),
                    (Move::castling(from, to), MoveKind::Castling, None),
                ];
                let promotions = PieceType::PROMOTIONS
                    .map(|kind| (Move::promotion(from, to, kind), MoveKind::Promotion, Some(kind)));
                for (mv, kind, promoted) in moves.into_iter().chain(promotions) {
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(mv.promoted(), promoted);
                    assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
                }
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }
}
