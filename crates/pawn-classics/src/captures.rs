//! The fewest captures behind a pawn structure, and the structures that no game can have.

use pawn_hash::{BLACK, PAWN_SQUARES, WHITE};

/// Files of the board, and pawns that a side begins with.
const FILES: usize = 8;

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// More than eight pawns can have made: 5 each.
const IMPOSSIBLE: u8 = u8::MAX;

/// The number of pieces of a side, pawns included, that may be captured: all except the king.
const MEN: u32 = 15;

/// Returns the fewest captures with which White's pawns and Black's can have reached their squares,
/// each colour taken by itself.
///
/// A pawn that began on another file has made at least as many captures as that file is away, each
/// of them one rank further up. The bound is the least sum over all ways to give the pawns
/// different files to begin on. Captures of pawns that are no longer there, and those of a pawn
/// that left its file and came back, are not in it.
///
/// `None` if no game can have these pawns: more than eight of a colour, one on the first or the
/// eighth rank, two on one square, or pawns that no ways lead to, such as White's on a2, a3 and b2.
///
/// ```
/// use pawn_classics::least_captures;
///
/// // White doubled on b2 and b3, Black tripled on h7, h6 and h5: such pawns have been fed.
/// assert_eq!(least_captures([1 << 9 | 1 << 17, 1 << 55 | 1 << 47 | 1 << 39]), Some([1, 3]));
/// // a3 can have come from b2 alone, where a pawn still stands.
/// assert_eq!(least_captures([1 << 8 | 1 << 16 | 1 << 9, 0]), None);
/// ```
#[must_use]
pub fn least_captures([white, black]: [u64; 2]) -> Option<[u32; 2]> {
    if white & black != 0 {
        return None;
    }
    Some([least(white, 0)?, least(black.swap_bytes(), 0)?])
}

/// Returns whether a game can have these pawns when White has lost `lost[0]` pieces and Black
/// `lost[1]`, pawns included, as far as the count of captures decides it: false is certain, true is
/// not.
///
/// A side has lost 16 less the number of pieces that it has on the board, pawns and promoted pawns
/// included. A side whose pawns have made more captures ([`least_captures`]) than the other has
/// lost pieces cannot be. Two pawns that face the wrong way on one file have passed each other
/// there, so one of them, at least, has left the file: it began on another one, or it made two
/// captures to come back. For the answer by the pawns alone, pass 15 for both: the king and the
/// pawns that are on the board cannot be lost, and are not counted as lost.
///
/// ```
/// use pawn_classics::can_arise;
///
/// // A reader of positions warns of one that nobody played: White's pawns on b2 and b3 captured
/// // once, but Black has all pieces.
/// let pawns = [0xFC00 | 1 << 9 | 1 << 17, 0xFF << 48];
/// assert!(!can_arise(pawns, [0, 0]));
/// assert!(can_arise(pawns, [0, 1]));
/// // Pawns that met on the e-file and stand behind each other.
/// assert!(!can_arise([1 << 36, 1 << 28], [0, 0]), "e5 and e4, and nothing was captured");
/// ```
#[must_use]
pub fn can_arise([white, black]: [u64; 2], lost: [u32; 2]) -> bool {
    if white & black != 0 {
        return false;
    }
    let most = |pawns: u64, lost: u32| MEN.saturating_sub(pawns.count_ones()).min(lost);
    let (by_white, by_black) = (most(black, lost[BLACK]), most(white, lost[WHITE]));
    let enough = |pawns, left, most| least(pawns, left).is_some_and(|captures| captures <= most);
    let crossed = crossed(white, black);
    // On each of these files White's pawn has left, or Black's: all ways to share them out.
    let mut left_by_white = crossed;
    loop {
        let left_by_black = crossed ^ left_by_white;
        if enough(white, left_by_white, by_white)
            && enough(black.swap_bytes(), left_by_black, by_black)
        {
            return true;
        }
        if left_by_white == 0 {
            return false;
        }
        left_by_white = (left_by_white - 1) & crossed;
    }
}

/// The files, bit 0 = a, on which both have pawns, and every white one is beyond every black one.
fn crossed(white: u64, black: u64) -> u32 {
    (0..FILES).fold(0, |files, file| {
        let on_file = FILE_A << file;
        let (white, black) = (white & on_file, black & on_file);
        let both = white != 0 && black != 0;
        let beyond = both && white.trailing_zeros() > black.ilog2();
        files | u32::from(beyond) << file
    })
}

/// Returns the fewest captures that pawns that move north have made. A pawn on one of the files
/// `left` that began there has left the file and come back.
fn least(pawns: u64, left: u32) -> Option<u32> {
    if pawns & !PAWN_SQUARES != 0 || pawns.count_ones() > FILES as u32 {
        return None;
    }
    // By the files that the first pawns began on: a set of as many files as pawns.
    let mut least = [IMPOSSIBLE; 1 << FILES];
    least[0] = 0;
    let mut rest = pawns;
    for placed in 0..pawns.count_ones() {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        for begun in (0..least.len()).filter(|begun| begun.count_ones() == placed) {
            let before = least[begun];
            if before == IMPOSSIBLE {
                continue;
            }
            for start in (0..FILES).filter(|start| begun >> start & 1 == 0) {
                let Some(captures) = captures(square, start as u32, left) else { continue };
                let with = &mut least[begun | 1 << start];
                *with = (*with).min(before + captures);
            }
        }
    }
    let all = (0..least.len()).filter(|begun| begun.count_ones() == pawns.count_ones());
    let fewest = all.map(|begun| least[begun]).min()?;
    (fewest < IMPOSSIBLE).then_some(fewest.into())
}

/// The fewest captures of a pawn from the second rank of the file `start` to `square`; none if it
/// has not made as many steps.
fn captures(square: u32, start: u32, left: u32) -> Option<u8> {
    let (file, steps) = (square % 8, square / 8 - 1);
    let came_back = file == start && left >> file & 1 == 1;
    let captures = if came_back { 2 } else { file.abs_diff(start) };
    (captures <= steps).then_some(captures as u8)
}
