//! [`Numbers`]: the numbers by which an engine searches and judges.

use std::sync::Arc;

use evaluation::Weights;
use network::Network;
use search::{Params, Pool};

use crate::embedded::default_network;
use crate::engine_evaluation::EngineEvaluation;
use crate::hand_crafted::HandCrafted;

/// The numbers of the search and of the evaluation, and the network; by default those that the
/// engine plays with.
///
/// ```
/// use engine::{Engine, Game, Numbers, Request};
///
/// let mut numbers = Numbers::hand_crafted();
/// numbers.weights.read("tempo = 60 60\n")?;
/// let mut engine = Engine::builder().hash(1 << 20).numbers(numbers).build()?;
/// let tuned = engine.analyse(&Game::default(), &Request::depth(1), &mut |_| ());
/// engine.set_numbers(&Numbers::default());
/// engine.new_game();
/// let ours = engine.analyse(&Game::default(), &Request::depth(1), &mut |_| ());
/// assert_ne!(tuned.score, ours.score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers {
    /// The numbers of the search.
    pub params: Params,
    /// The weights of the hand-crafted evaluation.
    pub weights: Weights,
    /// The network that evaluates; without one the hand-crafted evaluation does.
    pub network: Option<Arc<Network>>,
}

impl Default for Numbers {
    fn default() -> Self {
        let (params, weights) = (Params::default(), Weights::default());
        Self { params, weights, network: Some(default_network()) }
    }
}

impl Numbers {
    /// Returns the default numbers, with the hand-crafted evaluation in place of the network.
    #[must_use]
    pub fn hand_crafted() -> Self {
        Self { network: None, ..Self::default() }
    }

    /// Creates a pool of one thread that uses these numbers, for a [`Search`](search::Search)
    /// without an [`Engine`](crate::Engine).
    #[must_use]
    pub fn pool(&self) -> Pool<EngineEvaluation> {
        let (weights, network) = (self.weights.clone(), self.network.clone());
        let mut pool = Pool::new(move || {
            let hand_crafted = HandCrafted::with_weights(weights.clone());
            match &network {
                Some(network) => EngineEvaluation::network(Arc::clone(network), hand_crafted),
                None => hand_crafted.into(),
            }
        });
        pool.params_mut().clone_from(&self.params);
        pool
    }
}
