//! Where a search ends, and how it is done.

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

/// Where a search ends. Without any limit it runs until it is stopped or reaches
/// [`MAX_PLY`](crate::score::MAX_PLY). Of several limits the first that is reached ends it.
///
/// The fields are open, to be written as a literal that ends in `..Limits::default()`: a limit that
/// joins later then breaks no caller.
///
/// ```
/// use search::movegen::Position;
/// use search::{Limits, NoTable, Pool, Search, score};
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
/// assert_eq!(score::mate_distance_moves(outcome.score), Some(2));
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
    /// Nodes of all threads together. The first iteration is finished all the same.
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

/// How to search, as far as it does not change from move to move. Like [`Limits`], a literal that
/// ends in `..Settings::default()`.
///
/// ```
/// use search::movegen::Move;
/// use search::{Info, Limits, NoTable, Pool, Reporter, Search, Settings};
///
/// /// The first move of each line, by rank.
/// struct Best([Option<Move>; 3]);
///
/// impl Reporter for Best {
///     fn iteration(&mut self, info: &Info<'_>) {
///         self.0[info.multi_pv - 1] = info.pv.first().copied();
///     }
/// }
///
/// // The three best moves of the start position.
/// let mut best = Best([None; 3]);
/// let outcome = Search::new(&NoTable)
///     .settings(Settings { multi_pv: 3, ..Settings::default() })
///     .limits(Limits { depth: Some(3), ..Limits::default() })
///     .reporter(&mut best)
///     .run(&mut Pool::new(|| |_: &_| 0));
/// assert_eq!(best.0[0], outcome.best);
/// assert!(best.0[1].is_some() && best.0[1] != best.0[0] && best.0[2] != best.0[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many of the best root moves to find, at least 1.
    pub multi_pv: usize,
    /// Plies without a capture or pawn move that make a draw: 100 by the rules of chess.
    pub no_progress_limit: u32,
    /// Plain alpha-beta, to compare tables, drivers and orders of moves by: with one thread and a
    /// table that keeps whole keys, the score of each finished iteration depends on the position,
    /// the depth and the evaluation alone. It is that of negamax, and no table changes it.
    ///
    /// Nothing is pruned, reduced or extended, nor is the evaluation corrected by what was learnt
    /// or by the table. The only draws are stalemate and the lack of material, because the others
    /// depend on the way to the position. A table's entry settles a node only if its draft is the
    /// node's depth. Quiescence stands pat or plays what captures or promotes without a loss by
    /// static exchange; in check it plays every move.
    pub plain: bool,
    /// Enhanced transposition cutoffs (Schaeffer and Plaat, 1996): before the moves of a node are
    /// searched, the table is probed for each child; one that proves a fail high ends the node. It
    /// saves nodes and costs a probe a move.
    pub enhanced_cutoffs: bool,
    /// An entry whose move is not legal in the position counts as no entry: it was stored for
    /// another one. A table that compares whole keys has none.
    pub discard_illegal: bool,
    /// The table settles nodes whatever the no-progress clock says, as a naive table would: near
    /// the limit too, and with mates that come after it. It saves nodes and shows false wins; it is
    /// there to measure what the clock costs.
    pub table_ignores_clock: bool,
    /// The most pieces, kings and pawns included, of positions that are looked up in
    /// tablebases; 0 for none.
    pub tb_pieces: u32,
    /// The least depth, in plies, of nodes in which positions with as many pieces as the largest
    /// table holds are looked up; those with fewer are looked up everywhere but in quiescence.
    pub tb_depth: u32,
    /// Tablebases go by the fifty-move rule. Without it a longer win counts, too.
    pub tb_fifty_moves: bool,
}

impl Settings {
    /// Those of a game by the rules of chess; a constant that differs in some names these alone.
    ///
    /// ```
    /// use search::Settings;
    ///
    /// /// The trees of the literature.
    /// const PLAIN: Settings = Settings { plain: true, ..Settings::DEFAULT };
    ///
    /// assert_eq!(Settings { plain: false, ..PLAIN }, Settings::default());
    /// ```
    pub const DEFAULT: Self = Self {
        multi_pv: 1,
        no_progress_limit: 100,
        plain: false,
        enhanced_cutoffs: false,
        discard_illegal: false,
        table_ignores_clock: false,
        tb_pieces: 7,
        tb_depth: 1,
        tb_fifty_moves: true,
    };
}

impl Default for Settings {
    /// [`Settings::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
