//! The sum by 256 bits.

use crate::block::{Block, LANES};
use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

/// Lanes of 16 bits in a register of 256.
const HALF: usize = LANES / 2;

/// Returns the sum of [`activate`](super::activate).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn activate(values: &[Block], weights: &[Block], one: i16) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(one));
    let mut sums = [zero; 2];
    for (values, weights) in values.iter().zip(weights) {
        for (index, sum) in sums.iter_mut().enumerate() {
            let clipped = _mm256_min_epi16(_mm256_max_epi16(half(values, index), zero), one);
            let products = _mm256_mullo_epi16(clipped, half(weights, index));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(products, clipped));
        }
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
    _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum)))
}

#[target_feature(enable = "avx2")]
#[inline]
#[expect(unsafe_code, reason = "a load; listed in docs/unsafe.md")]
fn half(block: &Block, index: usize) -> __m256i {
    let lanes = &block.0[HALF * index..][..HALF];
    // SAFETY: half a block has 32 bytes, aligned to 32.
    unsafe { _mm256_load_si256(lanes.as_ptr().cast()) }
}
