//! Writing all moves of a set at once: the squares of the set, squeezed together (VPCOMPRESSB),
//! become moves in one register, which is stored whole behind the list. Words past the last move
//! are never read. A piece has at most 14 moves on two lines, so 256 bits are enough.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi16, _mm256_and_si256, _mm256_cvtepu8_epi16, _mm256_or_si256,
    _mm256_set1_epi16, _mm256_slli_epi16, _mm256_storeu_si256, _mm512_castsi512_si128,
    _mm512_maskz_compress_epi8,
};

use crate::{Bitboard, MoveList, Square};

const _: () = assert!(
    cfg!(all(target_feature = "avx512bw", target_feature = "avx512vbmi2")),
    "the target has the features of this module"
);

/// Moves in one register.
const WIDTH: usize = 16;

/// The numbers of the squares, 0 to 63, each in its byte.
static SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = i as u8;
        i += 1;
    }
    squares
};

/// The squares of a set of at most 16, in order, each in 16 bits.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squares(set: Bitboard) -> __m256i {
    // SAFETY: both are 64 bytes of plain data.
    let all = unsafe { core::mem::transmute::<[u8; 64], __m512i>(SQUARES) };
    let squeezed = _mm512_maskz_compress_epi8(set.0, all);
    _mm256_cvtepu8_epi16(_mm512_castsi512_si128(squeezed))
}

/// Targets in the bits where a move has them.
#[target_feature(enable = "avx2,avx512f,avx512bw")]
#[inline]
fn targets(squares: __m256i) -> __m256i {
    _mm256_slli_epi16::<6>(squares)
}

impl MoveList {
    /// Appends normal moves of one piece; false if the list has too little room to store a whole
    /// register, or if the set is too large for one, and nothing is appended.
    #[inline]
    pub(super) fn squeeze_from(&mut self, from: Square, set: Bitboard) -> bool {
        // SAFETY: the target has the features, as asserted above.
        unsafe { squeeze_from(self, from, set) }
    }

    /// Appends normal moves of pawns that all go the same way, each from `target - delta`; false as
    /// in [`squeeze_from`](Self::squeeze_from), or if `delta` is a multiple of 64.
    #[inline]
    pub(super) fn squeeze_by(&mut self, delta: i8, set: Bitboard) -> bool {
        // SAFETY: the target has the features, as asserted above.
        unsafe { squeeze_by(self, delta, set) }
    }
}

/// [`MoveList::squeeze_from`].
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squeeze_from(list: &mut MoveList, from: Square, set: Bitboard) -> bool {
    // A move from a square to itself would be 0 on a1, which is no move.
    let set = set & !from.bb();
    let origin = _mm256_set1_epi16(from.index() as i16);
    append(list, set, _mm256_or_si256(targets(squares(set)), origin))
}

/// [`MoveList::squeeze_by`].
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squeeze_by(list: &mut MoveList, delta: i8, set: Bitboard) -> bool {
    if delta & 63 == 0 {
        return false; // from a square to itself
    }
    let to = squares(set);
    let from = _mm256_add_epi16(to, _mm256_set1_epi16(-i16::from(delta)));
    let from = _mm256_and_si256(from, _mm256_set1_epi16(63));
    append(list, set, _mm256_or_si256(targets(to), from))
}

/// Appends the first moves of a register, one for each square of `set`.
#[target_feature(enable = "avx2,avx512f")]
#[inline]
fn append(list: &mut MoveList, set: Bitboard, moves: __m256i) -> bool {
    let list = list.array();
    let length = list.len();
    if length > MoveList::CAPACITY - WIDTH || set.count() as usize > WIDTH {
        return false;
    }
    // SAFETY: the list has room for 16 more moves.
    let end = unsafe { list.as_mut_ptr().add(length) };
    // SAFETY: 16 moves of 2 bytes are the 32 bytes that are stored.
    unsafe { _mm256_storeu_si256(end.cast(), moves) };
    // SAFETY: that many moves have just been written, none of them 0, because no move leads to the
    // square that it leaves.
    unsafe { list.set_len(length + set.count() as usize) };
    true
}
