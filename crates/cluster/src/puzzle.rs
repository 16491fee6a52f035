//! The 15-puzzle.

use std::fmt;
use std::str::FromStr;

/// Cells of the board.
const CELLS: usize = 16;

/// The length of a side.
const SIDE: usize = 4;

/// A direction in which the blank goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the row above.
    Up,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// To the row below.
    Down,
}

impl Step {
    /// All, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// Returns the step that takes this one back.
    #[must_use]
    pub const fn back(self) -> Self {
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
///
/// ```
/// use cluster::{Puzzle, Step};
///
/// let puzzle: Puzzle = "1 2 0 3 4 5 6 7 8 9 10 11 12 13 14 15".parse()?;
/// assert_eq!(puzzle.distance(), 2);
/// let nearer = puzzle.step(Step::Left).and_then(|one| one.step(Step::Left));
/// assert_eq!(nearer.map(|one| one.distance()), Some(0));
/// assert_eq!(puzzle.step(Step::Up), None);
/// # Ok::<(), cluster::ParsePuzzleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    /// A nibble a cell, the upper left one lowest.
    tiles: u64,
    blank: u8,
    distance: u8,
}

impl Puzzle {
    /// Returns the nibbles of the cells, the upper left one lowest: all that there is to know.
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.tiles
    }

    /// Returns the board of these nibbles.
    ///
    /// # Panics
    /// If no cell is blank.
    #[must_use]
    pub fn from_bits(tiles: u64) -> Self {
        let tile = |cell: usize| (tiles >> (4 * cell) & 15) as usize;
        let blank = (0..CELLS).find(|&cell| tile(cell) == 0).expect("a cell is blank");
        let distance = (0..CELLS).filter(|&cell| cell != blank).map(|cell| apart(tile(cell), cell));
        Self { tiles, blank: blank as u8, distance: distance.sum() }
    }

    /// Returns the sum of the tiles' distances from their cells in the goal, in steps (Manhattan).
    /// No solution is shorter, and its length is even if and only if this is.
    #[must_use]
    pub const fn distance(self) -> u8 {
        self.distance
    }

    /// Returns the board after a step, if the blank can go there.
    #[must_use]
    pub fn step(self, step: Step) -> Option<Self> {
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

/// Steps from one cell to another.
fn apart(from: usize, to: usize) -> u8 {
    (from / SIDE).abs_diff(to / SIDE) as u8 + (from % SIDE).abs_diff(to % SIDE) as u8
}

/// A text that is no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePuzzleError {
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Count(usize),
    Number { at: usize },
    Twice { at: usize },
    Unsolvable,
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Count(count) => write!(out, "{count} cells instead of {CELLS}"),
            Kind::Number { at } => write!(out, "cell {at} is no number from 0 to 15"),
            Kind::Twice { at } => write!(out, "the tile of cell {at} stands in a cell before, too"),
            Kind::Unsolvable => write!(out, "no steps lead to the goal"),
        }
    }
}

impl std::error::Error for ParsePuzzleError {}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    /// Reads sixteen numbers by rows, with spaces between them. Errors count the cells from 1.
    fn from_str(text: &str) -> Result<Self, ParsePuzzleError> {
        let error = |kind| Err(ParsePuzzleError { kind });
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() != CELLS {
            return error(Kind::Count(words.len()));
        }
        let (mut tiles, mut seen) = (0, 0_u32);
        for (cell, word) in words.iter().enumerate() {
            let Some(tile) = word.parse::<u64>().ok().filter(|&tile| tile < CELLS as u64) else {
                return error(Kind::Number { at: cell + 1 });
            };
            if seen >> tile & 1 == 1 {
                return error(Kind::Twice { at: cell + 1 });
            }
            seen |= 1 << tile;
            tiles |= tile << (4 * cell);
        }
        let puzzle = Self::from_bits(tiles);
        if !is_even(tiles, usize::from(puzzle.blank)) {
            return error(Kind::Unsolvable);
        }
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
    fn each_fault_of_a_text_is_told() {
        let said = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        assert_eq!(said("0 1 2"), "3 cells instead of 16");
        assert_eq!(said(&GOAL.replace("15", "16")), "cell 16 is no number from 0 to 15");
        assert!(said(&GOAL.replace("15", "14")).starts_with("the tile of cell 16"));
        assert_eq!(said("0 2 1 3 4 5 6 7 8 9 10 11 12 13 14 15"), "no steps lead to the goal");
    }
}
