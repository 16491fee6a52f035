//! Positions as records of 96 bytes, which NumPy reads in place. `POSITION` in `_arrays.py` has the
//! same fields.
//!
//! ```text
//! bytes 0 … 63   kinds of pieces, pawns to kings, then White and Black: 8 sets of squares
//!      64 … 79   rooks that may castle │ key
//!      80 … 87   game, from 0: 4 │ ply: 2 │ move played: 2, as its squares and promotion
//!      88 … 95   evaluation: 2 │ clock: 2 │ en passant: 1 │ White to move: 1 │ result: 1 │ 0
//! ```

use movegen::{
    Bitboard, CastlingSide, Color, GameResult, Move, Piece, PieceType, Position, PositionBuilder,
    Square, Variant,
};

/// The bytes of a record.
pub(crate) const BYTES: usize = 96;

/// The move of a position behind which none was played.
const NO_MOVE: u16 = 0;

/// The evaluation of a position that has none.
pub(crate) const NO_EVALUATION: i16 = i16::MIN;

/// The square of a position without a capture en passant.
const NO_SQUARE: i8 = -1;

/// The place of a position in its file, and what the file says of it.
pub(crate) struct Context {
    pub(crate) game: u32,
    pub(crate) ply: u16,
    pub(crate) played: Option<Move>,
    pub(crate) evaluation: i16,
    pub(crate) result: GameResult,
}

/// Appends the record of a position.
pub(crate) fn append(records: &mut Vec<u8>, position: &Position, context: &Context) {
    let kinds = PieceType::ALL.map(|kind| position.pieces(kind));
    let colors = Color::ALL.map(|color| position.color(color));
    let words = kinds.into_iter().chain(colors).chain([position.castling_rooks()]);
    words.for_each(|set| records.extend(set.0.to_le_bytes()));
    records.extend(position.key().to_le_bytes());
    records.extend(context.game.to_le_bytes());
    records.extend(context.ply.to_le_bytes());
    records.extend(context.played.map_or(NO_MOVE, |mv| shown(position, mv)).to_le_bytes());
    records.extend(context.evaluation.to_le_bytes());
    records.extend((position.halfmove_clock() as u16).to_le_bytes());
    let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square.index() as i8);
    let result: i8 = match context.result {
        GameResult::WhiteWins => 1,
        GameResult::BlackWins => -1,
        GameResult::Draw => 0,
        GameResult::Unknown => -2,
    };
    let is_white = position.side_to_move() == Color::White;
    records.extend([en_passant as u8, u8::from(is_white), result as u8, 0]);
}

/// Returns a move as 16 bits: 6 of the square that it leaves, 6 of the square that it reaches, then
/// the kind of the promotion, 2 to 5. Castling is the king's step in standard chess.
fn shown(position: &Position, mv: Move) -> u16 {
    let mut to = mv.to();
    if mv.is_castling() && position.variant() == Variant::Standard {
        to = CastlingSide::of(mv.from(), to).king_to(position.side_to_move());
    }
    let promotion = mv.promoted().map_or(0, |kind| kind.index() as u16 + 1);
    mv.from().index() as u16 | (to.index() as u16) << 6 | promotion << 12
}

/// Reads the position of a record; an error says why there is none.
pub(crate) fn position(record: &[u8; BYTES]) -> Result<Position, String> {
    let word = |index: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&record[8 * index..8 * index + 8]);
        Bitboard(u64::from_le_bytes(bytes))
    };
    let mut builder = PositionBuilder::new();
    for (index, color) in Color::ALL.into_iter().enumerate() {
        for (number, kind) in PieceType::ALL.into_iter().enumerate() {
            for square in word(number) & word(6 + index) {
                builder = builder.put(square, Piece::new(color, kind));
            }
        }
        for rook in word(8) & word(6 + index) {
            builder = builder.castling(color, rook.file());
        }
    }
    let clock = u16::from_le_bytes([record[90], record[91]]);
    let builder = builder
        .side_to_move(if record[93] == 0 { Color::Black } else { Color::White })
        .en_passant(Square::try_from_index(record[92].into()))
        .halfmove_clock(clock)
        .fullmove_number(u16::from_le_bytes([record[84], record[85]]) / 2 + 1);
    builder.build().map_err(|error| error.to_string())
}
