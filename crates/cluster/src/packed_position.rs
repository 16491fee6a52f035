//! A chess position as words for a message.

use movegen::{Bitboard, Color, Piece, Position, PositionBuilder, Square};

/// The number of words of the board: a nibble for each square.
const BOARD: usize = 4;

/// A position without its clocks: equal if and only if the positions are the same to the rule on
/// repetition, where en passant counts if a capture is legal.
///
/// ```
/// use cluster::PackedPosition;
/// use movegen::Position;
///
/// let position = Position::startpos();
/// let packed = PackedPosition::new(&position);
/// assert!(packed.unpack().same_position(&position));
/// // Two knights out and home again: other clocks, the same position.
/// let mut later = position.clone();
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
///     later = later.make(later.parse_uci(text)?);
/// }
/// assert_eq!(PackedPosition::new(&later), packed);
/// # Ok::<(), movegen::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition {
    /// The board from a1, a nibble a square: 0 is empty, else one more than the piece's number.
    /// Then, from the lowest bit: the castling rooks of rank 1 and of rank 8, eight bits each; the
    /// square of en passant, one more than its number; the side to move.
    words: [u64; Self::WORDS],
}

impl PackedPosition {
    /// The number of its words.
    pub const WORDS: usize = BOARD + 1;

    /// Packs a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let mut words = [0; Self::WORDS];
        for square in position.occupied() {
            let piece = position.piece_at(square).map_or(0, |piece| piece.index() as u64 + 1);
            words[square.index() / 16] |= piece << (square.index() % 16 * 4);
        }
        let castling = position.castling_rooks();
        let rook = |shift: usize| {
            let on_rank = castling.into_iter().filter(move |rook| rook.index() / 8 == shift);
            on_rank.fold(0, |bits, rook| bits | 1_u64 << (rook.index() % 8))
        };
        let en_passant = position.en_passant().map_or(0, |square| square.index() as u64 + 1);
        let black = u64::from(position.side_to_move() == Color::Black);
        words[BOARD] = rook(0) | rook(7) << 8 | en_passant << 16 | black << 24;
        Self { words }
    }

    /// Returns the position, with clocks at their start.
    ///
    /// # Panics
    /// If the words are of no legal position.
    #[must_use]
    pub fn unpack(&self) -> Position {
        let mut builder = PositionBuilder::new().no_castling();
        for index in 0..64 {
            let nibble = (self.words[index / 16] >> (index % 16 * 4)) & 15;
            if nibble > 0 {
                builder = builder.put(Square::from_index(index), Piece::ALL[nibble as usize - 1]);
            }
        }
        let rest = self.words[BOARD];
        for rook in Bitboard((rest & 0xff) | (rest >> 8 & 0xff) << 56) {
            let color = if rook.index() < 8 { Color::White } else { Color::Black };
            builder = builder.castling(color, rook.file());
        }
        let en_passant = (rest >> 16 & 0x7f).checked_sub(1);
        let color = if rest >> 24 & 1 == 0 { Color::White } else { Color::Black };
        let builder = builder
            .side_to_move(color)
            .en_passant(en_passant.map(|square| Square::from_index(square as usize)));
        builder.build().expect("a packed position is legal")
    }

    /// Its words.
    #[must_use]
    pub const fn to_words(self) -> [u64; Self::WORDS] {
        self.words
    }

    /// Returns the position of words that [`to_words`](Self::to_words) gave.
    #[must_use]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self { words }
    }
}
