//! When a game of a match is over before the rules say so: both engines agree on who has won, or
//! that nobody will.

use movegen::Color;

/// A score that wins, in centipawns.
pub const WINNING: i32 = 600;
/// Moves in a row in which both engines see such a score.
pub const WINNING_MOVES: u32 = 3;
/// A score that draws, in centipawns.
pub const LEVEL: i32 = 10;
/// Moves in a row in which both engines see such a score.
pub const LEVEL_MOVES: u32 = 8;
/// The move before which nothing is drawn so.
pub const EARLIEST_DRAW: u32 = 40;

/// What the scores have decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreed {
    /// That this side has won.
    Won(Color),
    /// That nobody will win.
    Drawn,
}

/// The scores of a game so far, as far as they matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    /// Plies in a row, and for whom both see a win.
    winning: Option<(Color, u32)>,
    level: u32,
}

impl Agreement {
    /// Takes the score of the move of number `fullmove`, in centipawns from White's view.
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

    /// The ply, from 1, after which a sequence of scores decides a game.
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
