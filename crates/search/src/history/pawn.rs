//! Addressed by the pawn structure, the moved piece and its target.

use super::PIECE_SQUARES;
use super::gravity::{update, zeroed};

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 8_192;

/// Pawn structures that are kept apart; a power of two.
const STRUCTURES: usize = 512;

/// Counts of how often a quiet move was best with these pawns on the board.
#[derive(Debug)]
pub(super) struct PawnHistory(Box<[i16; STRUCTURES * PIECE_SQUARES]>);

impl PawnHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn row(pawn_key: u64) -> usize {
        pawn_key as usize % STRUCTURES
    }

    #[inline]
    pub(super) fn of(&self, row: usize) -> &[i16; PIECE_SQUARES] {
        &self.0.as_chunks().0[row]
    }

    pub(super) fn update(&mut self, row: usize, column: usize, bonus: i32) {
        update::<LIMIT>(&mut self.0.as_chunks_mut::<PIECE_SQUARES>().0[row][column], bonus);
    }
}
