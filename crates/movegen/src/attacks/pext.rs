//! Slider attacks indexed by PEXT: the relevant occupancy, gathered into the low bits, is the
//! number of the entry. An entry has a bit for each square of the slider's rays, 14 at most, which
//! PDEP puts in their places: so all tables together take 210 KiB, a quarter of what whole sets
//! would, and more of them stays in the caches.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

use super::rays::{DIAGONALS, STRAIGHTS, Steps, walk};
use super::sliders::parts;
use crate::{Bitboard, Square};

const _: () = assert!(cfg!(target_feature = "bmi2"), "the target has PEXT and PDEP");

/// A table as the build script writes it: one little-endian number of 16 bits an entry.
struct Packed(&'static [[u8; 2]]);

impl Packed {
    const fn new(bytes: &'static [u8]) -> Self {
        let (numbers, rest) = bytes.as_chunks();
        assert!(rest.is_empty(), "a table consists of whole numbers");
        Self(numbers)
    }
}

static BISHOP: Packed = Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/pext_bishop.bin")));
static ROOK: Packed = Packed::new(include_bytes!(concat!(env!("OUT_DIR"), "/pext_rook.bin")));

/// The numbers that one lookup needs of its square, side by side, and found by a shift.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Lookup {
    mask: u64,
    rays: u64,
    offset: usize,
}

const fn lookups(steps: Steps) -> [Lookup; 64] {
    let parts = parts(steps);
    let mut lookups = [Lookup { mask: 0, rays: 0, offset: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let rays = walk(square, 0, steps);
        let (mask, offset) = (parts[square].mask, parts[square].offset as usize);
        lookups[square] = Lookup { mask, rays, offset };
        square += 1;
    }
    lookups
}

static BISHOP_LOOKUPS: [Lookup; 64] = lookups(DIAGONALS);
static ROOK_LOOKUPS: [Lookup; 64] = lookups(STRAIGHTS);

#[inline]
fn attacks(table: &Packed, lookup: &Lookup, occupied: Bitboard) -> Bitboard {
    let index = lookup.offset + pext(occupied.0, lookup.mask) as usize;
    Bitboard(pdep(u16::from_le_bytes(table.0[index]).into(), lookup.rays))
}

#[expect(unsafe_code, reason = "an intrinsic of a target feature; listed in docs/unsafe.md")]
#[inline]
fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: the target has BMI2, as asserted above.
    unsafe { _pext_u64(value, mask) }
}

#[expect(unsafe_code, reason = "an intrinsic of a target feature; listed in docs/unsafe.md")]
#[inline]
fn pdep(value: u64, mask: u64) -> u64 {
    // SAFETY: the target has BMI2, as asserted above.
    unsafe { _pdep_u64(value, mask) }
}

#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    attacks(&BISHOP, &BISHOP_LOOKUPS[square.index()], occupied)
}

#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    attacks(&ROOK, &ROOK_LOOKUPS[square.index()], occupied)
}
