//! Slider attacks indexed by magic multiplication: for each square a number is known whose product
//! with the relevant occupancy distinguishes all occupancies by its top bits (Pradu Kannan, 2007).

use super::rays::{DIAGONALS, STRAIGHTS};
use super::sliders::{Part, Table, parts, slider_table};
use crate::{Bitboard, Square};

static BISHOP: Table = slider_table!("magic_bishop.bin");
static ROOK: Table = slider_table!("magic_rook.bin");

/// The numbers that one lookup needs of its square, side by side.
#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    number: u64,
    offset: u32,
    shift: u32,
}

const fn magics(parts: [Part; 64], numbers: [u64; 64]) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, number: 0, offset: 0, shift: 0 }; 64];
    let mut i = 0;
    while i < 64 {
        let Part { mask, offset } = parts[i];
        magics[i] = Magic { mask, number: numbers[i], offset, shift: 64 - mask.count_ones() };
        i += 1;
    }
    magics
}

/// The multipliers, found by trying sparse random numbers (three words of SplitMix64 joined by
/// "and") until all occupancies with different attacks fell apart. A wrong number fails the
/// comparison with the ray walk.
const BISHOP_MAGICS: [u64; 64] = include!("bishop_magics.txt");
const ROOK_MAGICS: [u64; 64] = include!("rook_magics.txt");

static BISHOP_LOOKUP: [Magic; 64] = magics(parts(DIAGONALS), BISHOP_MAGICS);
static ROOK_LOOKUP: [Magic; 64] = magics(parts(STRAIGHTS), ROOK_MAGICS);

#[inline]
fn index(magic: &Magic, occupied: Bitboard) -> usize {
    let product = (occupied.0 & magic.mask).wrapping_mul(magic.number);
    magic.offset as usize + (product >> magic.shift) as usize
}

#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.get(index(&BISHOP_LOOKUP[square.index()], occupied))
}

#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.get(index(&ROOK_LOOKUP[square.index()], occupied))
}
