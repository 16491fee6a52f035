//! [`Limits`]: where a search ends.

use std::time::Duration;

use movegen::Move;

/// A player's clock.
///
/// ```
/// use std::time::Duration;
///
/// use search::{Limits, NoTable, Pool, Search, TimeControl};
///
/// // Two seconds for the rest of the game, and 20 milliseconds more with each move.
/// let time = TimeControl {
///     remaining: Duration::from_secs(2),
///     increment: Duration::from_millis(20),
///     ..TimeControl::default()
/// };
/// // An answer takes 10 milliseconds on its way to the opponent's clock.
/// let overhead = Duration::from_millis(10);
/// let limits = Limits { time: Some(time), move_overhead: overhead, ..Limits::default() };
/// let outcome = Search::new(&NoTable).limits(limits).run(&mut Pool::new(|| |_: &_| 0));
/// assert!(outcome.best.is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time left.
    pub remaining: Duration,
    /// Time added with each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` if the rest of the game must be played with this.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. Without any it runs until it is stopped or reaches
/// [`MAX_PLY`](crate::score::MAX_PLY). Of several limits the first that is reached ends it.
///
/// The fields are open, to be written as a literal that ends in `..Limits::default()`: a limit that
/// joins later then breaks no caller.
///
/// ```
/// use search::movegen::Position;
/// use search::{Limits, NoTable, Pool, Search};
///
/// let mut pool = Pool::new(|| |_: &Position| 0);
/// let mate_in_two = Position::from_fen("7k/8/5K2/8/8/8/8/R7 w - - 0 1")?;
/// let search = |limits| Search::new(&NoTable).position(mate_in_two.clone()).limits(limits);
///
/// // A number of nodes, for a game that is the same on every machine.
/// let outcome = search(Limits { nodes: Some(2_000), ..Limits::default() }).run(&mut pool);
/// assert!(outcome.best.is_some() && outcome.nodes < 4_000);
///
/// // A solver of problems: until the mate is found, but no deeper than ten plies.
/// let limits = Limits { mate: Some(2), depth: Some(10), ..Limits::default() };
/// let outcome = search(limits).run(&mut pool);
/// assert_eq!(outcome.score.mate(), Some(2));
///
/// // Only what was asked about.
/// let tried = mate_in_two.parse_san("Ra7")?;
/// let limits = Limits { depth: Some(3), search_moves: vec![tried], ..Limits::default() };
/// assert_eq!(search(limits).run(&mut pool).best, Some(tried));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together. The first iteration is always finished.
    pub nodes: Option<u64>,
    /// Stop as soon as a mate in this many moves is found, for either side.
    pub mate: Option<u32>,
    /// Time for this move. All of it is used: the overhead is not taken off.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub time: Option<TimeControl>,
    /// Time that is lost between the search's answer and the opponent's clock: taken off
    /// [`time`](Self::time).
    pub move_overhead: Duration,
    /// Give no answer before the stop.
    pub infinite: bool,
    /// The opponent is still to move: the clock binds, and an answer is given, only after
    /// [`Control::ponder_hit`](crate::Control::ponder_hit).
    pub ponder: bool,
    /// The root moves to consider. Moves that are not legal are passed over; if none is left, all
    /// are considered.
    pub search_moves: Vec<Move>,
}
