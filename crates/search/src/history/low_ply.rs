//! Addressed by the plies from the root and a move's two squares (Stockfish, 2020).

use movegen::Move;

use super::butterfly::{FROM_TO, from_to};
use super::gravity::{update, zeroed};

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 8_192;

/// Plies from the root that have a table.
const PLIES: usize = 4;

/// Counts of how often a quiet move was best near the root of this search.
#[derive(Debug)]
pub(super) struct LowPlyHistory(Box<[i16; PLIES * FROM_TO]>);

impl LowPlyHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    /// Forgets everything: the next root is another position.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns how well a move has done, the less the farther from the root; 0 beyond the table.
    #[inline]
    pub(super) fn get(&self, ply: usize, mv: Move) -> i32 {
        let entry = (ply < PLIES).then(|| self.0[ply * FROM_TO + from_to(mv)]);
        entry.map_or(0, |entry| i32::from(entry) / (1 + ply as i32))
    }

    pub(super) fn update(&mut self, ply: usize, mv: Move, bonus: i32) {
        if ply < PLIES {
            update::<LIMIT>(&mut self.0[ply * FROM_TO + from_to(mv)], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::Square;

    #[test]
    fn what_is_learnt_belongs_to_a_ply_and_a_search() {
        let mut history = LowPlyHistory::new();
        let mv = Move::new(Square::G1, Square::F3);
        for ply in [1, PLIES] {
            history.update(ply, mv, 600);
        }
        assert_eq!([0, 1, PLIES].map(|ply| history.get(ply, mv)), [0, 300, 0]);
        history.clear();
        assert_eq!(history.get(1, mv), 0);
    }
}
