//! Set algebra on boards of 64 squares: shifts that respect the board's edge, and fills.
//!
//! Bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8. North is towards the eighth rank.

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares where a pawn may be: all except the first and the eighth rank.
pub const PAWN_SQUARES: u64 = 0x00FF_FFFF_FFFF_FF00;

/// Moves every square one file towards the h-file; squares of the h-file fall off.
pub(crate) const fn east(set: u64) -> u64 {
    (set & !FILE_H) << 1
}

/// Moves every square one file towards the a-file; squares of the a-file fall off.
pub(crate) const fn west(set: u64) -> u64 {
    (set & !FILE_A) >> 1
}

/// The neighbours to the left and to the right of every square.
pub(crate) const fn sideways(set: u64) -> u64 {
    east(set) | west(set)
}

/// Every square and all squares north of it on its file (Kogge-Stone fill).
pub(crate) const fn north_fill(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// Every square and all squares south of it on its file (Kogge-Stone fill).
pub(crate) const fn south_fill(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

/// All squares of every file that holds a square of the set.
pub(crate) const fn file_fill(set: u64) -> u64 {
    north_fill(set) | south_fill(set)
}
