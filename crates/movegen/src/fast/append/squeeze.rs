//! Writing all moves of a set at once: the squares of the set, squeezed together (VPCOMPRESSB),
//! become moves in one register, which is stored whole behind the list. Words past the last move
//! are never read.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_and_si512, _mm512_castsi512_si256, _mm512_cvtepu8_epi16,
    _mm512_maskz_compress_epi8, _mm512_or_si512, _mm512_set1_epi16, _mm512_slli_epi16,
    _mm512_storeu_si512,
};

use crate::{Bitboard, MoveList, Square};

const _: () = assert!(
    cfg!(all(target_feature = "avx512bw", target_feature = "avx512vbmi2")),
    "the target has the features of this module"
);

/// Moves in one register.
const WIDTH: usize = 32;

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

/// The squares of a set of at most 32, in order, each in 16 bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squares(set: Bitboard) -> __m512i {
    // SAFETY: both are 64 bytes of plain data.
    let all = unsafe { core::mem::transmute::<[u8; 64], __m512i>(SQUARES) };
    let squeezed = _mm512_maskz_compress_epi8(set.0, all);
    _mm512_cvtepu8_epi16(_mm512_castsi512_si256(squeezed))
}

/// Targets in the bits where a move has them.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn targets(squares: __m512i) -> __m512i {
    _mm512_slli_epi16::<6>(squares)
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
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squeeze_from(list: &mut MoveList, from: Square, set: Bitboard) -> bool {
    // A move from a square to itself would be 0 on a1, which is no move.
    let set = set & !from.bb();
    let origin = _mm512_set1_epi16(from.index() as i16);
    append(list, set, _mm512_or_si512(targets(squares(set)), origin))
}

/// [`MoveList::squeeze_by`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
#[inline]
fn squeeze_by(list: &mut MoveList, delta: i8, set: Bitboard) -> bool {
    if delta & 63 == 0 {
        return false; // from a square to itself
    }
    let to = squares(set);
    let from = _mm512_add_epi16(to, _mm512_set1_epi16(-i16::from(delta)));
    let from = _mm512_and_si512(from, _mm512_set1_epi16(63));
    append(list, set, _mm512_or_si512(targets(to), from))
}

/// Appends the first moves of a register, one for each square of `set`.
#[target_feature(enable = "avx512f")]
#[inline]
fn append(list: &mut MoveList, set: Bitboard, moves: __m512i) -> bool {
    let list = list.array();
    let length = list.len();
    if length > MoveList::CAPACITY - WIDTH || set.count() as usize > WIDTH {
        return false;
    }
    // SAFETY: the list has room for 32 more moves.
    let end = unsafe { list.as_mut_ptr().add(length) };
    // SAFETY: 32 moves of 2 bytes are the 64 bytes that are stored.
    unsafe { _mm512_storeu_si512(end.cast(), moves) };
    // SAFETY: that many moves have just been written, none of them 0, because no move leads to the
    // square that it leaves.
    unsafe { list.set_len(length + set.count() as usize) };
    true
}
