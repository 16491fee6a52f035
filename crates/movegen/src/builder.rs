//! Editing a position square by square.

use alloc::string::String;

use crate::fen::write_fields;
use crate::keys::ChessKeys;
use crate::{Bitboard, Color, FenError, File, KeyedPosition, Piece, Rank, Square};

/// A position that is being set up: any pieces on any squares, legal or not, until
/// [`build`](Self::build) judges it.
///
/// A new builder is empty, with White to move, no rights, and clocks of 0 and 1. Setters take and
/// give the builder, so that they can be chained:
///
/// ```
/// use movegen::{Color, File, Piece, Position, PositionBuilder, Square};
///
/// let position: Position = PositionBuilder::new()
///     .put(Square::E1, Piece::WhiteKing)
///     .put(Square::H1, Piece::WhiteRook)
///     .put(Square::E8, Piece::BlackKing)
///     .castling(Color::White, File::H)
///     .build()?;
/// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// # Ok::<(), movegen::FenError>(())
/// ```
///
/// A position becomes a builder and is edited:
///
/// ```
/// use movegen::{Color, Position, PositionBuilder, Square};
///
/// let odds: Position = PositionBuilder::from(&Position::startpos())
///     .remove(Square::D8)
///     .side_to_move(Color::Black)
///     .build()?;
/// assert_eq!(odds.to_fen(), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
/// # Ok::<(), movegen::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct PositionBuilder {
    mailbox: [Option<Piece>; 64],
    side_to_move: Color,
    castling: Bitboard,
    en_passant: Option<Square>,
    halfmove_clock: u16,
    fullmove_number: u16,
}

