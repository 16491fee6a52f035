//! Slider attacks indexed by PEXT: the relevant occupancy, gathered into the low bits, is the
//! number of the entry.

use core::arch::x86_64::_pext_u64;

use super::rays::{DIAGONALS, STRAIGHTS};
use super::sliders::{Part, Table, parts, slider_table};
use crate::{Bitboard, Square};

const _: () = assert!(cfg!(target_feature = "bmi2"), "the target has PEXT");

static BISHOP: Table = slider_table!("pext_bishop.bin");
static ROOK: Table = slider_table!("pext_rook.bin");

static BISHOP_PARTS: [Part; 64] = parts(DIAGONALS);
static ROOK_PARTS: [Part; 64] = parts(STRAIGHTS);

#[inline]
fn index(part: &Part, occupied: Bitboard) -> usize {
    part.offset as usize + pext(occupied.0, part.mask) as usize
}

#[expect(unsafe_code, reason = "an intrinsic of a target feature; listed in docs/unsafe.md")]
#[inline]
fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: the target has BMI2, as asserted above.
    unsafe { _pext_u64(value, mask) }
}

#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP.get(index(&BISHOP_PARTS[square.index()], occupied))
}

#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK.get(index(&ROOK_PARTS[square.index()], occupied))
}
