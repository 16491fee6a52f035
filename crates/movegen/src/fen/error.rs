//! The faults of a FEN.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::position::Fault;
use crate::{Rank, Square};

/// Everything that is wrong with a FEN: at least one [`FenFault`], in the order of the text.
///
/// ```
/// use movegen::{FenField, Position};
///
/// let error = Position::from_fen("4k3/8/8/9/8/8/8/4K2x w X - 0 1").unwrap_err();
/// let fields: Vec<_> = error.faults().iter().map(|fault| fault.field()).collect();
/// assert_eq!(fields, [FenField::Board, FenField::Board, FenField::Castling]);
/// assert_eq!(error.faults()[0].span(), 8..9);
/// assert_eq!(
///     error.to_string(),
///     "FEN board, character 9: '9' on rank 5 is no piece and no number from 1 to 8; \
///      board, character 20: 'x' on rank 1 is no piece and no number from 1 to 8; \
///      castling, character 24: 'X' is none of KQkq, A-H, a-h"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    faults: Vec<FenFault>,
}

/// One thing that is wrong with a FEN: in which field, where in the text, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenFault {
    field: FenField,
    span: Range<usize>,
    kind: Kind,
}

/// A field of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FenField {
    /// None of them: the text as a whole.
    Text,
    /// The pieces, rank 8 first.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// The rights to castle.
    Castling,
    /// The square that a pawn has just passed.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move, from 1.
    MoveNumber,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    FieldCount(usize),
    StrictFieldCount(usize),
    RankCount(usize),
    RankLength(Rank),
    BoardLetter(char, Rank),
    SplitNumber(Rank),
    Fault(Fault),
    Side(String),
    CastlingLetter(char),
    CastlingRook(char),
    CastlingTwice(char),
    CastlingVariant(char),
    CastlingForm(String),
    EnPassantSquare(String),
    EnPassantPawn(Square),
    EnPassantCheck(Square),
    Number(String),
    NumberForm(String),
    MoveZero,
}

impl FenError {
    /// The error of these faults, at least one.
    pub(super) fn of(mut faults: Vec<FenFault>) -> Self {
        faults.sort_by_key(|fault| fault.span.start);
        Self { faults }
    }

    /// Returns the faults, at least one, in the order of the text.
    #[must_use]
    pub fn faults(&self) -> &[FenFault] {
        &self.faults
    }
}

impl FenFault {
    pub(super) fn new(field: FenField, span: Range<usize>, kind: Kind) -> Self {
        Self { field, span, kind }
    }

    /// Returns the field that is at fault.
    #[must_use]
    pub fn field(&self) -> FenField {
        self.field
    }

    /// Returns the place of the fault in the text, in bytes: a letter, or all of the faulty text.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if number == 0 { "FEN " } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for FenError {}

/// The field, the first byte at fault counted from 1 (unless it is the field as a whole), and why.
impl fmt::Display for FenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.field, &self.kind) {
            (FenField::Text, kind) => write!(f, "{kind}"),
            (field, kind @ Kind::Fault(_)) => write!(f, "{field}: {kind}"),
            (field, kind) => write!(f, "{field}, character {}: {kind}", self.span.start + 1),
        }
    }
}

impl core::error::Error for FenFault {}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Text => "text",
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::MoveNumber => "move number",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldCount(count) => write!(f, "expected 4 to 6 fields, found {count}"),
            Self::StrictFieldCount(count) => {
                write!(f, "expected 6 fields between single spaces, found {count}")
            }
            Self::RankCount(count) => write!(f, "{count} ranks, not 8"),
            Self::RankLength(rank) => {
                write!(f, "rank {} does not have 8 squares", rank.index() + 1)
            }
            Self::BoardLetter(letter, rank) => {
                let rank = rank.index() + 1;
                write!(f, "{letter:?} on rank {rank} is no piece and no number from 1 to 8")
            }
            Self::SplitNumber(rank) => {
                write!(f, "two numbers side by side on rank {}", rank.index() + 1)
            }
            Self::Fault(fault) => write!(f, "{fault}"),
            Self::Side(text) => write!(f, "{text:?} is not w or b"),
            Self::CastlingLetter(letter) => write!(f, "{letter:?} is none of KQkq, A-H, a-h"),
            Self::CastlingRook(letter) => {
                write!(f, "no king and rook on their rank for {letter:?}")
            }
            Self::CastlingTwice(letter) => write!(f, "{letter:?} gives a second right on one side"),
            Self::CastlingVariant(letter) => {
                write!(f, "standard chess has no right for {letter:?} here, only Chess960 has")
            }
            Self::CastlingForm(proper) => write!(f, "these rights are written {proper}"),
            Self::EnPassantSquare(text) => {
                write!(f, "{text:?} is no square behind a double step")
            }
            Self::EnPassantPawn(square) => write!(f, "no pawn has just passed {square}"),
            Self::EnPassantCheck(square) => {
                write!(f, "the check does not come from a pawn that has just passed {square}")
            }
            Self::Number(text) => write!(f, "{text:?} is not a number from 0 to 65535"),
            Self::NumberForm(text) => write!(f, "{text:?} is not written as a plain number"),
            Self::MoveZero => f.write_str("moves are counted from 1"),
        }
    }
}