impl PositionBuilder {
    /// Creates an empty board.
    pub const fn new() -> Self {
        Self {
            mailbox: [None; 64],
            side_to_move: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Puts a piece on a square, in place of the piece there.
    pub const fn put(mut self, square: Square, piece: Piece) -> Self {
        self.mailbox[square.index()] = Some(piece);
        self
    }

    /// Empties a square. If a rook there had a right to castle, the right ends with it.
    pub fn remove(mut self, square: Square) -> Self {
        self.mailbox[square.index()] = None;
        self.castling &= !square.bb();
        self
    }

    /// Sets whose turn it is.
    pub const fn side_to_move(mut self, color: Color) -> Self {
        self.side_to_move = color;
        self
    }

    /// Gives the right to castle with the rook on a file of the colour's back rank: h and a in
    /// standard chess, any in Chess960.
    pub fn castling(mut self, color: Color, rook: File) -> Self {
        self.castling |= Square::new(rook, Rank::First.relative(color)).bb();
        self
    }

    /// Takes the right to castle with the rook on a file of the colour's back rank.
    ///
    /// ```
    /// use movegen::{Color, File, Position, PositionBuilder};
    ///
    /// let position: Position = PositionBuilder::from(&Position::startpos())
    ///     .no_castling_with(Color::Black, File::A)
    ///     .build()?;
    /// assert!(position.to_fen().contains(" w KQk - "));
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    pub fn no_castling_with(mut self, color: Color, rook: File) -> Self {
        self.castling &= !Square::new(rook, Rank::First.relative(color)).bb();
        self
    }

    /// Takes all rights to castle.
    pub const fn no_castling(mut self) -> Self {
        self.castling = Bitboard::EMPTY;
        self
    }

    /// Sets the square that a pawn has just passed with a double step, if one has. A position keeps
    /// it only if a capture there is legal.
    ///
    /// ```
    /// use movegen::{Position, PositionBuilder, Square};
    ///
    /// let before = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 9")?;
    /// let after: Position = PositionBuilder::from(&before).en_passant(Some(Square::D6)).build()?;
    /// assert_eq!(after.en_passant(), Some(Square::D6));
    /// assert_eq!(after.count_legal(), before.count_legal() + 1);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    pub const fn en_passant(mut self, square: Option<Square>) -> Self {
        self.en_passant = square;
        self
    }

    /// Sets the plies since the last capture or pawn move.
    pub const fn halfmove_clock(mut self, plies: u16) -> Self {
        self.halfmove_clock = plies;
        self
    }

    /// Sets the number of the move, from 1.
    pub const fn fullmove_number(mut self, number: u16) -> Self {
        self.fullmove_number = number;
        self
    }

    /// Returns the position as a FEN with rights as rook files, whether or not it is legal.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut rights = String::new();
        for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
            // The king's side first, as the field is written.
            let files = File::ALL.into_iter().rev();
            for file in files.filter(|&file| self.castling.contains(Square::new(file, rank))) {
                let letter = file.letter();
                let white = color == Color::White;
                rights.push(if white { letter.to_ascii_uppercase() } else { letter });
            }
        }
        let clocks = (self.halfmove_clock.into(), self.fullmove_number.into());
        let piece_at = |square| self.piece_at(square);
        write_fields(piece_at, self.side_to_move, &rights, self.en_passant, clocks)
            .expect("writing into a string cannot fail")
    }

    /// Builds the position, if it is legal.
    ///
    /// ```
    /// use movegen::{Color, FenField, File, Piece, Position, PositionBuilder, Square};
    ///
    /// let setup = PositionBuilder::new()
    ///     .put(Square::E1, Piece::WhiteKing)
    ///     .put(Square::E8, Piece::BlackKing)
    ///     .put(Square::A8, Piece::WhitePawn)
    ///     .castling(Color::White, File::H);
    /// let error = setup.build::<movegen::DefaultKeys>().unwrap_err();
    /// let fields: Vec<_> = error.faults().iter().map(|fault| fault.field()).collect();
    /// assert_eq!(fields, [FenField::Board, FenField::Castling]);
    /// assert!(error.to_string().contains("a pawn stands on a8"));
    /// ```
    ///
    /// # Errors
    /// Every fault that [`KeyedPosition::from_fen_strict`] finds in [`to_fen`](Self::to_fen), which
    /// is the text that the places in the error refer to: a side without exactly one king, more
    /// pieces than a game can have, a pawn on the first or last rank, the side that has just moved
    /// in check, more than two checkers, a right without its king and rook, an en passant square
    /// behind which no pawn can have made a double step, a move number 0.
    pub fn build<K: ChessKeys>(&self) -> Result<KeyedPosition<K>, FenError> {
        self.of_pieces().map_or_else(|| KeyedPosition::from_fen_strict(&self.to_fen()), Ok)
    }

    /// Returns the position if it is legal and has neither a right to castle nor an en passant
    /// square: without the text, which a solver of endings would write and read for each placement.
    fn of_pieces<K: ChessKeys>(&self) -> Option<KeyedPosition<K>> {
        if self.castling.any() || self.en_passant.is_some() || self.fullmove_number == 0 {
            return None;
        }
        let mut position = KeyedPosition::empty();
        for square in Square::ALL {
            if let Some(piece) = self.piece_at(square) {
                position.place(piece, square);
            }
        }
        if self.side_to_move == Color::Black {
            position.set_black_to_move();
        }
        position.set_clocks(self.halfmove_clock, self.fullmove_number);
        position.faults(true).is_empty().then_some(position)
    }
}

impl Default for PositionBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: ChessKeys> From<&KeyedPosition<K>> for PositionBuilder {
    fn from(position: &KeyedPosition<K>) -> Self {
        let mut builder = Self::new()
            .side_to_move(position.side_to_move())
            .en_passant(position.en_passant())
            .halfmove_clock(position.halfmove_clock() as u16)
            .fullmove_number(position.fullmove_number() as u16);
        for square in Square::ALL {
            builder.mailbox[square.index()] = position.piece_at(square);
        }
        builder.castling = position.castling_rooks();
        builder
    }
}
