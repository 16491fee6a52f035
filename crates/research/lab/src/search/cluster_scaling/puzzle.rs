//! The 15-puzzle.

use std::str::FromStr;

use anyhow::{Error, Result, ensure};

const CELLS: usize = 16;

const SIDE: usize = 4;

/// A direction in which the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Up,
    Left,
    Right,
    Down,
}

impl Step {
    pub(super) const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the step that takes this one back.
    pub(super) const fn back(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }
}

/// A board of fifteen tiles and a blank, which is 0. The goal is Korf's: the blank in the upper
/// left corner, then 1 to 15 by rows ("Depth-first iterative-deepening", Artificial Intelligence
/// 27, 1985).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Puzzle {
    /// A nibble a cell, the upper left one lowest.
    tiles: u64,
    blank: u8,
    distance: u8,
}

impl Puzzle {
    /// Returns the nibbles of the cells, the upper left one lowest: all that there is to know.
    pub(super) const fn to_bits(self) -> u64 {
        self.tiles
    }

    /// Returns the board of these nibbles.
    ///
    /// # Panics
    /// If no cell is blank.
    pub(super) fn from_bits(tiles: u64) -> Self {
        let tile = |cell: usize| (tiles >> (4 * cell) & 15) as usize;
        let blank = (0..CELLS).find(|&cell| tile(cell) == 0).expect("a cell is blank");
        let distance = (0..CELLS).filter(|&cell| cell != blank).map(|cell| apart(tile(cell), cell));
        Self { tiles, blank: blank as u8, distance: distance.sum() }
    }

    /// Returns the sum of the tiles' distances from their cells in the goal, in steps (Manhattan).
    /// No solution is shorter, and its length is even if and only if this is.
    pub(super) const fn distance(self) -> u8 {
        self.distance
    }

    /// Returns the board after a step, if the blank can go there.
    pub(super) fn step(self, step: Step) -> Option<Self> {
        let blank = usize::from(self.blank);
        let to = match step {
            Step::Up => blank.checked_sub(SIDE)?,
            Step::Left if blank % SIDE > 0 => blank - 1,
            Step::Right if blank % SIDE < SIDE - 1 => blank + 1,
            Step::Down if blank + SIDE < CELLS => blank + SIDE,
            _ => return None,
        };
        let tile = self.tiles >> (4 * to) & 15;
        // The blank's nibble is 0, so the tile is moved by two additions without a carry.
        let tiles = self.tiles ^ tile << (4 * to) ^ tile << (4 * blank);
        let tile = tile as usize;
        let distance = self.distance + apart(tile, blank) - apart(tile, to);
        Some(Self { tiles, blank: to as u8, distance })
    }
}

fn apart(from: usize, to: usize) -> u8 {
    (from / SIDE).abs_diff(to / SIDE) as u8 + (from % SIDE).abs_diff(to % SIDE) as u8
}

impl FromStr for Puzzle {
    type Err = Error;

    /// Reads sixteen numbers by rows, with spaces between them.
    fn from_str(text: &str) -> Result<Self> {
        let numbers = text.split_whitespace().map(str::parse).collect::<Result<Vec<u64>, _>>()?;
        let mut cells = numbers.clone();
        cells.sort_unstable();
        ensure!(cells.iter().copied().eq(0..CELLS as u64), "expected the numbers 0 to 15: {text}");
        let tiles = numbers.iter().rev().fold(0, |tiles, tile| tiles << 4 | tile);
        let puzzle = Self::from_bits(tiles);
        ensure!(is_even(tiles, usize::from(puzzle.blank)), "no steps lead to the goal: {text}");
        Ok(puzzle)
    }
}

/// Returns whether a board can be solved: each step exchanges two nibbles and changes the colour of
/// the blank's cell, so the parity of the permutation is that of the blank's distance from its
/// corner.
fn is_even(tiles: u64, blank: usize) -> bool {
    let tile = |cell: usize| tiles >> (4 * cell) & 15;
    let pairs = (0..CELLS).flat_map(|low| (low + 1..CELLS).map(move |high| (low, high)));
    let inversions = pairs.filter(|&(low, high)| tile(low) > tile(high)).count();
    (inversions + usize::from(apart(0, blank))) % 2 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOAL: &str = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";

    #[test]
    fn steps_keep_distance_blank_and_parity() {
        let mut random = zobrist_keys::SplitMix64::new(5);
        let mut puzzle: Puzzle = GOAL.parse().unwrap();
        for _ in 0..10_000 {
            let step = Step::ALL[(random.next() % 4) as usize];
            let Some(next) = puzzle.step(step) else { continue };
            assert_eq!(next, Puzzle::from_bits(next.to_bits()));
            assert_eq!(next.step(step.back()), Some(puzzle));
            assert_eq!(next.distance().abs_diff(puzzle.distance()), 1);
            assert!(is_even(next.tiles, next.blank.into()));
            puzzle = next;
        }
        assert!(puzzle.distance() > 20, "{puzzle:?}");
    }

    #[test]
    fn a_text_that_is_no_board_is_refused() {
        let refused = |text: &str| text.parse::<Puzzle>().is_err();
        assert!(refused("0 1 2") && refused(&GOAL.replace("15", "16")));
        assert!(refused(&GOAL.replace("15", "14")) && refused(&GOAL.replace("15", "x")));
        assert!(refused("0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15") && !refused(GOAL));
    }
}
