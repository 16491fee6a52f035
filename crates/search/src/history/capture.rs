//! Addressed by the capturing piece, its target and the kind of the captured piece.

use movegen::PieceType;

use super::PIECE_SQUARES;
use super::gravity::{update, zeroed};

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 8_192;

/// Kinds that can be captured, and one more for promotions that capture nothing.
const VICTIMS: usize = 6;

/// Counts of how often a capture was best.
#[derive(Debug)]
pub(super) struct CaptureHistory(Box<[i16; PIECE_SQUARES * VICTIMS]>);

impl CaptureHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn get(&self, column: usize, victim: Option<PieceType>) -> i32 {
        self.0[slot(column, victim)].into()
    }

    pub(super) fn update(&mut self, column: usize, victim: Option<PieceType>, bonus: i32) {
        update::<LIMIT>(&mut self.0[slot(column, victim)], bonus);
    }
}

/// Returns the place of a capture. A king is never captured: its column serves the promotions that
/// capture nothing.
#[inline]
fn slot(column: usize, victim: Option<PieceType>) -> usize {
    column * VICTIMS + victim.unwrap_or(PieceType::King).index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_piece_target_and_victim_has_a_place_of_its_own() {
        let victims = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::King);
        let victims: Vec<_> = victims.map(Some).chain([None]).collect();
        let columns =
            (0..PIECE_SQUARES).flat_map(|column| victims.iter().map(move |v| (column, *v)));
        let mut places: Vec<usize> = columns.map(|(column, victim)| slot(column, victim)).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..PIECE_SQUARES * VICTIMS));
    }
}
