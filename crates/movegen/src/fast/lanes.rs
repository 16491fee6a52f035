//! Eight directions at once: a set of squares for each, in the lanes of a vector register.
//!
//! ```text
//!  lane   0   1    2   3   │  4   5    6   7        NW N NE       3 0 1
//!         N   NE   E   NW  │  S   SW   W   SE        W · E        6 · 2
//!  step  +8  +9   +1  +7   │ −8  −9   −1  −7        SW S SE       5 4 7
//! ```
//!
//! The opposite of a direction is its lane ^ 4, so opposites are exchanged by exchanging the
//! halves. A Kogge-Stone fill (Kogge and Stone, 1973, for carries; Gunnar Andersson and Steffen
//! Jakob for attacks) doubles its stride three times and so follows all rays of all sliders in a
//! dozen instructions. In one direction the rays of two sliders never overlap, because the square
//! of the second ends the ray of the first: a lane has as many squares as its sliders have moves.

use super::sets::Sets;

#[cfg(movegen_lanes = "256")]
mod avx2;
#[cfg(movegen_lanes = "512")]
mod avx512;

#[cfg(movegen_lanes = "256")]
pub(super) use avx2::{Avx2Lanes as Lanes, Avx2Tally as Tally, Avx2Ways as Ways};
#[cfg(movegen_lanes = "512")]
pub(super) use avx512::{Avx512Lanes as Lanes, Avx512Tally as Tally, Avx512Ways as Ways};

const _: () = assert!(
    cfg!(any(
        all(movegen_lanes = "512", target_feature = "avx512f", target_feature = "avx512vpopcntdq"),
        all(movegen_lanes = "256", target_feature = "avx2")
    )),
    "the target has the features of its lanes"
);

/// The change of a square's number in one step of each direction.
const STEPS: [i8; 8] = [8, 9, 1, 7, -8, -9, -1, -7];

/// The lanes of the diagonal directions.
#[cfg(movegen_lanes = "512")]
const DIAGONAL: u32 = 0b1010_1010;

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;
const NOT_1: u64 = !0xff;
const NOT_8: u64 = !(0xff << 56);

/// The squares on which a step of each direction may end without going round the board's edge.
const ROOM: [u64; 8] =
    [NOT_1, NOT_1 & NOT_A, NOT_A, NOT_1 & NOT_H, NOT_8, NOT_8 & NOT_H, NOT_H, NOT_8 & NOT_A];

/// The change of a square's number in each of a knight's jumps.
const JUMPS: [i8; 8] = [17, 10, 15, 6, -17, -10, -15, -6];

/// The squares on which each jump may end.
const JUMP_ROOM: [u64; 8] = {
    const NOT_AB: u64 = NOT_A & NOT_A << 1;
    const NOT_GH: u64 = NOT_H & NOT_H >> 1;
    const NOT_12: u64 = !0xffff;
    const NOT_78: u64 = !(0xffff << 48);
    [
        NOT_12 & NOT_A,
        NOT_1 & NOT_AB,
        NOT_12 & NOT_H,
        NOT_1 & NOT_GH,
        NOT_78 & NOT_H,
        NOT_8 & NOT_GH,
        NOT_78 & NOT_A,
        NOT_8 & NOT_AB,
    ]
};
