//! When a game is over before its rules say so.

use movegen::Color;
use search::score::is_mate;

use crate::dataset::row::GameResult;

/// Plies in a row with a winning score for the same side, after which it has won.
const WINNING_PLIES: u32 = 5;
/// The largest score, either way, that counts as level.
const LEVEL_SCORE: i32 = 8;
/// Plies in a row with a level score, after which the game is drawn.
const LEVEL_PLIES: u32 = 10;
/// Plies before a game may be called a draw.
const EARLIEST_DRAW: u32 = 80;
/// Plies after which every game is a draw.
const LONGEST_GAME: u32 = 400;

/// The scores of a game so far, as far as they matter.
#[derive(Debug)]
pub(crate) struct Adjudicator {
    winning_score: i32,
    /// Plies that the players themselves have played.
    plies: u32,
    /// The side that has been winning, and for how many plies in a row.
    winning: Option<(Color, u32)>,
    level: u32,
}

impl Adjudicator {
    /// Creates a game in which a score of `winning_score`, in the evaluation's units, wins when it
    /// lasts.
    pub(crate) fn new(winning_score: i32) -> Self {
        Self { winning_score, plies: 0, winning: None, level: 0 }
    }

    /// Takes the next ply's score, from White's view; returns the result if the game is decided.
    ///
    /// A mate score is the search's proof, and ends the game at once.
    pub(crate) fn update(&mut self, score: i32) -> Option<GameResult> {
        self.plies += 1;
        self.level = if score.abs() <= LEVEL_SCORE { self.level + 1 } else { 0 };
        let leader = if score > 0 { Color::White } else { Color::Black };
        self.winning = match self.winning {
            _ if score.abs() < self.winning_score => None,
            Some((side, plies)) if side == leader => Some((side, plies + 1)),
            _ => Some((leader, 1)),
        };
        let decided = self.winning.is_some_and(|(_, plies)| plies >= WINNING_PLIES);
        if is_mate(score) || decided {
            return Some(GameResult::won_by(leader));
        }
        let level = self.plies >= EARLIEST_DRAW && self.level >= LEVEL_PLIES;
        (level || self.plies >= LONGEST_GAME).then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use search::score::{mate_in, mated_in};

    use super::*;

    /// Returns the ply, counted from 1, at which a sequence of scores decides the game, and how.
    fn decided(scores: impl IntoIterator<Item = i32>) -> Option<(usize, GameResult)> {
        let mut adjudicator = Adjudicator::new(2000);
        let results = scores.into_iter().map(|score| adjudicator.update(score));
        results.enumerate().find_map(|(index, result)| result.map(|result| (index + 1, result)))
    }

    #[test]
    fn mate_scores_decide_at_once() {
        assert_eq!(decided([50, mate_in(7)]), Some((2, GameResult::WhiteWins)));
        assert_eq!(decided([50, mated_in(8)]), Some((2, GameResult::BlackWins)));
    }

    #[test]
    fn steady_winning_scores_decide() {
        assert_eq!(decided([2000; 9]), Some((5, GameResult::WhiteWins)));
        assert_eq!(decided([-2500; 9]), Some((5, GameResult::BlackWins)));
        assert_eq!(decided([2000, 2000, 2000, 2000, 1999, 2000, 2000]), None);
        assert_eq!(decided([2000, 2000, 2000, 2000, -2000, -2000, -2000]), None);
    }

    #[test]
    fn level_scores_draw_only_late() {
        assert_eq!(decided([0; 100]), Some((80, GameResult::Draw)));
        assert_eq!(decided([vec![30; 75], vec![-8; 20]].concat()), Some((85, GameResult::Draw)));
        assert_eq!(decided([[9, 0, 0, 0, 0]; 30].concat()), None);
    }

    #[test]
    fn endless_games_are_drawn() {
        assert_eq!(decided([300; 500]), Some((400, GameResult::Draw)));
    }
}
