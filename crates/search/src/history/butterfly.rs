//! Addressed by the side to move and a move's two squares (Hartmann, 1988; Schaeffer's history
//! heuristic, 1983).

use movegen::{Color, Move};

use super::gravity::{Gravity, zeroed};

pub(super) type ButterflyEntry = Gravity<8_192>;

/// A move's squares.
pub(super) const FROM_TO: usize = 64 * 64;

/// How often a quiet move from one square to another was best, wherever it was played.
#[derive(Debug)]
pub(super) struct ButterflyHistory(Box<[ButterflyEntry; 2 * FROM_TO]>);

impl ButterflyHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn of(&self, side: Color) -> &[ButterflyEntry; FROM_TO] {
        &self.0.as_chunks().0[side.index()]
    }

    pub(super) fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0.as_chunks_mut::<FROM_TO>().0[side.index()][from_to(mv)].update(bonus);
    }
}

/// A move's two squares as a column.
#[inline]
pub(super) fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}
