//! [`EngineEvaluation`]: a network or the hand-crafted evaluation, as the numbers choose.

use std::sync::Arc;

use evaluation::is_special_ending;
use movegen::{Move, Position};
use network::{Evaluator, Network};
use search::Evaluate;

use crate::hand_crafted::HandCrafted;

/// The evaluation of an [`Engine`](crate::Engine): a network if its
/// [`Numbers`](crate::Numbers) have one, else the hand-crafted evaluation. Each thread of a search
/// has one.
pub enum EngineEvaluation {
    /// Hand-crafted terms.
    HandCrafted(Box<HandCrafted>),
    /// A network that follows the search move by move, and the hand-crafted evaluation for the
    /// endings of [`is_special_ending`].
    Network(Evaluator, Box<HandCrafted>),
}

impl EngineEvaluation {
    /// Creates an evaluation by a network, which leaves the endings of [`is_special_ending`] to the
    /// hand-crafted evaluation.
    #[must_use]
    pub fn network(network: Arc<Network>, endings: HandCrafted) -> Self {
        Self::Network(Evaluator::new(network), Box::new(endings))
    }
}

impl From<HandCrafted> for EngineEvaluation {
    fn from(evaluation: HandCrafted) -> Self {
        Self::HandCrafted(Box::new(evaluation))
    }
}

impl Evaluate for EngineEvaluation {
    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        match self {
            Self::HandCrafted(evaluation) => evaluation.evaluate(position),
            Self::Network(_, endings) if is_special_ending(position) => endings.evaluate(position),
            Self::Network(evaluator, _) => evaluator.evaluate(position),
        }
    }

    #[inline]
    fn is_known_draw(&self, position: &Position) -> bool {
        evaluation::is_known_draw(position)
    }

    #[inline]
    fn new_root(&mut self, root: &Position) {
        if let Self::Network(evaluator, _) = self {
            evaluator.new_root(root);
        }
    }

    #[inline]
    fn make(&mut self, parent: &Position, mv: Move, child: &Position) {
        match self {
            Self::HandCrafted(evaluation) => evaluation.make(parent, mv, child),
            Self::Network(evaluator, _) => evaluator.make(parent, mv, child),
        }
    }

    #[inline]
    fn make_null(&mut self, _: &Position, _: &Position) {
        if let Self::Network(evaluator, _) = self {
            evaluator.make_null();
        }
    }

    #[inline]
    fn unmake(&mut self) {
        if let Self::Network(evaluator, _) = self {
            evaluator.unmake();
        }
    }
}
