//! Random openings: a few random plies from the start position or from positions of a book.

use std::ops::RangeInclusive;

use engine::Game;
use movegen::Position;

use crate::player::{Player, Thought};
use crate::random::Random;

/// The positions from which games start.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The positions that random moves depart from; never empty.
    bases: Vec<Position>,
    plies: RangeInclusive<u32>,
}

impl Openings {
    /// Creates openings of `plies` random plies from the start position.
    ///
    /// # Panics
    ///
    /// If the range is empty.
    #[must_use]
    pub fn from_startpos(plies: RangeInclusive<u32>) -> Self {
        Self::from_positions(vec![Position::startpos()], plies)
    }

    /// Creates openings of `plies` random plies from one of `bases`, each base equally likely.
    ///
    /// # Panics
    ///
    /// If there are no positions, or the range is empty.
    #[must_use]
    pub fn from_positions(bases: Vec<Position>, plies: RangeInclusive<u32>) -> Self {
        assert!(!bases.is_empty(), "openings need a position to start from");
        assert!(!plies.is_empty(), "no number of plies is in {plies:?}");
        Self { bases, plies }
    }

    /// Draws an opening in which the side to move has a legal move.
    ///
    /// The drawing repeats until it finds one. So if all openings end the game, this never returns.
    pub fn draw(&self, random: &mut Random) -> Position {
        loop {
            let base = &self.bases[random.below(self.bases.len())];
            let (fewest, most) = (*self.plies.start(), *self.plies.end());
            let plies = fewest + random.below((most - fewest + 1) as usize) as u32;
            if let Some(position) = walk(base, plies, random) {
                return position;
            }
        }
    }

    /// Draws at most `draws` openings until the judge's score of one is at most `score` either way;
    /// returns it with the judge's search of it.
    pub fn draw_balanced(
        &self,
        random: &mut Random,
        judge: &mut Player,
        (score, draws): (i32, u32),
    ) -> Option<(Position, Thought)> {
        (0..draws).find_map(|_| {
            let position = self.draw(random);
            judge.new_game();
            let thought = judge.think(&Game::new(position.clone()))?;
            (thought.score.abs() <= score).then_some((position, thought))
        })
    }
}

/// Returns the position after `plies` random plies; `None` if the game ends before.
fn walk(base: &Position, plies: u32, random: &mut Random) -> Option<Position> {
    let position =
        (0..plies).try_fold(base.clone(), |position, _| random_move(&position, random))?;
    (position.count_legal() > 0).then_some(position)
}

/// Returns the position after a random legal move; `None` if there is none.
pub fn random_move(position: &Position, random: &mut Random) -> Option<Position> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| position.make(moves[random.below(moves.len())]))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn opening_depends_on_the_seed_alone() {
        let openings = Openings::from_startpos(8..=10);
        let fens = |seed| openings.draw(&mut Random::new(seed)).to_fen();
        assert_eq!(fens(1), fens(1));
        let different: HashSet<_> = (0..100).map(fens).collect();
        assert!(different.len() >= 99, "{} of 100 openings differ", different.len());
    }

    #[test]
    fn every_number_of_plies_in_the_range_is_drawn() {
        let openings = Openings::from_startpos(8..=10);
        let mut random = Random::new(5);
        let plies: HashSet<_> = (0..50)
            .map(|_| openings.draw(&mut random))
            .map(|position| {
                2 * (position.fullmove_number() - 1) + position.side_to_move().index() as u32
            })
            .collect();
        assert_eq!(plies, HashSet::from([8, 9, 10]));
    }

    #[test]
    fn finished_games_are_no_openings() {
        let mate = Position::from_fen("k6R/8/1K6/8/8/8/8/8 b - - 0 1").unwrap();
        assert!(walk(&mate, 0, &mut Random::new(1)).is_none());
        assert!(walk(&mate, 1, &mut Random::new(1)).is_none());
        // Black has one move; then only a rook move to the eighth rank ends the game.
        let net = Position::from_fen("k7/7R/1K6/8/8/8/8/8 b - - 0 1").unwrap();
        let ends = (0..100).filter_map(|seed| walk(&net, 2, &mut Random::new(seed)));
        let lengths: Vec<_> = ends.map(|end| end.count_legal()).collect();
        assert!(lengths.len() < 100 && lengths.iter().all(|&moves| moves > 0), "{lengths:?}");
    }
}
