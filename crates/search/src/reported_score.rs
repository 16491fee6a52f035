//! [`Score`]: a score of the search for its readers.

use std::fmt;
use std::ops::Neg;

use crate::score::{is_decisive, is_decisive_win, mate_distance_moves};

/// A score from the side to move's view: centipawns, a mate, or a win or a loss that tablebases
/// prove. Scores are ordered from being mated at once to giving mate at once.
///
/// The text is in pawns (`+0.31`), or it is `#5` for a mate in five moves, `#-5` for being mated in
/// five, `TB win` or `TB loss`.
///
/// ```
/// use search::Score;
/// use search::score::{mate_in, mated_in, tb_loss_in, tb_win_in};
///
/// let text = |value: i32| Score::new(value).to_string();
/// assert_eq!([31, 0, -250].map(text), ["+0.31", "+0.00", "-2.50"]);
/// assert_eq!([mate_in(9), mated_in(10)].map(text), ["#5", "#-5"], "our fifth move is ply 9");
/// assert_eq!([tb_win_in(9), tb_loss_in(10)].map(text), ["TB win", "TB loss"]);
///
/// let (plain, mate) = (Score::new(31), Score::new(mate_in(9)));
/// assert_eq!((plain.centipawns(), plain.mate()), (Some(31), None));
/// assert_eq!((mate.centipawns(), mate.mate(), (-mate).mate()), (None, Some(5), Some(-5)));
/// assert!(-mate < plain && plain < mate);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Creates a score from a number of the scale in [`score`](crate::score).
    #[must_use]
    pub const fn new(value: i32) -> Self {
        Self(value)
    }

    /// Returns the number on the scale in [`score`](crate::score): centipawns, unless the score is
    /// decisive.
    #[must_use]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns the centipawns; `None` if the game is decided, by a mate or by tablebases.
    #[must_use]
    pub const fn centipawns(self) -> Option<i32> {
        if is_decisive(self.0) { None } else { Some(self.0) }
    }

    /// Returns the full moves to the mate, negative (or 0, on the board already) if the side to
    /// move suffers it; `None` if the score is no mate.
    #[must_use]
    pub const fn mate(self) -> Option<i32> {
        mate_distance_moves(self.0)
    }
}

impl From<i32> for Score {
    fn from(value: i32) -> Self {
        Self(value)
    }
}

impl Neg for Score {
    type Output = Self;

    /// Returns the score from the other side's view.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.mate(), self.centipawns()) {
            (Some(moves), _) => f.pad(&format!("#{moves}")),
            (_, Some(centipawns)) => f.pad(&format!("{:+.2}", f64::from(centipawns) / 100.0)),
            _ => f.pad(if is_decisive_win(self.0) { "TB win" } else { "TB loss" }),
        }
    }
}
