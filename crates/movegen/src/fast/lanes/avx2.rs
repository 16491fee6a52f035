//! Eight lanes in two 256-bit registers: the first four directions shift to the left, their
//! opposites to the right.

use core::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi8,
    _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_sad_epu8,
    _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi64, _mm256_srli_epi16,
    _mm256_srlv_epi64, _mm256_testz_si256,
};
use core::mem;

use super::{LaneSteps, Sets};
use crate::Bitboard;

/// One set of squares for each direction.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx2Lanes([__m256i; 2]);

/// A number of squares, summed up in four parts.
pub(in crate::fast) struct Avx2Tally(__m256i);

impl Avx2Lanes {
    with_lanes! {
        pub(in crate::fast) fn new(lanes: [u64; 8]) -> Self {
            let [a, b, c, d, e, f, g, h] = lanes.map(u64::cast_signed);
            Self([_mm256_setr_epi64x(a, b, c, d), _mm256_setr_epi64x(e, f, g, h)])
        }

        #[expect(unsafe_code, reason = "registers as sets; listed in docs/unsafe.md")]
        pub(in crate::fast) fn store(self) -> Sets {
            // SAFETY: both types are 64 bytes of which any are valid.
            unsafe { mem::transmute::<[__m256i; 2], Sets>(self.0) }
        }

        /// Returns lanes with one set in every direction.
        pub(in crate::fast) fn splat(set: Bitboard) -> Self {
            Self([_mm256_set1_epi64x(set.0.cast_signed()); 2])
        }

        pub(in crate::fast) fn and(self, other: Self) -> Self {
            let [a, b] = self.0;
            Self([_mm256_and_si256(a, other.0[0]), _mm256_and_si256(b, other.0[1])])
        }

        pub(in crate::fast) fn but(self, other: Self) -> Self {
            let [a, b] = self.0;
            Self([_mm256_andnot_si256(other.0[0], a), _mm256_andnot_si256(other.0[1], b)])
        }

        pub(in crate::fast) fn or(self, other: Self) -> Self {
            let [a, b] = self.0;
            Self([_mm256_or_si256(a, other.0[0]), _mm256_or_si256(b, other.0[1])])
        }

        /// The sets moved along, over the edges too.
        pub(super) fn along(self, steps: LaneSteps, stride: i64) -> Self {
            let [a, b, c, d, ..] = steps.map(|step| i64::from(step) * stride);
            let by = _mm256_setr_epi64x(a, b, c, d);
            Self([_mm256_sllv_epi64(self.0[0], by), _mm256_srlv_epi64(self.0[1], by)])
        }

        /// Each direction's set in the opposite direction's place.
        pub(in crate::fast) fn opposite(self) -> Self {
            let [a, b] = self.0;
            Self([b, a])
        }

        pub(super) fn halves(self) -> [__m256i; 2] {
            self.0
        }

        /// Whether any set has a square.
        pub(in crate::fast) fn any(self) -> bool {
            let all = _mm256_or_si256(self.0[0], self.0[1]);
            _mm256_testz_si256(all, all) == 0
        }

        /// The sets of the directions in which `condition` has a square.
        pub(in crate::fast) fn where_any(self, condition: Self) -> Self {
            let none = condition.0.map(|half| _mm256_cmpeq_epi64(half, _mm256_setzero_si256()));
            self.but(Self(none))
        }
    }
}

impl Avx2Tally {
    with_lanes! {
        pub(in crate::fast) fn new() -> Self {
            Self(_mm256_setzero_si256())
        }

        /// Adds the numbers of squares in the sets.
        pub(in crate::fast) fn add(&mut self, sets: [Avx2Lanes; 2]) {
            let [[a, b], [c, d]] = sets.map(|sets| sets.0.map(|half| bits_of_bytes(half)));
            // At most 4 · 8 a byte.
            let bytes = _mm256_add_epi8(_mm256_add_epi8(a, b), _mm256_add_epi8(c, d));
            self.0 = _mm256_add_epi64(self.0, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
        }

        pub(in crate::fast) fn total(self) -> u64 {
            let high = _mm256_extracti128_si256::<1>(self.0);
            let two = _mm_add_epi64(_mm256_castsi256_si128(self.0), high);
            _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
        }
    }
}

with_lanes! {
    /// Returns how many bits each byte has: two look-ups in a table of nibbles (Muła, 2008).
    fn bits_of_bytes(vector: __m256i) -> __m256i {
        let table = _mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2,
            3, 3, 4,
        );
        let nibble = _mm256_set1_epi8(0x0f);
        let low = _mm256_and_si256(vector, nibble);
        let high = _mm256_and_si256(_mm256_srli_epi16::<4>(vector), nibble);
        _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
    }
}
