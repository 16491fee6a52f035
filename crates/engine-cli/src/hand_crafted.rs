//! The hand-crafted evaluation as the search takes it.

use evaluation::Evaluator;
use movegen::{Move, Position};
use search::Evaluate;

/// A thread's evaluator. The search and the evaluation do not know of each other: here they meet.
pub(crate) struct HandCrafted(pub(crate) Evaluator);

impl Evaluate for HandCrafted {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    #[inline]
    fn make(&mut self, parent: &Position, _: Move, child: &Position) {
        self.0.prefetch(parent, child);
    }
}
