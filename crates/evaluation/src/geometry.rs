//! Sets and squares as one colour sees them: forward is towards the enemy.

use movegen::{Bitboard, Color, Direction, File, Rank, Square};

/// A pair of values, indexed by colour.
pub(crate) type PerColor<T> = [T; 2];

pub(crate) const CENTRE_FILES: Bitboard = files(File::C, File::F);
pub(crate) const QUEEN_SIDE: Bitboard = files(File::A, File::D);
pub(crate) const KING_SIDE: Bitboard = files(File::E, File::H);

/// Returns all squares from file `first` to file `last`, `first` not to the right of `last`.
const fn files(first: File, last: File) -> Bitboard {
    let rank = (0xFF << first.index() & 0xFF) & 0xFF >> (7 - last.index());
    Bitboard(rank * 0x0101_0101_0101_0101)
}

/// Moves every square one step towards the enemy.
#[inline]
pub(crate) const fn forward(us: Color, set: Bitboard) -> Bitboard {
    match us {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// Returns the set with all squares before it on its files.
#[inline]
pub(crate) const fn fill_forward(us: Color, set: Bitboard) -> Bitboard {
    let set = set.0;
    match us {
        Color::White => {
            let set = set | set << 8;
            let set = set | set << 16;
            Bitboard(set | set << 32)
        }
        Color::Black => {
            let set = set | set >> 8;
            let set = set | set >> 16;
            Bitboard(set | set >> 32)
        }
    }
}

/// Returns all squares of every file that holds a square of the set.
#[inline]
pub(crate) fn fill_files(set: Bitboard) -> Bitboard {
    fill_forward(Color::White, set) | fill_forward(Color::Black, set)
}

/// Returns the neighbours to the left and to the right of every square.
#[inline]
pub(crate) fn beside(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

#[inline]
pub(crate) fn pawn_attacks(us: Color, pawns: Bitboard) -> Bitboard {
    beside(forward(us, pawns))
}

/// Returns the ranks `first` to `last`, counted from our side, 0 to 7.
#[inline]
pub(crate) const fn ranks(us: Color, first: u32, last: u32) -> Bitboard {
    let set = Bitboard(u64::MAX << (8 * first) & u64::MAX >> (56 - 8 * last));
    match us {
        Color::White => set,
        Color::Black => set.flip(),
    }
}

/// Returns the square's rank counted from our side, 0 to 7.
#[inline]
pub(crate) const fn relative_rank(us: Color, square: Square) -> usize {
    square.relative(us).rank().index()
}

/// Returns the file's distance from the edge: 0 for the a- and h-file, 3 for the d- and e-file.
#[inline]
pub(crate) const fn folded_file(square: Square) -> usize {
    let file = square.file().index();
    if file < 4 { file } else { 7 - file }
}

/// Returns the square's index in a table of 32 that is alike on both wings, row by row from our
/// side.
#[inline]
pub(crate) const fn folded_square(us: Color, square: Square) -> usize {
    const PLACES: [[u8; 64]; 2] = {
        let mut places = [[0; 64]; 2];
        let mut i = 0;
        while i < 128 {
            let (us, square) = (Color::ALL[i / 64], Square::ALL[i % 64]);
            places[i / 64][i % 64] = (4 * relative_rank(us, square) + folded_file(square)) as u8;
            i += 1;
        }
        places
    };
    (PLACES[us.index()][square.index()] & 31) as usize
}

/// Returns the side of the board on which a square lies, from its edge to the middle; the centre
/// files for the d- and the e-file.
#[inline]
pub(crate) const fn flank(square: Square) -> Bitboard {
    match square.file().index() {
        3 | 4 => CENTRE_FILES,
        0..3 => QUEEN_SIDE,
        _ => KING_SIDE,
    }
}

/// Returns the square nearest to `square` that is not on the edge.
#[inline]
pub(crate) fn off_the_edge(square: Square) -> Square {
    let file = square.file().index().clamp(File::B.index(), File::G.index());
    let rank = square.rank().index().clamp(Rank::Second.index(), Rank::Seventh.index());
    Square::new(File::ALL[file], Rank::ALL[rank])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_mirror_each_other() {
        let set = Bitboard(0x0012_3400_4081_1800);
        for f in [forward, fill_forward, pawn_attacks] {
            assert_eq!(f(Color::White, set), f(Color::Black, set.flip()).flip());
        }
        assert_eq!(ranks(Color::White, 1, 3), Bitboard(0xFFFF_FF00));
        assert_eq!(ranks(Color::Black, 1, 3), Bitboard(0xFFFF_FF00).flip());
        assert_eq!(relative_rank(Color::Black, Square::E7), 1);
    }

    #[test]
    fn files_cover_the_board() {
        assert_eq!(QUEEN_SIDE | KING_SIDE, Bitboard::ALL);
        assert_eq!(QUEEN_SIDE & CENTRE_FILES & ranks(Color::White, 0, 0), Bitboard(0b1100));
        assert_eq!(fill_files(Square::C3.bb() | Square::H8.bb()).count(), 16);
        assert_eq!(Square::ALL.map(folded_file)[8..16], [0, 1, 2, 3, 3, 2, 1, 0]);
        assert_eq!(folded_square(Color::White, Square::G2), 4 + 1);
        assert_eq!(folded_square(Color::Black, Square::B7), 4 + 1);
        assert_eq!(off_the_edge(Square::A1), Square::B2);
        assert_eq!(off_the_edge(Square::H5), Square::G5);
        assert_eq!(off_the_edge(Square::D4), Square::D4);
    }
}
