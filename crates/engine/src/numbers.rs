//! [`Numbers`]: the numbers by which an engine searches and judges, and the network among them.

use std::sync::Arc;

use evaluation::Weights;
use network::Network;
use search::{Params, Pool};

use crate::engine_evaluation::{EngineEvaluation, HandCrafted};

/// The network's file, as `cargo xtask tune train` wrote it; docs/network.md says from which data.
static FILE: &[u8] = include_bytes!("../networks/default.network");

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

/// Returns the network that the engine plays with. Each call makes one, in less than a millisecond;
/// threads share it.
///
/// ```
/// use engine::default_network;
/// use engine::movegen::Position;
///
/// let knight_up = Position::from_fen("4k3/pppp4/8/8/8/8/PPPP4/4K1N1 w - - 0 1")?;
/// assert!(default_network().evaluate(&knight_up) > 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn default_network() -> Arc<Network> {
    Arc::new(Network::from_bytes(FILE).expect("the file is a network, as a test shows"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_a_network_of_at_most_a_megabyte() {
        let network = default_network();
        assert_eq!(network.to_bytes(), FILE);
        assert!(FILE.len() <= 1_000_000, "{} bytes", FILE.len());
    }

    #[test]
    fn a_pool_searches_by_the_params_of_its_numbers() {
        let mut numbers = Numbers::hand_crafted();
        numbers.params.razor_base += 1;
        assert_eq!(numbers.pool().params(), &numbers.params);
    }
}
