//! Rays by walking them: the definition of a slider's attack. Plain numbers and no imports, because
//! the build script computes the tables from this same file.

pub(crate) type Steps = [(i32, i32); 4];

/// The bishop's four directions.
pub(crate) const DIAGONALS: Steps = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The rook's four directions.
pub(crate) const STRAIGHTS: Steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// One step from a square, unless it leaves the board.
pub(crate) const fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = (from % 8) as i32 + files;
    let rank = (from / 8) as i32 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((8 * rank + file) as usize)
}

/// The squares of one ray, up to and including the first occupied one.
pub(crate) const fn ray(from: usize, occupied: u64, direction: (i32, i32)) -> u64 {
    let mut squares = 0;
    let mut at = from;
    while let Some(to) = step(at, direction) {
        squares |= 1 << to;
        if occupied >> to & 1 != 0 {
            break;
        }
        at = to;
    }
    squares
}

#[allow(dead_code, reason = "for the build script and for tests, which hold the tables to it")]
pub(crate) const fn walk(from: usize, occupied: u64, steps: Steps) -> u64 {
    ray(from, occupied, steps[0])
        | ray(from, occupied, steps[1])
        | ray(from, occupied, steps[2])
        | ray(from, occupied, steps[3])
}

/// The squares whose occupancy matters: the rays without their last squares.
pub(crate) const fn relevant(from: usize, steps: Steps) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let mut at = from;
        while let Some(to) = step(at, steps[i]) {
            if step(to, steps[i]).is_some() {
                mask |= 1 << to;
            }
            at = to;
        }
        i += 1;
    }
    mask
}
