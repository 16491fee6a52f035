//! Tablebases, as the search sees them.

mod access;
mod ranking;

use std::ops::Neg;

use movegen::Position;

pub(crate) use access::{Access, score_of};

/// The result of a position under perfect play, from the view of its side to move.
///
/// Wins and losses that the fifty-move rule turns into draws have names of their own: such a win is
/// cursed, such a loss blessed (de Man, 2013).
///
/// ```
/// use search::EndgameResult::{Blessed, Cursed, Draw, Loss, Win};
///
/// assert!(Loss < Blessed && Blessed < Draw && Draw < Cursed && Cursed < Win);
/// assert_eq!([Loss, Blessed, Draw].map(|result| -result), [Win, Cursed, Draw]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndgameResult {
    /// The side to move loses.
    Loss,
    /// It would lose if there were no fifty-move rule.
    Blessed,
    /// Nobody wins.
    Draw,
    /// It would win if there were no fifty-move rule.
    Cursed,
    /// It wins.
    Win,
}

/// The result from the other side's view.
impl Neg for EndgameResult {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Blessed => Self::Cursed,
            Self::Draw => Self::Draw,
            Self::Cursed => Self::Blessed,
            Self::Win => Self::Loss,
        }
    }
}

/// Tablebases: tables that know the result of every position with few pieces.
///
/// The search asks for results at its inner nodes, and for distances once, before it begins, to put
/// the root's moves in order. All threads ask at the same time. The search believes the answers: a
/// wrong tablebase makes wrong scores, though never an illegal move.
///
/// ```
/// use search::movegen::Position;
/// use search::{EndgameResult, Limits, NoTable, Pool, Search, Tablebases, score};
///
/// /// Takes a queen against none for a win, and knows nothing else.
/// struct Crude;
///
/// impl Tablebases for Crude {
///     fn largest(&self) -> u32 {
///         3
///     }
///
///     fn probe_wdl(&self, position: &Position) -> Option<EndgameResult> {
///         let queens = |color| position.colored(color, search::movegen::PieceType::Queen).any();
///         let us = position.side_to_move();
///         match (queens(us), queens(!us)) {
///             (true, false) => Some(EndgameResult::Win),
///             (false, true) => Some(EndgameResult::Loss),
///             _ => None,
///         }
///     }
///
///     fn probe_dtz(&self, _: &Position) -> Option<i32> {
///         None
///     }
/// }
///
/// // The pawn becomes a queen, and there the tablebase takes over.
/// let position = Position::from_fen("8/1P6/8/8/8/8/7k/K7 w - - 0 1")?;
/// let outcome = Search::new(&NoTable)
///     .position(position)
///     .limits(Limits { depth: Some(2), ..Limits::default() })
///     .tablebases(&Crude)
///     .run(&mut Pool::new(|| |_: &Position| 0));
/// assert_eq!(outcome.score.value(), score::tb_win_in(1));
/// assert!(outcome.tb_hits > 0);
/// # Ok::<(), search::movegen::FenError>(())
/// ```
pub trait Tablebases: Sync {
    /// Returns the number of pieces, kings and pawns included, on the fullest board that the
    /// tablebases know; 0 if they know none.
    fn largest(&self) -> u32;

    /// Returns the result of a position in which nobody may castle, as if the no-progress clock
    /// were at zero. `None` if there is no tablebase for it, or it cannot be read. Never called for
    /// a position with more pieces than [`largest`](Self::largest).
    fn probe_wdl(&self, position: &Position) -> Option<EndgameResult>;

    /// Returns the distance to zeroing: plies until the clock of the no-progress rule is at zero
    /// again or mate is given, when the winner hurries and the loser delays. Positive if the side
    /// to move wins, negative if it loses, 0 in a draw; greater than 100 in size exactly if the
    /// win, counted with the clock at zero, is cursed. Up to 100 it may be one ply too small: some
    /// tables count in moves, and keep `n` for zeroing in `n + 1` plies (de Man, 2013). `None` as
    /// for [`probe_wdl`](Self::probe_wdl).
    fn probe_dtz(&self, position: &Position) -> Option<i32>;
}
