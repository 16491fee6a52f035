//! Syzygy's numbers of squares, and of sets of squares.
//!
//! A board can be turned and mirrored. So one piece is kept in the triangle a1, d1, d4, and if it
//! is on the diagonal a1 to h8, the next one off the diagonal is below it:
//!
//! ```text
//! 4  .  .  .  9          . diagonal squares come last
//! 3  .  .  8  5
//! 2  .  7  3  4
//! 1  6  0  1  2
//!    a  b  c  d
//! ```
//!
//! With pawns only the mirror image is left: a leading pawn is on the files a to d.

const SQUARES: usize = 64;

/// The pairs of kings that do not touch, as far as they differ by more than a turn of the board.
pub(crate) const KING_PAIRS: u64 = 462;

/// The placements of three different pieces, up to turns of the board.
pub(crate) const TRIPLES: u64 = TRIANGLE_OFF * 63 * 62 + 4 * BELOW * 62 + 4 * 7 * BELOW + 4 * 7 * 6;

/// The squares of the triangle that are not on the diagonal.
const TRIANGLE_OFF: u64 = 6;

/// The squares below the diagonal of the board.
const BELOW: u64 = 28;

pub(crate) const fn file(square: u8) -> u8 {
    square & 7
}

pub(crate) const fn rank(square: u8) -> u8 {
    square >> 3
}

/// Returns a positive number above the diagonal a1 to h8, a negative one below it, 0 on it.
pub(crate) const fn side_of_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// Returns the mirror image at the diagonal.
pub(crate) const fn transposed(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

const TRIANGLE: [u8; SQUARES] = {
    let mut numbers = [0; SQUARES];
    let (mut off, mut on) = (0, TRIANGLE_OFF as u8);
    let mut square = 0;
    while square < 28 {
        if file(square) < 4 && side_of_diagonal(square) < 0 {
            numbers[square as usize] = off;
            off += 1;
        }
        if file(square) < 4 && side_of_diagonal(square) == 0 {
            numbers[square as usize] = on;
            on += 1;
        }
        square += 1;
    }
    numbers
};

/// The number of a square below the diagonal.
const LOWER: [u8; SQUARES] = {
    let mut numbers = [0; SQUARES];
    let (mut square, mut next) = (0, 0);
    while square < SQUARES as u8 {
        if side_of_diagonal(square) < 0 {
            numbers[square as usize] = next;
            next += 1;
        }
        square += 1;
    }
    numbers
};

/// The number of a pair of kings: the first in the triangle, by its number, the second anywhere.
/// Pairs on the diagonal come last.
const KINGS: [[u16; SQUARES]; 10] = {
    let mut numbers = [[0; SQUARES]; 10];
    let mut next = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut number = 0;
        while number < 10 {
            let mut first = 0;
            while first < 28 {
                let inside = file(first) < 4 && side_of_diagonal(first) <= 0;
                if inside && TRIANGLE[first as usize] == number {
                    let mut second = 0;
                    while second < SQUARES as u8 {
                        let both = side_of_diagonal(first) == 0 && side_of_diagonal(second) == 0;
                        let above = side_of_diagonal(first) == 0 && side_of_diagonal(second) > 0;
                        if !touch(first, second) && !above && both == (pass == 1) {
                            numbers[number as usize][second as usize] = next;
                            next += 1;
                        }
                        second += 1;
                    }
                }
                first += 1;
            }
            number += 1;
        }
        pass += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    numbers
};

/// Returns whether two kings on these squares would be on one square, or beside each other.
const fn touch(a: u8, b: u8) -> bool {
    rank(a).abs_diff(rank(b)) <= 1 && file(a).abs_diff(file(b)) <= 1
}

/// The order of pawns: the greatest is the leading one. It falls from the rim to the middle, and
/// from rank 2 up; of two mirror images the one on the left is greater.
pub(crate) const PAWN_ORDER: [u8; SQUARES] = {
    let mut order = [0; SQUARES];
    let mut next = 47;
    let mut file = 0;
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            order[rank * 8 + file] = next;
            order[rank * 8 + 7 - file] = next - 1;
            next = if next > 1 { next - 2 } else { 0 };
            rank += 1;
        }
        file += 1;
    }
    order
};

/// Returns `n` choose `k`, for the sets of squares in tables.
pub(crate) const fn choose(k: usize, n: u64) -> u64 {
    let (mut product, mut i) = (1, 0);
    while i < k as u64 {
        if n <= i {
            return 0;
        }
        product = product * (n - i) / (i + 1);
        i += 1;
    }
    product
}

/// The number of leading pawns, `others` beside the leading one, by the square of that one; and the
/// total with the leading pawn on each file from a to d.
const LEADING: [([u64; SQUARES], [u64; 4]); 6] = {
    let mut tables = [([0; SQUARES], [0; 4]); 6];
    let mut others = 0;
    while others < 6 {
        let mut file = 0;
        while file < 4 {
            let (mut sum, mut rank) = (0, 1);
            while rank < 7 {
                let square = rank * 8 + file;
                tables[others].0[square] = sum;
                sum += choose(others, PAWN_ORDER[square] as u64);
                rank += 1;
            }
            tables[others].1[file] = sum;
            file += 1;
        }
        others += 1;
    }
    tables
};

/// Returns the number of placements of `pawns` leading pawns, the first of them on `file`.
pub(crate) fn leading_size(pawns: usize, file: usize) -> Option<u64> {
    LEADING.get(pawns.checked_sub(1)?)?.1.get(file).copied()
}

