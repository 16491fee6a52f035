//! [`HandCrafted`]: the meeting place of the evaluation and the search, which do not know each
//! other.

use evaluation::{Evaluator, Weights};
use movegen::{Move, Position};
use search::Evaluate;

/// The hand-crafted evaluation as an evaluation of the search; by default with the weights that
/// the engine plays with. Each thread of a search has one.
///
/// ```
/// use engine::HandCrafted;
/// use engine::search::{Limits, NoTable, Pool, Search};
///
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let outcome = Search::new(&NoTable).limits(limits).run(&mut Pool::new(HandCrafted::default));
/// assert!(outcome.best.is_some());
/// ```
#[derive(Default)]
pub struct HandCrafted(Evaluator);

impl HandCrafted {
    /// Creates the evaluation with these weights.
    #[must_use]
    pub fn with_weights(weights: Weights) -> Self {
        Self(Evaluator::with_weights(weights))
    }
}

impl Evaluate for HandCrafted {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position)
    }

    #[inline]
    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }

    #[inline]
    fn make(&mut self, parent: &Position, _: Move, child: &Position) {
        self.0.prefetch(parent, child);
    }
}

#[cfg(test)]
mod tests {
    use search::{Limits, Pool, Search};
    use tt_core::Table;

    use super::*;

    fn score(fen: &str) -> i32 {
        let table: Table = Table::new(1 << 20).expect("memory for a small table");
        let limits = Limits { depth: Some(12), ..Limits::default() };
        let position = Position::from_fen(fen).expect("a legal position");
        let search = Search::new(&table).position(position).limits(limits);
        search.run(&mut Pool::new(HandCrafted::default)).score.value()
    }

    #[test]
    fn a_known_draw_is_worth_nothing_after_a_search() {
        for drawn in [
            "1k6/8/P7/8/K7/4B3/8/8 w - - 0 1",
            "8/2k5/P7/8/K7/4B3/8/8 b - - 0 1",
            "8/8/8/3k4/8/8/3NN3/4K3 w - - 0 1",
            "8/2b5/3k4/8/8/4N3/4K3/8 w - - 0 1",
            "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1",
        ] {
            assert_eq!(score(drawn), 0, "{drawn}");
        }
        assert!(score("1k6/8/P7/8/K7/3B4/8/8 w - - 0 1") > 500, "the bishop guards the corner");
    }
}
