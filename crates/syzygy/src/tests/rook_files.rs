//! The files of king and rook against king, and of the results of king and pawn against king.

use endings::Endings;
use movegen::{Color, Piece, Position, PositionBuilder, Square};

use super::writer::{DISTANCES, Part, RESULTS, file, triples};

/// The pieces in a header: a black one has bit 3 set. The high half is for Black to move.
const ROOK: u8 = 0x44;
const KING: u8 = 0x66;
const BLACK_KING: u8 = 0xee;

fn position(pieces: [(u8, Piece); 3], to_move: Color) -> Option<Position> {
    let builder = pieces.iter().fold(PositionBuilder::new(), |builder, &(square, piece)| {
        builder.put(Square::from_index(square.into()), piece)
    });
    let same = (0..3).any(|i| pieces[i].0 == pieces[(i + 1) % 3].0);
    builder.side_to_move(to_move).build().ok().filter(|_| !same)
}

/// Returns the result from the side to move's view, from a loss, 0, to a win, 4. It is a loss where
/// a capture would save the draw, because tables may have any value there, and where there is no
/// position.
fn result(endings: &Endings, position: Option<Position>) -> u16 {
    let Some(position) = position else { return 0 };
    match endings.mate(&position) {
        Some(plies) => 4 * u16::from(plies % 2),
        None if position.legal_moves().iter().any(|&mv| position.is_capture(mv)) => 0,
        None => 2,
    }
}

/// Returns the position of rook, white king and black king, if it is legal.
fn with_rook([rook, white, black]: [u8; 3], to_move: Color) -> Option<Position> {
    let pieces = [(rook, Piece::WhiteRook), (white, Piece::WhiteKing), (black, Piece::BlackKing)];
    position(pieces, to_move)
}

pub(crate) fn rook_results(endings: &Endings) -> Vec<u8> {
    let triples = triples();
    let part = |to_move| {
        let values = triples.iter().map(|&triple| result(endings, with_rook(triple, to_move)));
        Part { flags: 0, values: values.collect() }
    };
    let parts = Color::ALL.map(part);
    file(RESULTS, 1, &[&[0x00, ROOK, KING, BLACK_KING]], &parts, &[])
}

/// Writes the distances with White to move, in moves, through a map that reverses them.
pub(crate) fn rook_distances(endings: &Endings) -> Vec<u8> {
    const MOST_MOVES: u16 = 15;
    let moves = |triple: &[u8; 3]| {
        let mate = with_rook(*triple, Color::White).and_then(|position| endings.mate(&position));
        mate.map_or(0, |plies| MOST_MOVES - u16::from(plies / 2))
    };
    let values = triples().iter().map(moves).collect();
    let map: Vec<u8> = (0..=MOST_MOVES as u8).rev().collect();
    let maps = [&[map.len() as u8], &map[..], &[0, 0, 0]].concat();
    file(DISTANCES, 0, &[&[0x00, ROOK, KING, BLACK_KING]], &[Part { flags: 2, values }], &maps)
}

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
