//! Writing all moves of a set at once: the squares of the set, squeezed together (VPCOMPRESSB),
//! become moves in one register, which is stored whole behind the list. Words past the last move
//! are never read. A piece has at most 14 moves on two lines, so 256 bits are enough.

use core::arch::x86_64::{
    __m512i, _mm256_add_epi16, _mm256_and_si256, _mm256_cvtepu8_epi16, _mm256_or_si256,
    _mm256_set1_epi16, _mm256_slli_epi16, _mm256_storeu_si256, _mm512_castsi512_si128,
    _mm512_maskz_compress_epi8,
};

use crate::{Bitboard, MoveList, Square};

const _: () = assert!(
    cfg!(all(target_feature = "avx512bw", target_feature = "avx512vbmi2")),
    "the target has the features of this module"
);

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

/// The squares that moves leave.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    One(Square),
    /// `target - delta` for each target, `delta` being no multiple of 64.
    Behind(i8),
}

/// Appends a normal move to each square of a set, lowest first; false if the list has too little
/// room to store a whole register, or if the set is too large for one, and nothing is appended.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi2")]
#[inline]
pub(super) fn append(list: &mut MoveList, set: Bitboard, origin: Origin) -> bool {
    let list = list.array();
    let length = list.len();
    if length > MoveList::CAPACITY - WIDTH || set.count() as usize > WIDTH {
        return false;
    }
    // SAFETY: both are 64 bytes of plain data.
    let squares = unsafe { core::mem::transmute::<[u8; 64], __m512i>(SQUARES) };
    let squeezed = _mm512_maskz_compress_epi8(set.0, squares);
    let to = _mm256_cvtepu8_epi16(_mm512_castsi512_si128(squeezed));
    let from = match origin {
        Origin::One(from) => _mm256_set1_epi16(from.index() as i16),
        Origin::Behind(delta) => {
            let from = _mm256_add_epi16(to, _mm256_set1_epi16(-i16::from(delta)));
            _mm256_and_si256(from, _mm256_set1_epi16(63))
        }
    };
    let moves = _mm256_or_si256(_mm256_slli_epi16::<6>(to), from);
    // SAFETY: the list has room for 16 more moves.
    let end = unsafe { list.as_mut_ptr().add(length) };
    // SAFETY: 16 moves of 2 bytes are the 32 bytes that are stored.
    unsafe { _mm256_storeu_si256(end.cast(), moves) };
    // SAFETY: that many moves have just been written, none of them 0, because no move leads to the
    // square that it leaves.
    unsafe { list.set_len(length + set.count() as usize) };
    true
}
