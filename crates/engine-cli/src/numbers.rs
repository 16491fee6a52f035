//! The numbers that the command line gives to the engine.

use evaluation::{Evaluator, Weights};
use search::{Params, Pool};

use crate::hand_crafted::HandCrafted;

/// The numbers of the search and of the evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// The numbers of the search.
    pub(crate) params: Params,
    /// The weights of the evaluation.
    pub(crate) weights: Weights,
}

impl Numbers {
    /// Creates a pool of one thread that uses these numbers.
    pub(crate) fn pool(&self) -> Pool<HandCrafted> {
        let weights = self.weights.clone();
        let mut pool = Pool::new(move || HandCrafted(Evaluator::with_weights(weights.clone())));
        pool.params_mut().clone_from(&self.params);
        pool
    }
}
