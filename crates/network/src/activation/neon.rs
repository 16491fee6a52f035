//! The sum by 128 bits.

use core::arch::aarch64::{
    int16x8_t, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_high_s16, vget_low_s16, vld1q_s16,
    vmaxq_s16, vminq_s16, vmlal_s16, vmulq_s16,
};

use crate::block::{Block, LANES};

/// Lanes of 16 bits in a register.
const QUARTER: usize = LANES / 4;

/// Returns the sum of [`activate`](super::activate).
#[target_feature(enable = "neon")]
#[inline]
pub(super) fn activate(values: &[Block], weights: &[Block], one: i16) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(one));
    let mut sums = [vdupq_n_s32(0); 4];
    for (values, weights) in values.iter().zip(weights) {
        for (index, sum) in sums.iter_mut().enumerate() {
            let clipped = vminq_s16(vmaxq_s16(quarter(values, index), zero), one);
            let products = vmulq_s16(clipped, quarter(weights, index));
            *sum = vmlal_s16(*sum, vget_low_s16(products), vget_low_s16(clipped));
            *sum = vmlal_s16(*sum, vget_high_s16(products), vget_high_s16(clipped));
        }
    }
    sums.into_iter().fold(0, |whole: i32, sum| whole.wrapping_add(vaddvq_s32(sum)))
}

#[target_feature(enable = "neon")]
#[inline]
#[expect(unsafe_code, reason = "a load; listed in docs/unsafe.md")]
fn quarter(block: &Block, index: usize) -> int16x8_t {
    let lanes = &block.0[QUARTER * index..][..QUARTER];
    // SAFETY: a quarter of a block has eight lanes.
    unsafe { vld1q_s16(lanes.as_ptr()) }
}
