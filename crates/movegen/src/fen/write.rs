//! Writing FEN, and drawing a position as text.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::keys::ChessKeys;
use crate::{
    Bitboard, CastlingSide, Color, File, KeyedPosition, Piece, PieceType, Rank, Square, Variant,
};

impl<K: ChessKeys> KeyedPosition<K> {
    /// Returns the position as a FEN of six fields, which [`from_fen`](Self::from_fen) reads as the
    /// same position: [`to_fen_as`](Self::to_fen_as) with the position's own
    /// [`variant`](Self::variant).
    ///
    /// ```
    /// use movegen::Position;
    ///
    /// assert!(Position::startpos().to_fen().ends_with(" w KQkq - 0 1"));
    /// let fen = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1";
    /// assert_eq!(Position::from_fen(fen)?.to_fen(), fen);
    /// # Ok::<(), movegen::FenError>(())
    /// ```
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_fen_as(self.variant())
    }

    /// Returns the position as a FEN of six fields, its castling field as programs write it that
    /// play the variant: in standard chess K, Q, k and q, or the file where the letter would name
    /// another rook (X-FEN); in Chess960 the files of the rooks (Shredder-FEN).
    ///
    /// ```
    /// use movegen::{Position, Variant};
    ///
    /// let position = Position::startpos();
    /// assert!(position.to_fen_as(Variant::Standard).ends_with(" w KQkq - 0 1"));
    /// assert!(position.to_fen_as(Variant::Chess960).ends_with(" w HAha - 0 1"));
    /// ```
    #[must_use]
    pub fn to_fen_as(&self, variant: Variant) -> String {
        let clocks = (self.halfmove_clock(), self.fullmove_number());
        let (side, rights) = (self.side_to_move(), self.rights(variant));
        write_fields(|square| self.piece_at(square), side, &rights, self.en_passant(), clocks)
            .expect("writing into a string cannot fail")
    }

    pub(super) fn rights(&self, variant: Variant) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let back =
                self.colored(color, PieceType::Rook) & Bitboard::rank(Rank::First.relative(color));
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling_rook(color, side) else { continue };
                let (outermost, name) = match side {
                    CastlingSide::KingSide => (back.last(), 'k'),
                    CastlingSide::QueenSide => (back.first(), 'q'),
                };
                let by_side = variant == Variant::Standard && outermost == Some(rook);
                let letter = if by_side { name } else { rook.file().letter() };
                text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}

impl<K: ChessKeys> fmt::Debug for KeyedPosition<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_fen())
    }
}

/// Returns a FEN of six fields, legal or not; `clocks` are its last two.
pub(crate) fn write_fields(
    piece_at: impl Fn(Square) -> Option<Piece>,
    side_to_move: Color,
    rights: &str,
    en_passant: Option<Square>,
    clocks: (u32, u32),
) -> Result<String, fmt::Error> {
    let mut fen = String::new();
    write_board(&mut fen, piece_at)?;
    fen.push_str(if side_to_move == Color::White { " w " } else { " b " });
    fen.push_str(if rights.is_empty() { "-" } else { rights });
    match en_passant {
        Some(square) => write!(fen, " {square}")?,
        None => fen.push_str(" -"),
    }
    write!(fen, " {} {}", clocks.0, clocks.1)?;
    Ok(fen)
}

fn write_board(fen: &mut String, piece_at: impl Fn(Square) -> Option<Piece>) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(fen, "{empty}")?;
                    }
                    empty = 0;
                    fen.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            write!(fen, "{empty}")?;
        }
        if rank != Rank::First {
            fen.push('/');
        }
    }
    Ok(())
}

/// The board from White's side: pieces as letters of FEN, empty squares as dots, ranks and files
/// beside them; nine lines, the last one without a line break. Side to move, rights and clocks are
/// in [`KeyedPosition::to_fen`].
///
/// ```
/// use movegen::Position;
///
/// let position = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -")?;
/// assert_eq!(
///     position.to_string(),
///     "\
/// 8 r n b . k b n r
/// 7 p p p p . p p p
/// 6 . . . . . . . .
/// 5 . . . . p . . .
/// 4 . . . . . . P q
/// 3 . . . . . P . .
/// 2 P P P P P . . P
/// 1 R N B Q K B N R
///   a b c d e f g h"
/// );
/// # Ok::<(), movegen::FenError>(())
/// ```
impl<K: ChessKeys> fmt::Display for KeyedPosition<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{}", rank.index() + 1)?;
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            f.write_str("\n")?;
        }
        f.write_str(" ")?;
        File::ALL.into_iter().try_for_each(|file| write!(f, " {}", file.letter()))
    }
}
