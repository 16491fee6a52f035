//! Addressed by the side to move, whether the enemy attacks each of a move's two squares, and the
//! squares (Schaeffer's history heuristic, 1983; butterfly boards, Hartmann, 1988; by threats:
//! Stockfish and Koivisto, 2021).

use movegen::{Bitboard, Color, Move};

use super::gravity::{update, zeroed};

/// The farthest that an entry comes from zero.
const LIMIT: i32 = 8_192;

pub(super) const FROM_TO: usize = 64 * 64;

/// A move's squares are attacked or not, each.
const PLANES: usize = 4;

/// The part of the table that belongs to one side.
pub(super) type ButterflySide = [i16; PLANES * FROM_TO];

/// Counts of how often a quiet move from one square to another was best, wherever it was played.
#[derive(Debug)]
pub(super) struct ButterflyHistory(Box<[i16; 2 * PLANES * FROM_TO]>);

impl ButterflyHistory {
    pub(super) fn new() -> Self {
        Self(zeroed())
    }

    #[inline]
    pub(super) fn of(&self, side: Color) -> &ButterflySide {
        &self.0.as_chunks().0[side.index()]
    }

    pub(super) fn update(&mut self, side: Color, threats: Bitboard, mv: Move, bonus: i32) {
        let (sides, _) = self.0.as_chunks_mut::<{ PLANES * FROM_TO }>();
        update::<LIMIT>(&mut sides[side.index()][place(threats, mv)], bonus);
    }
}

/// Returns the place of a move in its side's part, where the enemy attacks the squares of
/// `threats`.
#[inline]
pub(super) fn place(threats: Bitboard, mv: Move) -> usize {
    let [from, to] = [mv.from(), mv.to()].map(|square| usize::from(threats.contains(square)));
    (2 * from + to) * FROM_TO + from_to(mv)
}

#[inline]
pub(super) fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::Square;

    use super::*;

    #[test]
    fn a_move_has_four_places_by_what_is_attacked() {
        let mut places = HashSet::new();
        for (from, to) in
            [(Square::A1, Square::H8), (Square::A1, Square::G8), (Square::B1, Square::A1)]
        {
            let mv = Move::new(from, to);
            let [from, to] = [from, to].map(Bitboard::from);
            let threats = [Bitboard::EMPTY, from, to, from | to];
            places.extend(threats.map(|threats| place(threats, mv)));
        }
        assert_eq!(places.len(), 12);
        assert!(places.iter().all(|&place| place < PLANES * FROM_TO));
    }
}
