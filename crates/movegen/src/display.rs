//! A position drawn as text.

use core::fmt;

use crate::keys::ChessKeys;
use crate::{File, KeyedPosition, Piece, Rank, Square};

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
