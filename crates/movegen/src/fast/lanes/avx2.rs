//! Eight lanes in two 256-bit registers: the first four directions shift to the left, their
//! opposites to the right.

use core::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi8,
    _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32,
    _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extract_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setr_epi8,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi64,
    _mm256_srli_epi16, _mm256_srlv_epi64, _mm256_testz_si256,
};

use core::mem;

use super::{JUMP_ROOM, JUMPS, ROOM, STEPS, Sets};

/// One set of squares for each direction.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx2Lanes([__m256i; 2]);

/// A number of squares, summed up in four parts.
pub(in crate::fast) struct Avx2Tally(__m256i);

/// Squares through which each direction may pass, for strides of one, two and four squares.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx2Ways([Avx2Lanes; 3]);

/// Four words.
#[target_feature(enable = "avx2")]
#[inline]
fn vector(lanes: &[u64; 8], half: usize) -> __m256i {
    let at = |lane: usize| lanes[4 * half + lane].cast_signed();
    _mm256_setr_epi64x(at(0), at(1), at(2), at(3))
}

/// Returns the shifts of the first four directions for a stride; their opposites shift as far.
#[target_feature(enable = "avx2")]
#[inline]
fn shifts(steps: &[i8; 8], stride: i64) -> __m256i {
    let [a, b, c, d, ..] = steps.map(|step| i64::from(step) * stride);
    _mm256_setr_epi64x(a, b, c, d)
}

/// The sets moved along, over the edges too.
#[target_feature(enable = "avx2")]
#[inline]
fn moved(lanes: Avx2Lanes, by: __m256i) -> Avx2Lanes {
    Avx2Lanes([_mm256_sllv_epi64(lanes.0[0], by), _mm256_srlv_epi64(lanes.0[1], by)])
}

/// Returns how many bits each byte has: two look-ups in a table of nibbles (Muła, 2008).
#[target_feature(enable = "avx2")]
#[inline]
fn bits_of_bytes(vector: __m256i) -> __m256i {
    let table = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3,
        3, 4,
    );
    let nibble = _mm256_set1_epi8(0x0f);
    let low = _mm256_and_si256(vector, nibble);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(vector), nibble);
    _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high))
}

impl Avx2Ways {
    /// The ways over squares that are not `occupied`.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn new(occupied: Avx2Lanes) -> Self {
        let room = Avx2Lanes([vector(&ROOM, 0), vector(&ROOM, 1)]);
        let one = room.but(occupied);
        let two = one.and(moved(one, shifts(&STEPS, 1)));
        let four = two.and(moved(two, shifts(&STEPS, 2)));
        Self([one, two, four])
    }
}

