//! The file of results of king and pawn against king.

use endings::Endings;
use movegen::{Color, Piece};

use super::rook_files::{BLACK_KING, KING, position, result};
use super::writer::{Part, RESULTS, file};

/// A pawn in a header, written like the kings there.
const PAWN: u8 = 0x11;

/// Writes four parts by the file of the pawn. The kings' numbers are multiplied before the pawn's.
pub(crate) fn pawn_results(endings: &Endings) -> Vec<u8> {
    let mut parts = Vec::new();
    for pawn_file in 0..4 {
        for to_move in Color::ALL {
            let mut values = Vec::new();
            for rank in 1..7 {
                let pawn = 8 * rank + pawn_file;
                for black in 0..62 {
                    for white in 0..63 {
                        let white = free_square(white, &[pawn]);
                        let black = free_square(black, &[pawn, white]);
                        let pieces = [
                            (pawn, Piece::WhitePawn),
                            (white, Piece::WhiteKing),
                            (black, Piece::BlackKing),
                        ];
                        values.push(result(endings, position(pieces, to_move)));
                    }
                }
            }
            parts.push(Part { flags: 0, values });
        }
    }
    let header: &[u8] = &[0x22, PAWN, KING, BLACK_KING];
    file(RESULTS, 3, &[header; 4], &parts, &[])
}

fn free_square(number: u8, taken: &[u8]) -> u8 {
    (0..64).filter(|square| !taken.contains(square)).nth(number.into()).expect("a square")
}
