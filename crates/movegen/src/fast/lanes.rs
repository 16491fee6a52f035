//! Eight directions at once: a set of squares for each, in the lanes of a vector register.
//!
//! ```text
//!  lane   0   1    2   3   │  4   5    6   7        NW N NE       2 1 0
//!         NE  N    NW  E   │  SW  S    SE  W         W · E        7 · 3
//!  step  +9  +8   +7  +1   │ −9  −8   −7  −1        SW S SE       4 5 6
//! ```
//!
//! The opposite of a direction is its lane ^ 4, so opposites are exchanged by exchanging the
//! halves. A Kogge-Stone fill (Kogge and Stone, 1973, for carries; Gunnar Andersson and Steffen
//! Jakob for attacks) doubles its stride three times and so follows all rays of all sliders in a
//! dozen instructions. In one direction the rays of two sliders never overlap, because the square
//! of the second ends the ray of the first: a lane has as many squares as its sliders have moves.

use core::arch::x86_64::{
    _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_or_si256,
};

use super::Sets;
use crate::Bitboard;

/// Gives functions the target features of the lanes. They are inlined into each other, and called
/// from code without the features after the check at compile time below.
macro_rules! with_lanes {
    ($(
        $(#[$attribute:meta])*
        $visible:vis fn $name:ident $(<const $constant:ident: bool>)? ($($parameters:tt)*)
        $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        #[cfg_attr(movegen_lanes = "512", target_feature(enable = "avx512f,avx512vpopcntdq"))]
        #[cfg_attr(movegen_lanes = "256", target_feature(enable = "avx2"))]
        #[inline]
        $visible fn $name $(<const $constant: bool>)? ($($parameters)*) $(-> $result)? $body
    )*};
}
pub(super) use with_lanes;

#[cfg(movegen_lanes = "256")]
mod avx2;
#[cfg(movegen_lanes = "512")]
mod avx512;

#[cfg(movegen_lanes = "256")]
pub(super) use avx2::{Avx2Lanes as Lanes, Avx2Tally as Tally};
#[cfg(movegen_lanes = "512")]
pub(super) use avx512::{Avx512Lanes as Lanes, Avx512Tally as Tally};

const _: () = assert!(
    cfg!(any(
        all(movegen_lanes = "512", target_feature = "avx512f", target_feature = "avx512vpopcntdq"),
        all(movegen_lanes = "256", target_feature = "avx2")
    )),
    "the target has the features of its lanes"
);

/// Numbers by which squares change in each direction, the opposites of the first half in the
/// second.
type LaneSteps = [i8; 8];

const STEPS: LaneSteps = [9, 8, 7, 1, -9, -8, -7, -1];

const JUMPS: LaneSteps = [17, 10, 15, 6, -17, -10, -15, -6];

/// The squares on which each direction, or each jump, may end without going round the board's edge.
const ROOM: [u64; 8] = room(STEPS);
const JUMP_ROOM: [u64; 8] = room(JUMPS);

const fn room(steps: LaneSteps) -> [u64; 8] {
    let mut room = [0; 8];
    let mut n = 0;
    while n < 8 * 64 {
        let (lane, to) = (n / 64, (n % 64) as i8);
        let from = to - steps[lane];
        if from >= 0 && from < 64 && (from % 8 - to % 8).abs() <= 2 {
            room[lane] |= 1 << to;
        }
        n += 1;
    }
    room
}

/// Squares through which each direction may pass, for strides of one, two and four squares.
#[derive(Clone, Copy)]
pub(super) struct Ways([Lanes; 3]);

impl Ways {
    with_lanes! {
        /// The ways over squares that are not `occupied`.
        pub(super) fn new(occupied: Lanes) -> Self {
            let one = Lanes::new(ROOM).but(occupied);
            let two = one.and(one.along(STEPS, 1));
            Self([one, two, two.and(two.along(STEPS, 2))])
        }
    }
}

impl Lanes {
    with_lanes! {
        /// Returns lanes with one set in the straight directions, another in the diagonal ones.
        pub(super) fn kinds(straight: Bitboard, diagonal: Bitboard) -> Self {
            let [s, d] = [straight.0, diagonal.0];
            Self::new([d, s, d, s, d, s, d, s])
        }

        /// The squares to which sliders go over the ways, and their own.
        pub(super) fn reach(self, ways: &Ways) -> Self {
            let mut reached = self;
            reached = reached.or(ways.0[0].and(reached.along(STEPS, 1)));
            reached = reached.or(ways.0[1].and(reached.along(STEPS, 2)));
            reached.or(ways.0[2].and(reached.along(STEPS, 4)))
        }

        /// The squares that sliders attack: what they reach, and one square further.
        pub(super) fn rays(self, ways: &Ways) -> Self {
            self.reach(ways).step()
        }

        /// One square along each direction.
        pub(super) fn step(self) -> Self {
            self.along(STEPS, 1).and(Self::new(ROOM))
        }

        /// The eight jumps of knights.
        pub(super) fn jumps(self) -> Self {
            self.along(JUMPS, 1).and(Self::new(JUMP_ROOM))
        }

        /// All sets in one; by halves, because narrower vectors are quicker.
        pub(super) fn union(self) -> Bitboard {
            let [low, high] = self.halves();
            let four = _mm256_or_si256(low, high);
            let two =
                _mm_or_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
            Bitboard(_mm_cvtsi128_si64(one).cast_unsigned())
        }
    }
}

with_lanes! {
    /// Returns the board after a piece left `from`, and the piece whose sets `mask` marks came to
    /// `to`, in place of the one that was there.
    pub(super) fn with_move(board: &Sets, from: Bitboard, to: Bitboard, mask: &Sets) -> Sets {
        let [board, mask] = [board, mask].map(|sets| Lanes::new(sets.0.map(|set| set.0)));
        let to = Lanes::splat(to);
        board.but(Lanes::splat(from)).but(to).or(to.and(mask)).store()
    }
}