/// Returns the number of the leading pawns: the first is the leading one, the others follow by
/// rising order.
pub(crate) fn leading_number(pawns: &[u8]) -> u64 {
    let (&first, others) = pawns.split_first().expect("there is a leading pawn");
    let sets = others.iter().zip(1..);
    LEADING[others.len()].0[usize::from(first)]
        + sets.map(|(&pawn, k)| choose(k, PAWN_ORDER[usize::from(pawn)].into())).sum::<u64>()
}

/// Returns the number of two kings, the first in the triangle.
pub(crate) fn king_pair_number(first: u8, second: u8) -> u64 {
    KINGS[usize::from(TRIANGLE[usize::from(first)])][usize::from(second)].into()
}

/// Returns the number of three different pieces, the first in the triangle and the first off the
/// diagonal below it.
pub(crate) fn triple_number([a, b, c]: [u8; 3]) -> u64 {
    let number = |table: &[u8; SQUARES], square: u8| u64::from(table[usize::from(square)]);
    // No two pieces are on one square, so fewer places are left for the second and the third.
    let (b_skips, c_skips) = (u8::from(b > a), u8::from(c > a) + u8::from(c > b));
    let (b_left, c_left) = (u64::from(b - b_skips), u64::from(c - c_skips));
    let diagonal = |square: u8| u64::from(rank(square));
    let off = |square| side_of_diagonal(square) != 0;
    if off(a) {
        (number(&TRIANGLE, a) * 63 + b_left) * 62 + c_left
    } else if off(b) {
        (TRIANGLE_OFF * 63 + diagonal(a) * BELOW + number(&LOWER, b)) * 62 + c_left
    } else if off(c) {
        let before = TRIANGLE_OFF * 63 * 62 + 4 * BELOW * 62;
        let pair = diagonal(a) * 7 + diagonal(b) - u64::from(b_skips);
        before + pair * BELOW + number(&LOWER, c)
    } else {
        let before = TRIANGLE_OFF * 63 * 62 + 4 * BELOW * 62 + 4 * 7 * BELOW;
        let pair = diagonal(a) * 7 + diagonal(b) - u64::from(b_skips);
        before + pair * 6 + diagonal(c) - u64::from(c_skips)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_triangle_is_numbered_as_drawn() {
        let numbers = |squares: &[u8]| -> Vec<u8> {
            squares.iter().map(|&square| TRIANGLE[usize::from(square)]).collect()
        };
        assert_eq!(numbers(&[1, 2, 3, 10, 11, 19]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(numbers(&[0, 9, 18, 27]), [6, 7, 8, 9]);
        assert_eq!((LOWER[1], LOWER[7], LOWER[10], LOWER[55]), (0, 6, 7, 27));
    }

    #[test]
    fn pawns_are_ordered_from_the_rim_to_the_middle() {
        let order = [8, 15, 16, 23, 48, 9, 51, 52].map(|square: usize| PAWN_ORDER[square]);
        assert_eq!(order, [47, 46, 45, 44, 37, 35, 1, 0]);
    }

    /// Every placement in the numbering has a number of its own, and no number is left.
    #[test]
    fn triples_and_pairs_fill_their_ranges() {
        let corner = |square: u8| file(square) < 4 && rank(square) < 4;
        let mut triples = HashSet::new();
        let mut pairs = HashSet::new();
        for a in (0..64).filter(|&square| corner(square) && side_of_diagonal(square) <= 0) {
            for b in (0..64).filter(|&b| b != a) {
                let on = side_of_diagonal(a) == 0;
                if on && side_of_diagonal(b) > 0 {
                    continue;
                }
                if !touch(a, b) {
                    pairs.insert(king_pair_number(a, b));
                }
                for c in (0..64).filter(|&c| c != a && c != b) {
                    let all_on = on && side_of_diagonal(b) == 0;
                    if !all_on || side_of_diagonal(c) <= 0 {
                        triples.insert(triple_number([a, b, c]));
                    }
                }
            }
        }
        assert_eq!((triples.len() as u64, triples.iter().max()), (TRIPLES, Some(&(TRIPLES - 1))));
        assert_eq!((pairs.len() as u64, pairs.iter().max()), (KING_PAIRS, Some(&(KING_PAIRS - 1))));
    }

    #[test]
    fn leading_pawns_fill_their_ranges() {
        for lead_file in 0..4_u8 {
            let mut numbers = HashSet::new();
            for first in (8..56).filter(|&square| file(square) == lead_file) {
                let order = PAWN_ORDER[usize::from(first)];
                let others = (8..56).filter(|&other| PAWN_ORDER[usize::from(other)] < order);
                others.for_each(|other| assert!(numbers.insert(leading_number(&[first, other]))));
            }
            let size = leading_size(2, lead_file.into());
            assert_eq!(size, Some(numbers.len() as u64));
            assert_eq!(size, numbers.iter().max().map(|max| max + 1));
        }
        assert_eq!((0..4).filter_map(|file| leading_size(1, file)).collect::<Vec<_>>(), [6; 4]);
        assert_eq!(
            (leading_size(0, 0), leading_size(7, 0), leading_size(1, 4)),
            (None, None, None)
        );
    }

    #[test]
    fn sets_are_counted() {
        assert_eq!((choose(0, 5), choose(2, 5), choose(3, 2), choose(2, 64)), (1, 10, 0, 2_016));
    }
}
