//! [`Wdl`]: the result of a position.

use std::ops::Neg;

/// The result of a position under perfect play, from the view of its side to move, when the clock
/// of the fifty-move rule is at zero.
///
/// Wins and losses that the rule turns into draws have names of their own (de Man, 2013). The order
/// is that of their worth:
///
/// ```
/// use syzygy::Wdl::{BlessedLoss, CursedWin, Draw, Loss, Win};
///
/// assert!(Loss < BlessedLoss && BlessedLoss < Draw && Draw < CursedWin && CursedWin < Win);
/// assert_eq!([Loss, BlessedLoss, Draw].map(|result| -result), [Win, CursedWin, Draw]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// The side to move would lose if there were no fifty-move rule.
    BlessedLoss,
    /// Nobody wins.
    Draw,
    /// The side to move would win if there were no fifty-move rule.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// Returns the result of that number, from -2, a loss, to 2, a win.
    pub(crate) const fn of(number: i32) -> Self {
        match number {
            ..=-2 => Self::Loss,
            -1 => Self::BlessedLoss,
            0 => Self::Draw,
            1 => Self::CursedWin,
            2.. => Self::Win,
        }
    }
}

/// The result from the other side's view.
impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}
