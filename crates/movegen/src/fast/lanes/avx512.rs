//! Eight lanes in one 512-bit register.

use core::arch::x86_64::{
    __m256i, __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_castsi512_si256, _mm512_extracti64x4_epi64, _mm512_maskz_mov_epi64, _mm512_or_si512,
    _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_rolv_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_test_epi64_mask,
};
use core::mem;

use super::{LaneSteps, Sets};
use crate::Bitboard;

/// One set of squares for each direction.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx512Lanes(__m512i);

/// A number of squares, summed up in each lane.
pub(in crate::fast) struct Avx512Tally(__m512i);

impl Avx512Lanes {
    with_lanes! {
        pub(in crate::fast) fn new(lanes: [u64; 8]) -> Self {
            let [a, b, c, d, e, f, g, h] = lanes.map(u64::cast_signed);
            Self(_mm512_setr_epi64(a, b, c, d, e, f, g, h))
        }

        #[expect(unsafe_code, reason = "registers as sets; listed in docs/unsafe.md")]
        pub(in crate::fast) fn store(self) -> Sets {
            // SAFETY: both types are 64 bytes of which any are valid.
            unsafe { mem::transmute::<__m512i, Sets>(self.0) }
        }

        /// Returns lanes with one set in every direction.
        pub(in crate::fast) fn splat(set: Bitboard) -> Self {
            Self(_mm512_set1_epi64(set.0.cast_signed()))
        }

        pub(in crate::fast) fn and(self, other: Self) -> Self {
            Self(_mm512_and_si512(self.0, other.0))
        }

        pub(in crate::fast) fn but(self, other: Self) -> Self {
            Self(_mm512_andnot_si512(other.0, self.0))
        }

        pub(in crate::fast) fn or(self, other: Self) -> Self {
            Self(_mm512_or_si512(self.0, other.0))
        }

        /// The sets moved along, over the edges too.
        pub(super) fn along(self, steps: LaneSteps, stride: i64) -> Self {
            let turns = steps.map(|step| (i64::from(step) * stride).rem_euclid(64) as u64);
            Self(_mm512_rolv_epi64(self.0, Self::new(turns).0))
        }

        /// Each direction's set in the opposite direction's place.
        pub(in crate::fast) fn opposite(self) -> Self {
            Self(_mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0))
        }

        pub(super) fn halves(self) -> [__m256i; 2] {
            [_mm512_castsi512_si256(self.0), _mm512_extracti64x4_epi64::<1>(self.0)]
        }

        /// Whether any set has a square.
        pub(in crate::fast) fn any(self) -> bool {
            _mm512_test_epi64_mask(self.0, self.0) != 0
        }

        /// The sets of the directions in which `condition` has a square.
        pub(in crate::fast) fn where_any(self, condition: Self) -> Self {
            let lanes = _mm512_test_epi64_mask(condition.0, condition.0);
            Self(_mm512_maskz_mov_epi64(lanes, self.0))
        }
    }
}

impl Avx512Tally {
    with_lanes! {
        pub(in crate::fast) fn new() -> Self {
            Self(_mm512_setzero_si512())
        }

        /// Adds the numbers of squares in the sets.
        pub(in crate::fast) fn add(&mut self, sets: [Avx512Lanes; 2]) {
            let [a, b] = sets.map(|sets| _mm512_popcnt_epi64(sets.0));
            self.0 = _mm512_add_epi64(_mm512_add_epi64(self.0, a), b);
        }

        pub(in crate::fast) fn total(self) -> u64 {
            _mm512_reduce_add_epi64(self.0).cast_unsigned()
        }
    }
}
