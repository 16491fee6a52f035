//! Addressed by the pawn structure, the moved piece and its target.

use super::address::PIECE_SQUARES;
use super::gravity::Gravity;

pub(super) type PawnEntry = Gravity<8_192>;

/// Pawn structures that are kept apart; a power of two.
const STRUCTURES: usize = 512;

/// How often a quiet move was best with these pawns on the board.
#[derive(Debug)]
pub(super) struct PawnHistory(Box<[[PawnEntry; PIECE_SQUARES]]>);

impl PawnHistory {
    pub(super) fn new() -> Self {
        Self(vec![[PawnEntry::default(); PIECE_SQUARES]; STRUCTURES].into_boxed_slice())
    }

    /// The row of a position's pawns.
    #[inline]
    pub(super) fn row(pawn_key: u64) -> usize {
        pawn_key as usize % STRUCTURES
    }

    #[inline]
    pub(super) fn of(&self, row: usize) -> &[PawnEntry; PIECE_SQUARES] {
        &self.0[row]
    }

    pub(super) fn update(&mut self, row: usize, column: usize, bonus: i32) {
        self.0[row][column].update(bonus);
    }
}
