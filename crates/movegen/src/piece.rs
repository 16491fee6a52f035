//! Kinds of pieces, and pieces of a colour.

use crate::Color;

/// A kind of piece, without its colour.
///
/// ```
/// use movegen::PieceType;
///
/// assert_eq!(PieceType::from_letter('N'), Some(PieceType::Knight));
/// assert_eq!(PieceType::Knight.letter(), 'n');
/// assert_eq!(PieceType::PROMOTIONS.len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PieceType {
    Pawn = 0,
    Knight = 1,
    Bishop = 2,
    Rook = 3,
    Queen = 4,
    King = 5,
}

impl PieceType {
    /// All six kinds, from pawn to king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The kinds that a pawn may become, in the order that generation lists them.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns 0 for a pawn to 5 for a king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case letter of FEN and of UCI promotions.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the kind that a letter of either case names in English notation.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }
}

/// A piece of a colour. `Option<Piece>` takes one byte.
///
/// ```
/// use movegen::{Color, Piece, PieceType};
///
/// let piece = Piece::new(Color::White, PieceType::Queen);
/// assert_eq!((piece, piece.letter()), (Piece::WhiteQueen, 'Q'));
/// assert_eq!(Piece::from_letter('q').map(Piece::color), Some(Color::Black));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Piece {
    WhitePawn = 0,
    WhiteKnight = 1,
    WhiteBishop = 2,
    WhiteRook = 3,
    WhiteQueen = 4,
    WhiteKing = 5,
    BlackPawn = 6,
    BlackKnight = 7,
    BlackBishop = 8,
    BlackRook = 9,
    BlackQueen = 10,
    BlackKing = 11,
}

impl Piece {
    /// All twelve, White's first, each colour from pawn to king.
    pub const ALL: [Self; 12] = [
        Self::WhitePawn,
        Self::WhiteKnight,
        Self::WhiteBishop,
        Self::WhiteRook,
        Self::WhiteQueen,
        Self::WhiteKing,
        Self::BlackPawn,
        Self::BlackKnight,
        Self::BlackBishop,
        Self::BlackRook,
        Self::BlackQueen,
        Self::BlackKing,
    ];

    /// Returns the piece of that colour and kind.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::ALL[color.index() * 6 + kind.index()]
    }

    /// Returns `6 · colour + kind`, 0..12.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the colour of the piece.
    #[inline]
    #[must_use]
    pub const fn color(self) -> Color {
        if (self as u8) < 6 { Color::White } else { Color::Black }
    }

    /// Returns the kind of the piece.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> PieceType {
        const KINDS: [PieceType; 12] = {
            let mut kinds = [PieceType::Pawn; 12];
            let mut i = 0;
            while i < 12 {
                kinds[i] = PieceType::ALL[i % 6];
                i += 1;
            }
            kinds
        };
        KINDS[self as usize]
    }

    /// Returns the letter of FEN: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// Returns the piece that a letter of FEN names.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        PieceType::from_letter(letter).map(|kind| Self::new(color, kind))
    }
}
