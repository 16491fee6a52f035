//! The reports of a running search, and its outcome.

use std::fmt;
use std::ops::Neg;
use std::time::Duration;

use movegen::{Move, Position};
use tt_core::Bound;

use crate::reported_score::Score;
use crate::wdl::Wdl;

/// The time from which a [`Reporter`] gets root moves and windows that are being widened.
pub const LONG_SEARCH: Duration = Duration::from_secs(3);

/// A root move's score and what it proves. The text of a bound begins with `>=` or `<=`.
///
/// ```
/// use search::RootScore;
/// use search::tt_core::Bound::{Exact, Lower};
///
/// let text = |bound| RootScore::new(31, bound).to_string();
/// assert_eq!([text(Exact), text(Lower)], ["+0.31", ">=+0.31"]);
/// assert_eq!((-RootScore::new(31, Lower)).to_string(), "<=-0.31");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootScore {
    /// The score, from the side to move's view.
    pub score: Score,
    /// `Exact`, or the side on which the truth lies while a window is being widened. Never `None`.
    pub bound: Bound,
}

impl RootScore {
    /// Creates a score that proves what `bound` says, from a number of the scale in
    /// [`score`](crate::score): for the tests of a [`Reporter`].
    #[must_use]
    pub const fn new(value: i32, bound: Bound) -> Self {
        Self { score: Score::new(value), bound }
    }

    /// Returns the number on the scale in [`score`](crate::score).
    #[must_use]
    pub const fn value(self) -> i32 {
        self.score.value()
    }
}

impl Neg for RootScore {
    type Output = Self;

    /// Returns the score from the other side's view: a lower bound becomes an upper one.
    fn neg(self) -> Self {
        let bound = match self.bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            bound => bound,
        };
        Self { score: -self.score, bound }
    }
}

impl fmt::Display for RootScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.bound {
            Bound::Exact | Bound::None => "",
            Bound::Lower => ">=",
            Bound::Upper => "<=",
        };
        f.pad(&format!("{sign}{}", self.score))
    }
}

/// A line of the principal variation, as known after an iteration.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// The iteration's depth in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub sel_depth: u32,
    /// The line's rank among the requested root moves, from 1.
    pub multi_pv: usize,
    /// Its score. An exact mate comes with its whole line.
    pub score: RootScore,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the command.
    pub elapsed: Duration,
    /// The filled part of the table, in per mille.
    pub hashfull: u32,
    /// Positions of all threads that were found in tablebases. Front ends have a field for it
    /// (`tbhits` of UCI).
    pub tb_hits: u64,
    /// The moves. Empty only if there is no legal one.
    pub pv: &'a [Move],
}

impl<'a> Info<'a> {
    /// Creates a line and its score, as if found at depth 1 with no effort: for the tests of a
    /// [`Reporter`], which set the other fields that they need.
    ///
    /// ```
    /// use search::movegen::Position;
    /// use search::tt_core::Bound;
    /// use search::{Info, RootScore};
    ///
    /// let start = Position::startpos();
    /// let line = [start.parse_san("e4")?];
    /// let mut info = Info::new(RootScore::new(30, Bound::Exact), &line);
    /// info.depth = 12;
    /// // What an interface shows beside the score: the chances in 1,000 games.
    /// let chances = info.wdl(&start);
    /// assert!(chances.draw > chances.win && chances.win > chances.loss);
    /// # Ok::<(), search::movegen::MoveError>(())
    /// ```
    #[must_use]
    pub const fn new(score: RootScore, pv: &'a [Move]) -> Self {
        Self {
            depth: 1,
            sel_depth: 1,
            multi_pv: 1,
            score,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv,
        }
    }

    /// Returns the chances of a win, a draw and a loss in the root position.
    #[must_use]
    pub fn wdl(&self, root: &Position) -> Wdl {
        Wdl::new(self.score.score, root)
    }
}

/// Receives the reports of a search. It is called from the thread that searches, which waits for
/// it.
///
/// ```
/// use search::{Info, Limits, NoTable, Pool, Reporter, Search};
///
/// /// Draws a curve: the nodes that each iteration took to be finished.
/// #[derive(Default)]
/// struct Effort(Vec<(u32, u64)>);
///
/// impl Reporter for Effort {
///     fn iteration(&mut self, info: &Info<'_>) {
///         self.0.push((info.depth, info.nodes));
///     }
/// }
///
/// let mut effort = Effort::default();
/// Search::new(&NoTable)
///     .limits(Limits { depth: Some(4), ..Limits::default() })
///     .reporter(&mut effort)
///     .run(&mut Pool::new(|| |_: &_| 0));
/// assert_eq!(effort.0.iter().map(|&(depth, _)| depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
/// assert!(effort.0.is_sorted_by_key(|&(_, nodes)| nodes));
/// ```
pub trait Reporter {
    /// Receives a line of an iteration that is finished, or that was the last and interrupted.
    fn iteration(&mut self, info: &Info<'_>);

    /// Receives the root move that the search turns to, and its number in the order of this
    /// iteration, from 1. Called only when [`LONG_SEARCH`] has passed.
    fn current_move(&mut self, depth: u32, mv: Move, number: u32) {
        let _ = (depth, mv, number);
    }
}

/// A closure receives the iterations:
///
/// ```
/// use search::{Info, Limits, NoTable, Pool, Search};
///
/// let mut depths = Vec::new();
/// Search::new(&NoTable)
///     .limits(Limits { depth: Some(3), ..Limits::default() })
///     .reporter(&mut |info: &Info<'_>| depths.push(info.depth))
///     .run(&mut Pool::new(|| |_: &_| 0));
/// assert_eq!(depths, [1, 2, 3]);
/// ```
impl<F: FnMut(&Info<'_>)> Reporter for F {
    fn iteration(&mut self, info: &Info<'_>) {
        self(info);
    }
}

/// Drops every report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {
    fn iteration(&mut self, _: &Info<'_>) {}
}

/// The answer of a search.
///
/// ```
/// use search::movegen::Position;
/// use search::{Limits, NoTable, Pool, Search};
///
/// let position = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1")?;
/// let outcome = Search::new(&NoTable)
///     .position(position.clone())
///     .limits(Limits { mate: Some(2), ..Limits::default() })
///     .run(&mut Pool::new(|| |_: &Position| 0));
///
/// // A mate comes with its whole line, which ends on a board where the king is mated.
/// assert_eq!(outcome.score.mate(), Some(2));
/// let end = outcome.pv.iter().fold(position, |position, &mv| position.make(mv));
/// assert!(end.in_check() && end.legal_moves().is_empty());
/// assert_eq!((outcome.best, outcome.ponder), (Some(outcome.pv[0]), Some(outcome.pv[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The reply that it expects.
    pub ponder: Option<Move>,
    /// The best move's score, from the side to move's view.
    pub score: Score,
    /// The last finished iteration, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Positions of all threads that were found in tablebases.
    pub tb_hits: u64,
    /// The principal variation, from the best move on.
    pub pv: Vec<Move>,
}
