//! Moves chosen from the list of all that a piece has on an empty board.
//!
//! PEXT gathers the targets among the squares that the piece reaches on an empty board: a bit for
//! each move of that list. Eight bits choose, by a table of byte shuffles, among eight moves.

use core::arch::x86_64::{__m128i, _mm_set_epi64x, _mm_shuffle_epi8, _mm_storeu_si128, _pext_u64};

use crate::attacks::rays::{DIAGONALS, STRAIGHTS, Steps, walk};
use crate::move_list::Movement;
use crate::{Bitboard, MoveList, Square, attacks};

const _: () = assert!(
    cfg!(all(target_feature = "bmi2", target_feature = "popcnt", target_feature = "ssse3")),
    "the target has the features of this module"
);

const WIDTH: usize = 8;

/// The moves of a piece from each square of an empty board, at most `N` registers of them.
struct Reach<const N: usize> {
    targets: [u64; 64],
    /// Lowest target first; 0 behind the last.
    moves: [[Register; N]; 64],
}

/// The bytes of a register, lowest first.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Register([u64; 2]);

impl Register {
    const EMPTY: Self = Self([0; 2]);

    const fn set_word(&mut self, n: usize, word: u16) {
        self.0[n / 4] |= (word as u64) << (16 * (n % 4));
    }

    /// Returns the value as the processor's instructions take it.
    #[target_feature(enable = "ssse3")]
    #[inline]
    fn load(self) -> __m128i {
        let [low, high] = self.0;
        _mm_set_epi64x(high.cast_signed(), low.cast_signed())
    }
}

static KNIGHT: Reach<1> = Reach::new(&attacks::KNIGHT);
static KING: Reach<1> = Reach::new(&attacks::KING);
static DIAGONAL: Reach<2> = Reach::new(&rays(DIAGONALS));
static STRAIGHT: Reach<2> = Reach::new(&rays(STRAIGHTS));

const fn rays(steps: Steps) -> [Bitboard; 64] {
    let mut rays = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        rays[from] = Bitboard(walk(from, 0, steps));
        from += 1;
    }
    rays
}

impl<const N: usize> Reach<N> {
    const fn new(targets: &[Bitboard; 64]) -> Self {
        let mut reach = Self { targets: [0; 64], moves: [[Register::EMPTY; N]; 64] };
        let mut from = 0;
        while from < 64 {
            reach.targets[from] = targets[from].0;
            let mut rest = targets[from].0;
            let mut n = 0;
            while rest != 0 {
                let to = rest.trailing_zeros() as u16;
                reach.moves[from][n / WIDTH].set_word(n % WIDTH, to << 6 | from as u16);
                rest &= rest - 1;
                n += 1;
            }
            from += 1;
        }
        reach
    }
}

/// For each set of eight words: the numbers of their bytes, lowest word first.
static CHOICES: [Register; 256] = {
    let mut choices = [Register::EMPTY; 256];
    let mut set = 0;
    while set < 256 {
        let mut n = 0;
        let mut word = 0;
        while word < WIDTH as u16 {
            if set >> word & 1 != 0 {
                choices[set].set_word(n, ((2 * word + 1) << 8) | (2 * word));
                n += 1;
            }
            word += 1;
        }
        set += 1;
    }
    choices
};

/// Appends a normal move to each square of a set, lowest first; false if the piece does not reach
/// all of them or the list has too little room to store whole registers, and nothing is appended.
#[target_feature(enable = "bmi2,popcnt,ssse3")]
#[inline]
pub(super) fn append(list: &mut MoveList, movement: Movement, from: Square, set: Bitboard) -> bool {
    match movement {
        Movement::Knight => choose(list, &KNIGHT, from, set),
        Movement::King => choose(list, &KING, from, set),
        Movement::Diagonal => choose(list, &DIAGONAL, from, set),
        Movement::Straight => choose(list, &STRAIGHT, from, set),
        Movement::Other => false,
    }
}

/// [`append`], of the moves of a piece that has at most `N` registers of them.
#[target_feature(enable = "bmi2,popcnt,ssse3")]
#[inline]
fn choose<const N: usize>(
    list: &mut MoveList,
    reach: &Reach<N>,
    from: Square,
    set: Bitboard,
) -> bool {
    let all = reach.targets[from.index()];
    let list = list.array();
    let start = list.len();
    if set.0 & !all != 0 || start + N * WIDTH > MoveList::CAPACITY {
        return false;
    }
    let chosen = _pext_u64(set.0, all);
    // SAFETY: `start` is the length of the list.
    let mut end = unsafe { list.as_mut_ptr().add(start) };
    for (n, moves) in reach.moves[from.index()].into_iter().enumerate() {
        let eight = chosen >> (WIDTH * n) & 0xff;
        let moves = _mm_shuffle_epi8(moves.load(), CHOICES[eight as usize].load());
        // SAFETY: at most `n` registers have been passed, and the list has room for `N`.
        unsafe { _mm_storeu_si128(end.cast(), moves) };
        // SAFETY: as above.
        end = unsafe { end.add(eight.count_ones() as usize) };
    }
    // SAFETY: that many moves have just been written, none of them 0, because no move leads to the
    // square that it leaves.
    unsafe { list.set_len(start + set.count() as usize) };
    true
}
