//! The evaluation, as the search sees it: a trait, so that any program's evaluation may serve.

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
/// assert_eq!(outcome.score.value(), 0);
/// ```
///
/// # Incremental evaluations
///
/// An evaluation that is updated move by move (the accumulators of a neural network, running sums)
/// implements the hooks. They are called in pairs like brackets: each [`make`](Self::make) or
/// [`make_null`](Self::make_null) is followed by what happens below it and then by one
/// [`unmake`](Self::unmake), also when the search is stopped. [`evaluate`](Self::evaluate) is
/// called for the child of the innermost pair that is open, or for the root.
///
/// ```
/// use search::movegen::{Color, Move, Piece, Position, Square};
/// use search::{Evaluate, Limits, NoTable, Pool, Search};
///
/// /// White's material less Black's, for each position on the line that is searched.
/// #[derive(Default)]
/// struct Running(Vec<i32>);
///
/// fn sum(pieces: &[(Piece, Square)]) -> i32 {
///     let value = |piece: Piece| [100, 300, 300, 500, 900, 0][piece.kind().index()];
///     let signed = |piece: Piece| match piece.color() {
///         Color::White => value(piece),
///         Color::Black => -value(piece),
///     };
///     pieces.iter().map(|&(piece, _)| signed(piece)).sum()
/// }
///
/// fn whole(position: &Position) -> i32 {
///     let on = |square| Some((position.piece_at(square)?, square));
///     sum(&Square::ALL.into_iter().filter_map(on).collect::<Vec<_>>())
/// }
///
/// impl Evaluate for Running {
///     fn evaluate(&mut self, position: &Position) -> i32 {
///         let white = *self.0.last().expect("a root");
///         if position.side_to_move() == Color::White { white } else { -white }
///     }
///     fn new_root(&mut self, root: &Position) {
///         self.0 = vec![whole(root)];
///     }
///     fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
///         let changes = parent.changes(mv);
///         let white = self.0.last().expect("a root");
///         self.0.push(white - sum(changes.removed()) + sum(changes.added()));
///         debug_assert_eq!(self.0.last(), Some(&whole(child)));
///     }
///     fn make_null(&mut self, _: &Position, _: &Position) {
///         self.0.extend_from_within(self.0.len() - 1..);
///     }
///     fn unmake(&mut self) {
///         self.0.pop();
///     }
/// }
///
/// let position = Position::from_fen("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1")?;
/// let outcome = Search::new(&NoTable)
///     .position(position.clone())
///     .limits(Limits { depth: Some(5), ..Limits::default() })
///     .run(&mut Pool::new(Running::default));
/// assert_eq!(position.san(outcome.best.unwrap()), "exd5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluate {
    /// Returns the worth of a position in centipawns, from the view of the side to move, which is
    /// never in check.
    ///
    /// It must depend on the position alone: the table keeps it, and a search is repeatable only if
    /// it is. The search corrects it by what it learns, and lets it fade with the plies without
    /// progress (`progress_damping` of [`Params`](crate::Params)). A value farther from zero than
    /// [`MAX_EVAL`](crate::score::MAX_EVAL) counts as that: beyond it lie the mates.
    fn evaluate(&mut self, position: &Position) -> i32;

    /// Returns whether the position is certainly a draw: neither side can force a win. Beyond the
    /// root such a node is worth a draw, and is not searched. Like an evaluation the answer must
    /// depend on the position alone. The search calls this at each node, so for most of them it
    /// must be cheap to answer that nothing is known, which is the default.
    ///
    /// The search itself knows the draws by insufficient material.
    fn is_known_draw(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Prepares for a search that begins at `root`. Nothing of an earlier search is on the board.
    fn new_root(&mut self, root: &Position) {
        let _ = root;
    }

    /// Follows `mv`, which was made in `parent` and led to `child`.
    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        let _ = (parent, mv, child);
    }

    /// Follows a null move, which passed the turn in `parent` and led to `child`.
    fn make_null(&mut self, parent: &Position, child: &Position) {
        let _ = (parent, child);
    }

    /// Takes back the last move or null move that was made.
    fn unmake(&mut self) {}
}

impl<F: FnMut(&Position) -> i32> Evaluate for F {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self(position)
    }
}

/// An evaluation that is chosen while the program runs:
///
/// ```
/// use search::movegen::Position;
/// use search::{Evaluate, Limits, NoTable, Pool, Search};
///
/// fn chosen(name: &str) -> Box<dyn Evaluate + Send> {
///     match name {
///         "mobility" => Box::new(|position: &Position| position.count_legal() as i32),
///         _ => Box::new(|_: &Position| 0),
///     }
/// }
///
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let score = |name: &'static str| {
///     let mut pool = Pool::new(move || chosen(name));
///     Search::new(&NoTable).limits(limits.clone()).run(&mut pool).score.value()
/// };
/// assert!(score("mobility") != 0 && score("nothing") == 0);
/// ```
impl Evaluate for Box<dyn Evaluate + Send> {
    fn evaluate(&mut self, position: &Position) -> i32 {
        (**self).evaluate(position)
    }

    fn is_known_draw(&self, position: &Position) -> bool {
        (**self).is_known_draw(position)
    }

    fn new_root(&mut self, root: &Position) {
        (**self).new_root(root);
    }

    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        (**self).make(parent, mv, child);
    }

    fn make_null(&mut self, parent: &Position, child: &Position) {
        (**self).make_null(parent, child);
    }

    fn unmake(&mut self) {
        (**self).unmake();
    }
}
