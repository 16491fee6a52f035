//! [`Numbers`]: the numbers by which an engine searches and judges.

use evaluation::Weights;
use search::{Params, Pool};

use crate::hand_crafted::HandCrafted;

/// The numbers of the search and of the evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// The numbers of the search.
    pub params: Params,
    /// The weights of the evaluation.
    pub weights: Weights,
}

impl Numbers {
    /// Creates a pool of one thread that uses these numbers.
    #[must_use]
    pub fn pool(&self) -> Pool<HandCrafted> {
        let weights = self.weights.clone();
        let mut pool = Pool::new(move || HandCrafted::with_weights(weights.clone()));
        pool.params_mut().clone_from(&self.params);
        pool
    }
}
