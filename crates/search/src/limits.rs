//! Where a search ends, and how it is done.

use std::time::Duration;

use movegen::Move;

/// A player's clock.
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
/// [`MAX_PLY`](crate::score::MAX_PLY).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads together. The first iteration is finished all the same.
    pub nodes: Option<u64>,
    /// Stop as soon as a mate in so many moves is found, for either side.
    pub mate: Option<u32>,
    /// Time for this move, the overhead included.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub time: Option<TimeControl>,
    /// Time that is lost between the search's answer and the opponent's clock.
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

/// How to search, as far as it does not change from move to move.
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
}

impl Default for Settings {
    fn default() -> Self {
        Self { multi_pv: 1, no_progress_limit: 100, plain: false }
    }
}
