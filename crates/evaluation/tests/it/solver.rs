//! Judges of endings with three and four pieces: retrograde analysis over the move generator.

mod minor_pieces;
mod rook_pawns;

use movegen::{Bitboard, Color, Piece, Position, PositionBuilder, Square};

pub(crate) use self::minor_pieces::MinorPieces;
pub(crate) use self::rook_pawns::RookPawns;

/// Returns the position with these pieces; `None` if the rules forbid it.
pub(crate) fn position(pieces: &[Piece], squares: &[Square], to_move: Color) -> Option<Position> {
    let mut builder = PositionBuilder::new().side_to_move(to_move);
    for (&piece, &square) in pieces.iter().zip(squares) {
        if builder.piece_at(square).is_some() {
            return None;
        }
        builder = builder.put(square, piece);
    }
    builder.build().ok()
}

fn set_of(squares: &[Square]) -> Bitboard {
    squares.iter().fold(Bitboard::EMPTY, |set, square| set | square.bb())
}
