//! [`Wdl`]: the result of a position; [`Dtz`]: its distance to zeroing.

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

/// The distance to zeroing: plies until the clock of the fifty-move rule is at zero again, by a
/// capture or a pawn move, or until mate, when the winner hurries and the loser delays.
///
/// | [`plies`](Self::plies) `n` | side to move, if the clock is at zero now |
/// |---|---|
/// | 1 to 100 | wins; the clock is at zero again after `n` plies |
/// | 101 and more | has a win that the rule makes a draw; zeroing is `n` or `n - 100` plies away |
/// | 0 | draws |
/// | -1 to -100 | loses; the clock is at zero again after `-n` plies, and -1 may be a mate now |
/// | -101 and less | has a loss that the rule makes a draw; the mirror image of 101 and more |
///
/// Some tables count in moves: there a distance of `n + 1` plies may be rounded down to `n`. A
/// table with positions on the edge of the rule never does that (de Man, 2013). So a win is certain
/// if `n` plus the plies on the clock are at most 99.
///
/// ```
/// use syzygy::Tablebases;
/// use syzygy::movegen::Position;
///
/// let tables = Tablebases::open(["examples/data"]);
/// let plies = |fen| tables.probe_dtz(&Position::from_fen(fen).unwrap()).unwrap().plies();
/// assert_eq!(plies("k7/8/K7/8/8/8/8/7R w - - 0 1"), 1); // Rh8 is mate
/// assert_eq!(plies("8/8/8/8/8/8/6k1/K6R b - - 0 1"), 0); // the king takes the rook
/// assert_eq!(plies("k6R/8/K7/8/8/8/8/8 b - - 0 1"), -1); // Black is mated
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dtz(i32);

impl Dtz {
    pub(crate) const fn new(plies: i32) -> Self {
        Self(plies)
    }

    /// Returns the distance in plies, positive if the side to move wins. The format has numbers up
    /// to 131,171 in size.
    #[must_use]
    pub const fn plies(self) -> i32 {
        self.0
    }
}