impl Avx2Lanes {
    /// Returns the sets of a board as lanes.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn load(sets: &Sets) -> Self {
        Self([vector(&sets.0, 0), vector(&sets.0, 1)])
    }

    /// Returns the board after a piece left `from`, and the piece whose sets `mask` marks came to
    /// `to`, in place of the one that was there.
    #[expect(unsafe_code, reason = "registers as words; listed in docs/unsafe.md")]
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn with_move(self, from: u64, to: u64, mask: &Sets) -> Sets {
        let without = self.but(Self::splat(from | to));
        let sets = without.or(Self::splat(to).and(Self::load(mask)));
        // SAFETY: both types are 64 bytes of which any are valid.
        Sets(unsafe { mem::transmute::<[__m256i; 2], [u64; 8]>(sets.0) })
    }

    /// Returns lanes with one set in every direction.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn splat(set: u64) -> Self {
        Self([_mm256_set1_epi64x(set.cast_signed()); 2])
    }

    /// Returns lanes with one set in the straight directions, another in the diagonal ones.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn kinds(straight: u64, diagonal: u64) -> Self {
        let [straight, _] = Self::splat(straight).0;
        let [diagonal, _] = Self::splat(diagonal).0;
        // Two parts of 32 bits a lane; the odd lanes are diagonal, in either half.
        Self([_mm256_blend_epi32::<0b1100_1100>(straight, diagonal); 2])
    }

    /// A set in every direction, and more in the directions of `MASK`.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn splat_and(set: u64, more: u64, mask: u8) -> Self {
        let lane = |n: u32| if mask >> n & 1 != 0 { more.cast_signed() } else { 0 };
        let more = Self([
            _mm256_setr_epi64x(lane(0), lane(1), lane(2), lane(3)),
            _mm256_setr_epi64x(lane(4), lane(5), lane(6), lane(7)),
        ]);
        Self::splat(set).or(more)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn and(self, other: Self) -> Self {
        let [a, b] = self.0;
        Self([_mm256_and_si256(a, other.0[0]), _mm256_and_si256(b, other.0[1])])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn but(self, other: Self) -> Self {
        let [a, b] = self.0;
        Self([_mm256_andnot_si256(other.0[0], a), _mm256_andnot_si256(other.0[1], b)])
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn or(self, other: Self) -> Self {
        let [a, b] = self.0;
        Self([_mm256_or_si256(a, other.0[0]), _mm256_or_si256(b, other.0[1])])
    }

    /// The squares that sliders attack: everything reached from the sets along their directions
    /// over the ways, and one square further.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn rays(self, ways: &Avx2Ways) -> Self {
        let mut reached = self;
        reached = reached.or(ways.0[0].and(moved(reached, shifts(&STEPS, 1))));
        reached = reached.or(ways.0[1].and(moved(reached, shifts(&STEPS, 2))));
        reached = reached.or(ways.0[2].and(moved(reached, shifts(&STEPS, 4))));
        reached.step()
    }

    /// One square along each direction.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn step(self) -> Self {
        moved(self, shifts(&STEPS, 1)).and(Self([vector(&ROOM, 0), vector(&ROOM, 1)]))
    }

    /// The eight jumps of knights.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn jumps(self) -> Self {
        let room = Self([vector(&JUMP_ROOM, 0), vector(&JUMP_ROOM, 1)]);
        moved(self, shifts(&JUMPS, 1)).and(room)
    }

    /// Each direction's set in the opposite direction's place.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn opposite(self) -> Self {
        let [a, b] = self.0;
        Self([b, a])
    }

    /// All sets in one.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn union(self) -> u64 {
        let four = _mm256_or_si256(self.0[0], self.0[1]);
        let two = _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
        _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
    }

    /// Whether any set has a square.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn any(self) -> bool {
        let all = _mm256_or_si256(self.0[0], self.0[1]);
        _mm256_testz_si256(all, all) == 0
    }

    /// The sets of the directions in which `condition` has a square.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn where_any(self, condition: Self) -> Self {
        let none = _mm256_setzero_si256();
        let [a, b] = condition.0.map(|half| _mm256_cmpeq_epi64(half, none));
        Self([_mm256_andnot_si256(a, self.0[0]), _mm256_andnot_si256(b, self.0[1])])
    }

    /// The sets of the first four directions.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn first_half(self) -> [u64; 4] {
        let half = self.0[0];
        [
            _mm256_extract_epi64::<0>(half),
            _mm256_extract_epi64::<1>(half),
            _mm256_extract_epi64::<2>(half),
            _mm256_extract_epi64::<3>(half),
        ]
        .map(i64::cast_unsigned)
    }
}

impl Avx2Tally {
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn new() -> Self {
        Self(_mm256_setzero_si256())
    }

    /// Adds the number of squares in the sets.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn add(&mut self, sets: Avx2Lanes) {
        // At most 2 · 8 a byte.
        let bytes = _mm256_add_epi8(bits_of_bytes(sets.0[0]), bits_of_bytes(sets.0[1]));
        self.0 = _mm256_add_epi64(self.0, _mm256_sad_epu8(bytes, _mm256_setzero_si256()));
    }

    /// Adds the number of jumps of knights to squares that are not `blocked`.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn add_jumps(&mut self, knights: u64, blocked: Avx2Lanes) {
        self.add(Avx2Lanes::splat(knights).jumps().but(blocked));
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::fast) fn total(self) -> u64 {
        let high = _mm256_extracti128_si256::<1>(self.0);
        let two = _mm_add_epi64(_mm256_castsi256_si128(self.0), high);
        _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
    }
}
