//! The numbers that the engine plays by, as the command line gives them.

use evaluation::{Evaluator, Weights};
use search::{Params, Pool};

use crate::hand_crafted::HandCrafted;

/// The numbers of the search and of the evaluation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    /// Those of the search.
    pub(crate) params: Params,
    /// Those of the evaluation.
    pub(crate) weights: Weights,
}

impl Numbers {
    /// A pool of one thread that goes by them.
    pub(crate) fn pool(&self) -> Pool<HandCrafted> {
        let weights = self.weights.clone();
        let mut pool = Pool::new(move || HandCrafted(Evaluator::with_weights(weights.clone())));
        pool.params_mut().clone_from(&self.params);
        pool
    }
}
