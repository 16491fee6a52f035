//! Addressed by the side to move and a move's two squares (Hartmann, 1988; Schaeffer's history
//! heuristic, 1983).

use movegen::{Color, Move};

use super::gravity::Gravity;

pub(super) type ButterflyEntry = Gravity<8_192>;

/// How often a quiet move from one square to another was best, wherever it was played.
#[derive(Debug)]
pub(super) struct ButterflyHistory(Box<[[[ButterflyEntry; 64]; 64]]>);

impl ButterflyHistory {
    pub(super) fn new() -> Self {
        Self(vec![[[ButterflyEntry::default(); 64]; 64]; 2].into_boxed_slice())
    }

    #[inline]
    pub(super) fn of(&self, side: Color) -> &[[ButterflyEntry; 64]; 64] {
        &self.0[side.index()]
    }

    pub(super) fn update(&mut self, side: Color, mv: Move, bonus: i32) {
        self.0[side.index()][mv.from().index()][mv.to().index()].update(bonus);
    }
}
