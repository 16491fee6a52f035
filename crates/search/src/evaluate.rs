//! The evaluation, as the search sees it: a trait, so that any program's evaluation may stand
//! there.

use movegen::{Move, Position};

/// A static evaluation. Each thread of a search owns one, made by the factory of its
/// [`Pool`](crate::Pool), so it may keep caches and accumulators without a lock.
///
/// A function or closure from `&Position` to `i32` is an evaluation:
///
/// ```
/// use movegen::{PieceType, Position};
/// use search::{Limits, NoTable, Pool, Search};
///
/// fn material(position: &Position) -> i32 {
///     let us = position.side_to_move();
///     let count = |color, kind| position.colored(color, kind).count() as i32;
///     let values = PieceType::ALL.into_iter().zip([100, 300, 300, 500, 900, 0]);
///     values.map(|(kind, value)| value * (count(us, kind) - count(!us, kind))).sum()
/// }
///
/// let mut pool = Pool::new(|| material);
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let outcome = Search::new(&NoTable).limits(limits).run(&mut pool);
/// assert_eq!(outcome.score, 0);
/// ```
///
/// # Incremental evaluations
///
/// An evaluation that is updated move by move (the accumulators of a neural network, running sums)
/// implements the hooks. They are called in pairs like brackets: each [`make`](Self::make) or
/// [`make_null`](Self::make_null) is followed by what happens below it and then by one
/// [`unmake`](Self::unmake), also when the search is stopped. [`evaluate`](Self::evaluate) is asked
/// about the child of the innermost pair that is open, or about the root.
pub trait Evaluate {
    /// The worth of a position in centipawns, from the view of the side to move, which is never in
    /// check.
    ///
    /// It must depend on the position alone: the table keeps it, and a search is repeatable only if
    /// it is. A value farther from zero than [`MAX_EVAL`](crate::score::MAX_EVAL) counts as that:
    /// beyond it lie the mates.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// A search begins at `root`. Nothing of an earlier search is on the board.
    fn new_root(&mut self, root: &Position) {
        let _ = root;
    }

    /// `mv` was made in `parent` and led to `child`.
    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        let _ = (parent, mv, child);
    }

    /// The turn was passed in `parent` (a null move), which led to `child`.
    fn make_null(&mut self, parent: &Position, child: &Position) {
        let _ = (parent, child);
    }

    /// The last move or null move that was made is taken back.
    fn unmake(&mut self) {}
}

impl<F: FnMut(&Position) -> i32> Evaluate for F {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self(position)
    }
}
