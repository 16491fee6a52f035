//! [`Ranks`]: which move of a list comes next.

use arrayvec::ArrayVec;
use movegen::{Move, MoveList};

/// A move's rank as one number, the score above the place in the list: the greatest comes first,
/// equal scores in the order of generation.
///
/// ```text
/// bit  31 ......... 8 | 7 .......... 0
///      score, signed  | 255 - place
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    const TAKEN: Self = Self(i32::MIN);

    #[inline]
    fn new(score: i32, place: usize) -> Self {
        const LARGEST: i32 = (1 << 23) - 1;
        Self(score.clamp(-LARGEST, LARGEST) << 8 | (255 - place as i32))
    }

    #[inline]
    fn place(self) -> usize {
        255 - (self.0 & 255) as usize
    }
}

/// So many ranks are compared at once: a register of the widest vectors.
const LANES: usize = 16;

/// The ranks of a list of moves, in whole registers, so that the greatest is found without a rest
/// to look through one by one: the last of them is filled up with ranks of moves that were taken.
pub(super) struct Ranks(ArrayVec<[Rank; LANES], { MoveList::CAPACITY / LANES }>);

impl Ranks {
    #[inline]
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    #[inline]
    pub(super) fn fill(&mut self, moves: &[Move], mut score: impl FnMut(Move) -> i32) {
        self.0.clear();
        for (number, moves) in moves.chunks(LANES).enumerate() {
            self.0.push([Rank::TAKEN; LANES]);
            for (lane, (rank, &mv)) in self.0[number].iter_mut().zip(moves).enumerate() {
                *rank = Rank::new(score(mv), number * LANES + lane);
            }
        }
    }

    /// Takes the greatest rank; its move's place in the list.
    #[inline]
    pub(super) fn take_best(&mut self) -> Option<usize> {
        let ranks = self.0.as_flattened_mut();
        let best = Rank(ranks.iter().fold(Rank::TAKEN.0, |best, rank| best.max(rank.0)));
        if best == Rank::TAKEN {
            return None;
        }
        ranks[best.place()] = Rank::TAKEN;
        Some(best.place())
    }

    /// Takes the moves of the list that are not to be `kept`.
    pub(super) fn retain(&mut self, moves: &[Move], kept: impl Fn(Move) -> bool) {
        for (rank, &mv) in self.0.as_flattened_mut().iter_mut().zip(moves) {
            if !kept(mv) {
                *rank = Rank::TAKEN;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Position, Square};

    use super::*;

    /// The naive twin: all are sorted, equal ones in the order of the list.
    #[test]
    fn ranks_are_taken_as_if_sorted() {
        let mut ranks = Ranks::new();
        let mut seed = 5_u64;
        for length in (0..=MoveList::CAPACITY).chain(0..40).rev() {
            let moves = vec![Move::new(Square::A1, Square::A2); length];
            let mut scores = Vec::new();
            ranks.fill(&moves, |_| {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                // Some are equal.
                let score = (seed % 200) as i32 - 100;
                scores.push(score);
                score
            });
            let mut wanted: Vec<(usize, i32)> = scores.into_iter().enumerate().collect();
            wanted.sort_by_key(|&(_, score)| -score);
            let taken: Vec<usize> = std::iter::from_fn(|| ranks.take_best()).collect();
            assert_eq!(taken, wanted.into_iter().map(|(place, _)| place).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_not_kept_is_taken() {
        let moves = Position::startpos().legal_moves();
        let mut ranks = Ranks::new();
        ranks.fill(&moves, |mv| mv.to().index() as i32);
        ranks.retain(&moves, |mv| mv.from() == Square::G1);
        let taken: Vec<_> =
            std::iter::from_fn(|| ranks.take_best().map(|i| moves[i].to())).collect();
        assert_eq!(taken, [Square::H3, Square::F3]);
    }
}
