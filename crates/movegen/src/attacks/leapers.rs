//! Tables of pieces whose attack does not depend on the squares in between.

use super::rays::step;
use crate::Bitboard;

/// Squares reached from each square by single steps of (files, ranks).
const fn table<const N: usize>(steps: [(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(square, steps[i]) {
                table[square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

pub(crate) static KNIGHT: [Bitboard; 64] =
    table([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

pub(crate) static KING: [Bitboard; 64] =
    table([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// By colour: White's pawns attack upwards.
pub(super) static PAWN: [[Bitboard; 64]; 2] =
    [table([(-1, 1), (1, 1)]), table([(-1, -1), (1, -1)])];
