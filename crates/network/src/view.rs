//! [`View`]: the numbers of the inputs as one side sees them.

use movegen::{Color, File, Piece, Square};

/// Inputs of one king bucket: six kinds of pieces, own and the opponent's, on 64 squares.
pub const PIECE_INPUTS: usize = 768;

const COLOR_INPUTS: usize = PIECE_INPUTS / 2;

/// Reflects a square's rank.
const FLIP: u8 = 0b111_000;

/// Reflects a square's file.
const MIRROR: u8 = 0b000_111;

/// The board from one side's view, as [`Architecture::view`](crate::Architecture::view) returns it.
/// It changes only when that side's king moves.
///
/// ```
/// use network::Architecture;
/// use network::movegen::{Color, Piece, Square};
///
/// let view = Architecture::new(32).view(Color::Black, Square::E8);
/// // As Black sees it, its own king on the file e is on d1: the kings are kind 5.
/// assert_eq!(view.input(Piece::BlackKing, Square::E8), 5 * 64 + 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    /// Turns a square of the board into one of the view.
    turn: u8,
    bucket: u8,
}

impl View {
    /// Returns the view of a side whose king is on this square, reflected if it must be. The
    /// buckets are those of an architecture.
    #[inline]
    pub(crate) fn new(color: Color, king: Square, mirrored: bool, buckets: &[u8; 64]) -> Self {
        let flip = if color == Color::White { 0 } else { FLIP };
        let mirror = if mirrored && king.file() >= File::E { MIRROR } else { 0 };
        let turn = flip ^ mirror;
        Self { color, turn, bucket: buckets[king.index() ^ usize::from(turn)] }
    }

    /// Returns the number of the input for a piece on a square.
    #[inline]
    #[must_use]
    pub fn input(self, piece: Piece, square: Square) -> usize {
        let theirs = if piece.color() == self.color { 0 } else { COLOR_INPUTS };
        let seen = square.index() ^ usize::from(self.turn);
        PIECE_INPUTS * usize::from(self.bucket) + theirs + 64 * piece.kind().index() + seen
    }

    /// Returns the number of this view among all of an architecture's: two for each side and king
    /// bucket.
    #[inline]
    pub(crate) fn number(self) -> usize {
        let mirrored = usize::from(self.turn & MIRROR != 0);
        (2 * usize::from(self.bucket) + mirrored) * 2 + self.color.index()
    }
}

#[cfg(test)]
mod tests {
    use movegen::PieceType;

    use super::*;

    #[test]
    fn inputs_are_counted_from_the_own_side() {
        let mut buckets = [0; 64];
        buckets[Square::G1.index()] = 1;
        let pawn = |color| Piece::new(color, PieceType::Pawn);
        let king = |color| Piece::new(color, PieceType::King);
        let white = View::new(Color::White, Square::G1, false, &buckets);
        assert_eq!(white.input(pawn(Color::White), Square::A2), 768 + 8);
        assert_eq!(white.input(king(Color::Black), Square::G8), 768 + 384 + 5 * 64 + 62);
        let black = View::new(Color::Black, Square::G8, false, &buckets);
        assert_eq!(black.input(pawn(Color::Black), Square::A7), 768 + 8);
        let white = View::new(Color::White, Square::G1, true, &buckets);
        assert_eq!(white.input(pawn(Color::White), Square::A2), 15, "b1 has bucket 0");
        let wings = [Square::D1, Square::E1].map(|at| View::new(Color::White, at, true, &buckets));
        assert_eq!(wings.map(|view| view.input(pawn(Color::White), Square::A2)), [8, 15]);
    }

    #[test]
    fn each_view_has_a_number() {
        let mut buckets = [0; 64];
        buckets[..32].fill(1);
        let number = |color, king| View::new(color, king, true, &buckets).number();
        let of = |color| Square::ALL.map(|king| number(color, king));
        let mut numbers = [of(Color::White), of(Color::Black)].concat();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
