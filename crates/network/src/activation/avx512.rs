//! The sum by 512 bits.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use crate::block::Block;

/// Returns the sum of [`activate`](super::activate).
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) fn activate(values: &[Block], weights: &[Block], one: i16) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(one));
    let mut sums = zero;
    for (values, weights) in values.iter().zip(weights) {
        let clipped = _mm512_min_epi16(_mm512_max_epi16(whole(values), zero), one);
        let products = _mm512_mullo_epi16(clipped, whole(weights));
        sums = _mm512_add_epi32(sums, _mm512_madd_epi16(products, clipped));
    }
    _mm512_reduce_add_epi32(sums)
}

#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
#[expect(unsafe_code, reason = "a load; listed in docs/unsafe.md")]
fn whole(block: &Block) -> __m512i {
    // SAFETY: a block has 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}
