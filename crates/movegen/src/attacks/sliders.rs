//! The parts that the two slider back ends share, and lines between squares.

use super::rays::{DIAGONALS, STRAIGHTS, Steps, ray, relevant, step};
use crate::Bitboard;

/// A table of attacks as the build script writes it: one little-endian word an entry.
#[cfg(any(movegen_sliders = "magic", test))]
pub(super) struct Table(&'static [[u8; 8]]);

#[cfg(any(movegen_sliders = "magic", test))]
impl Table {
    pub(super) const fn new(bytes: &'static [u8]) -> Self {
        let (words, rest) = bytes.as_chunks();
        assert!(rest.is_empty(), "a table consists of whole words");
        Self(words)
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Bitboard {
        Bitboard(u64::from_le_bytes(self.0[index]))
    }
}

/// Includes a table that the build script wrote.
#[cfg(any(movegen_sliders = "magic", test))]
macro_rules! slider_table {
    ($name:literal) => {
        $crate::attacks::sliders::Table::new(include_bytes!(concat!(env!("OUT_DIR"), "/", $name)))
    };
}
#[cfg(any(movegen_sliders = "magic", test))]
pub(super) use slider_table;

/// A square's part of a table: its start, and the occupancy that matters there.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) mask: u64,
    pub(super) offset: u32,
}

pub(super) const fn parts(steps: Steps) -> [Part; 64] {
    let mut parts = [Part { mask: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, steps);
        parts[square] = Part { mask, offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    parts
}

/// The whole line through a square along a direction and its opposite, without the square.
const fn line_through(square: usize, (files, ranks): (i32, i32)) -> u64 {
    ray(square, 0, (files, ranks)) | ray(square, 0, (-files, -ranks))
}

/// Squares strictly between, and whole lines, for each pair of squares of one line.
struct Pairs {
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

const fn pairs() -> Pairs {
    let mut pairs =
        Pairs { between: [[Bitboard::EMPTY; 64]; 64], line: [[Bitboard::EMPTY; 64]; 64] };
    let mut a = 0;
    while a < 64 {
        let mut d = 0;
        while d < 8 {
            let direction = [STRAIGHTS, DIAGONALS][d / 4][d % 4];
            let whole = line_through(a, direction) | 1 << a;
            let mut passed = 0;
            let mut at = a;
            while let Some(to) = step(at, direction) {
                pairs.between[a][to] = Bitboard(passed);
                pairs.line[a][to] = Bitboard(whole);
                passed |= 1 << to;
                at = to;
            }
            d += 1;
        }
        a += 1;
    }
    pairs
}

pub(super) static BETWEEN: [[Bitboard; 64]; 64] = pairs().between;
pub(super) static LINE: [[Bitboard; 64]; 64] = pairs().line;

/// Both diagonals through each square, without it, the one to the north-east first.
pub(super) static DIAGONALS_THROUGH: [[Bitboard; 2]; 64] = {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let north_east = line_through(square, DIAGONALS[0]);
        let south_east = line_through(square, DIAGONALS[1]);
        table[square] = [Bitboard(north_east), Bitboard(south_east)];
        square += 1;
    }
    table
};
