//! Eight lanes in one 512-bit register.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si256,
    _mm512_mask_mov_epi64, _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_reduce_or_epi64, _mm512_rolv_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_ternarylogic_epi64,
    _mm512_test_epi64_mask,
};

use core::mem;

use super::{DIAGONAL, JUMP_ROOM, JUMPS, ROOM, STEPS, Sets};

/// One set of squares for each direction.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx512Lanes(__m512i);

/// A number of squares, summed up in each lane.
pub(in crate::fast) struct Avx512Tally(__m512i);

/// Squares through which each direction may pass, for strides of one, two and four squares.
#[derive(Clone, Copy)]
pub(in crate::fast) struct Avx512Ways([__m512i; 3]);

#[target_feature(enable = "avx512f")]
#[inline]
fn vector(lanes: [u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = lanes.map(u64::cast_signed);
    _mm512_setr_epi64(a, b, c, d, e, f, g, h)
}

/// Rotations of a stride, modulo 64.
#[target_feature(enable = "avx512f")]
#[inline]
fn rotations(steps: [i8; 8], stride: i64) -> __m512i {
    vector(steps.map(|step| (i64::from(step) * stride).rem_euclid(64).cast_unsigned()))
}

/// Truth table of `a | b & c`.
const OR_AND: i32 = 0xf8;
/// Truth table of `a | b` where c, else `a & !b`.
const OR_WHERE_ELSE_BUT: i32 = 0xb8;

impl Avx512Ways {
    /// The ways over squares that are not `occupied`.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn new(occupied: Avx512Lanes) -> Self {
        let one = _mm512_andnot_si512(occupied.0, vector(ROOM));
        let two = _mm512_and_si512(one, _mm512_rolv_epi64(one, rotations(STEPS, 1)));
        let four = _mm512_and_si512(two, _mm512_rolv_epi64(two, rotations(STEPS, 2)));
        Self([one, two, four])
    }
}

impl Avx512Lanes {
    /// Returns the sets of a board as lanes.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn load(sets: &Sets) -> Self {
        Self(vector(sets.0))
    }

    /// Returns the board after a piece left `from`, and the piece whose sets `mask` marks came to
    /// `to`, in place of the one that was there.
    #[expect(unsafe_code, reason = "a register as words; listed in docs/unsafe.md")]
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn with_move(self, from: u64, to: u64, mask: &Sets) -> Sets {
        let without = _mm512_andnot_si512(Self::splat(from).0, self.0);
        let to = Self::splat(to).0;
        let sets = _mm512_ternarylogic_epi64::<OR_WHERE_ELSE_BUT>(without, to, vector(mask.0));
        // SAFETY: both types are 64 bytes of which any are valid.
        Sets(unsafe { mem::transmute::<__m512i, [u64; 8]>(sets) })
    }

    /// Returns lanes with one set in every direction.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn splat(set: u64) -> Self {
        Self(_mm512_set1_epi64(set.cast_signed()))
    }

    /// Returns lanes with one set in the straight directions, another in the diagonal ones.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn kinds(straight: u64, diagonal: u64) -> Self {
        let lanes = DIAGONAL as u8;
        Self(_mm512_mask_mov_epi64(Self::splat(straight).0, lanes, Self::splat(diagonal).0))
    }

    /// A set in every direction, and more in the directions of `mask`.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn splat_and(set: u64, more: u64, mask: u8) -> Self {
        let all = Self::splat(set).0;
        Self(_mm512_mask_mov_epi64(all, mask, Self::splat(set | more).0))
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn and(self, other: Self) -> Self {
        Self(_mm512_and_si512(self.0, other.0))
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn but(self, other: Self) -> Self {
        Self(_mm512_andnot_si512(other.0, self.0))
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn or(self, other: Self) -> Self {
        Self(_mm512_or_si512(self.0, other.0))
    }

    /// The squares that sliders attack: everything reached from the sets along their directions
    /// over the ways, and one square further.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn rays(self, ways: &Avx512Ways) -> Self {
        let mut reached = self.0;
        reached = _mm512_ternarylogic_epi64::<OR_AND>(
            reached,
            ways.0[0],
            _mm512_rolv_epi64(reached, rotations(STEPS, 1)),
        );
        reached = _mm512_ternarylogic_epi64::<OR_AND>(
            reached,
            ways.0[1],
            _mm512_rolv_epi64(reached, rotations(STEPS, 2)),
        );
        reached = _mm512_ternarylogic_epi64::<OR_AND>(
            reached,
            ways.0[2],
            _mm512_rolv_epi64(reached, rotations(STEPS, 4)),
        );
        Self(reached).step()
    }

    /// One square along each direction.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn step(self) -> Self {
        let moved = _mm512_rolv_epi64(self.0, rotations(STEPS, 1));
        Self(_mm512_and_si512(moved, vector(ROOM)))
    }

    /// The eight jumps of knights.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn jumps(self) -> Self {
        let moved = _mm512_rolv_epi64(self.0, rotations(JUMPS, 1));
        Self(_mm512_and_si512(moved, vector(JUMP_ROOM)))
    }

    /// Each direction's set in the opposite direction's place.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn opposite(self) -> Self {
        Self(_mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0))
    }

    /// All sets in one.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn union(self) -> u64 {
        _mm512_reduce_or_epi64(self.0).cast_unsigned()
    }

    /// Whether any set has a square.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn any(self) -> bool {
        _mm512_test_epi64_mask(self.0, self.0) != 0
    }

    /// The sets of the directions in which `condition` has a square.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn where_any(self, condition: Self) -> Self {
        let lanes = _mm512_test_epi64_mask(condition.0, condition.0);
        Self(_mm512_maskz_mov_epi64(lanes, self.0))
    }

    /// The sets of the first four directions.
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn first_half(self) -> [u64; 4] {
        use core::arch::x86_64::_mm256_extract_epi64;
        let half = _mm512_castsi512_si256(self.0);
        [
            _mm256_extract_epi64::<0>(half),
            _mm256_extract_epi64::<1>(half),
            _mm256_extract_epi64::<2>(half),
            _mm256_extract_epi64::<3>(half),
        ]
        .map(i64::cast_unsigned)
    }
}

impl Avx512Tally {
    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn new() -> Self {
        Self(_mm512_setzero_si512())
    }

    /// Adds the number of squares in the sets.
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    pub(in crate::fast) fn add(&mut self, sets: Avx512Lanes) {
        self.0 = _mm512_add_epi64(self.0, _mm512_popcnt_epi64(sets.0));
    }

    /// Adds the number of jumps of knights to squares that are not `blocked`.
    #[target_feature(enable = "avx512f,avx512vpopcntdq")]
    #[inline]
    pub(in crate::fast) fn add_jumps(&mut self, knights: u64, blocked: Avx512Lanes) {
        self.add(Avx512Lanes::splat(knights).jumps().but(blocked));
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    pub(in crate::fast) fn total(self) -> u64 {
        _mm512_reduce_add_epi64(self.0).cast_unsigned()
    }
}
