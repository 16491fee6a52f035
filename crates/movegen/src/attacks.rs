//! The squares that a piece attacks from a square.
//!
//! Leapers come from tables. Sliders come from one table of every relevant occupancy, indexed by
//! PEXT where the target has BMI2 and by magic multiplication elsewhere. The build script chooses;
//! the flag `--cfg movegen_sliders="magic"` forces magics, for AMD before Zen 3, where PEXT is
//! microcode.

pub(crate) mod rays;
mod sliders;

#[cfg(any(movegen_sliders = "magic", test))]
mod magic;
#[cfg(movegen_sliders = "pext")]
mod pext;

#[cfg(movegen_sliders = "magic")]
use magic as backend;
#[cfg(movegen_sliders = "pext")]
use pext as backend;
use rays::step;

use crate::{Bitboard, Color, Square};

/// Returns the squares that a pawn of `color` on `square` attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares a knight attacks.
///
/// ```
/// use movegen::{Square, attacks};
///
/// assert_eq!(attacks::knight(Square::A1), Square::B3.bb() | Square::C2.bb());
/// ```
#[inline]
#[must_use]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares a king attacks.
#[inline]
#[must_use]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares a bishop attacks, up to and including the first occupied one of each ray.
///
/// ```
/// use movegen::{Square, attacks};
///
/// let reached = attacks::bishop(Square::A1, Square::C3.bb());
/// assert_eq!(reached, Square::B2.bb() | Square::C3.bb());
/// ```
#[inline]
#[must_use]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    backend::bishop(square, occupied)
}

/// Returns the squares a rook attacks, up to and including the first occupied one of each ray.
#[inline]
#[must_use]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    backend::rook(square, occupied)
}

/// Returns the squares a queen attacks, up to and including the first occupied one of each ray.
#[inline]
#[must_use]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the squares strictly between two squares of one line; empty if they share no line.
///
/// ```text
/// between(b2, e5)      line(b2, e5)
/// . . . . . . . .      . . . . . . . X
/// . . . . . . . .      . . . . . . X .
/// . . . . . . . .      . . . . . X . .
/// . . . . . . . .      . . . . X . . .
/// . . . X . . . .      . . . X . . . .
/// . . X . . . . .      . . X . . . . .
/// . . . . . . . .      . X . . . . . .
/// . . . . . . . .      X . . . . . . .
/// ```
///
/// ```
/// use movegen::{Square, attacks};
///
/// assert_eq!(attacks::between(Square::A1, Square::D4), Square::B2.bb() | Square::C3.bb());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Bitboard {
    sliders::BETWEEN[a.index()][b.index()]
}

/// Returns the whole line, edge to edge, through two squares; empty if they share none or are
/// equal.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> Bitboard {
    sliders::LINE[a.index()][b.index()]
}

/// The two whole diagonals through a square, without it: first the one that runs to the north-east,
/// then the one to the north-west.
#[inline]
pub(crate) fn diagonals(square: Square) -> [Bitboard; 2] {
    sliders::DIAGONALS_THROUGH[square.index()]
}

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
static PAWN: [[Bitboard; 64]; 2] = [table([(-1, 1), (1, 1)]), table([(-1, -1), (1, -1)])];

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_keys::SplitMix64;

    /// Random occupancies, dense enough to cut every ray, against the ray walk.
    #[test]
    fn back_ends_equal_the_ray_walk() {
        let mut random = SplitMix64::new(1);
        for square in Square::ALL {
            for _ in 0..2_000 {
                let occupied = Bitboard(random.next() & random.next());
                let diagonal = Bitboard(rays::walk(square.index(), occupied.0, rays::DIAGONALS));
                let straight = Bitboard(rays::walk(square.index(), occupied.0, rays::STRAIGHTS));
                assert_eq!(magic::bishop(square, occupied), diagonal);
                assert_eq!(magic::rook(square, occupied), straight);
                assert_eq!(bishop(square, occupied), diagonal);
                assert_eq!(rook(square, occupied), straight);
                assert_eq!(queen(square, occupied), diagonal | straight);
            }
        }
    }

    #[test]
    fn between_and_line_equal_their_definitions() {
        for a in Square::ALL {
            for b in Square::ALL {
                let mut expected_between = Bitboard::EMPTY;
                let mut expected_line = Bitboard::EMPTY;
                for slide in [bishop, rook] {
                    if slide(a, Bitboard::EMPTY).contains(b) {
                        expected_between = slide(a, b.bb()) & slide(b, a.bb());
                        let ends = a.bb() | b.bb();
                        expected_line =
                            slide(a, Bitboard::EMPTY) & slide(b, Bitboard::EMPTY) | ends;
                    }
                }
                assert_eq!(between(a, b), expected_between, "{a} {b}");
                assert_eq!(line(a, b), expected_line, "{a} {b}");
            }
        }
    }

    #[test]
    fn leapers_step_as_the_rules_say() {
        for from in Square::ALL {
            for to in Square::ALL {
                let files = from.file().index().abs_diff(to.file().index());
                let ranks = from.rank().index().abs_diff(to.rank().index());
                assert_eq!(knight(from).contains(to), matches!((files, ranks), (1, 2) | (2, 1)));
                assert_eq!(king(from).contains(to), files.max(ranks) == 1);
                let up = to.rank().index() as i32 - from.rank().index() as i32;
                assert_eq!(pawn(Color::White, from).contains(to), files == 1 && up == 1);
                assert_eq!(pawn(Color::Black, from).contains(to), files == 1 && up == -1);
            }
        }
    }
}
