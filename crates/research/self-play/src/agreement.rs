//! [`Agreement`]: ends a game of a match before the rules do, once both engines agree on who has
//! won, or that nobody will.

use movegen::Color;

/// The score that wins, in centipawns.
pub const WINNING: i32 = 600;
/// The number of moves in a row in which both engines must see a score of [`WINNING`].
pub const WINNING_MOVES: u32 = 3;
/// The largest score that draws, in centipawns.
pub const LEVEL: i32 = 10;
/// The number of moves in a row in which both engines must see a score of at most [`LEVEL`].
pub const LEVEL_MOVES: u32 = 8;
/// The first move at which the scores can draw a game.
pub const EARLIEST_DRAW: u32 = 40;

/// The result on which the scores agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// This side has won.
    Won(Color),
    /// Nobody will win.
    Drawn,
}

/// The recent scores of a game, as runs of plies in a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    /// The side for which both engines see a win, and for how many plies in a row.
    winning: Option<(Color, u32)>,
    level: u32,
}

impl Agreement {
    /// Takes the score of move number `fullmove`, in centipawns from White's view, and returns the
    /// result once the scores decide the game.
    pub fn update(&mut self, fullmove: u32, score: i32) -> Option<Agreed> {
        let leader = if score > 0 { Color::White } else { Color::Black };
        self.winning = match self.winning {
            _ if score.abs() < WINNING => None,
            Some((side, plies)) if side == leader => Some((side, plies + 1)),
            _ => Some((leader, 1)),
        };
        self.level = if score.abs() <= LEVEL { self.level + 1 } else { 0 };
        if let Some((side, plies)) = self.winning
            && plies >= 2 * WINNING_MOVES
        {
            return Some(Agreed::Won(side));
        }
        let drawn = fullmove >= EARLIEST_DRAW && self.level >= 2 * LEVEL_MOVES;
        drawn.then_some(Agreed::Drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ply, from 1, after which a sequence of scores decides a game, and the result.
    fn decided(scores: &[i32]) -> Option<(usize, Agreed)> {
        let mut agreement = Agreement::default();
        (1..)
            .zip(scores)
            .find_map(|(ply, &score)| Some((ply, agreement.update(ply as u32 / 2 + 1, score)?)))
    }

    #[test]
    fn both_must_agree_long_enough() {
        assert_eq!(decided(&[600; 9]), Some((6, Agreed::Won(Color::White))));
        assert_eq!(decided(&[-900; 9]), Some((6, Agreed::Won(Color::Black))));
        assert_eq!(decided(&[[600, 599]; 20].concat()), None);
        assert_eq!(decided(&[[700, -700]; 20].concat()), None);
        assert_eq!(decided(&[0; 100]), Some((78, Agreed::Drawn)));
        assert_eq!(decided(&[[10, 11]; 60].concat()), None);
    }
}
