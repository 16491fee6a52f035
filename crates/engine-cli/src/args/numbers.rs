//! The words that choose the numbers of the search and of the evaluation.

use std::sync::Arc;

use clap::Args;
use engine::Numbers;
use engine::network::Network;
use engine::regular_file;
use evaluation::Weights;
use search::{Params, Tunables};

/// The words of the verbs that search or evaluate, and of the program before such a verb.
#[derive(Args, Default)]
#[group(skip)]
pub(crate) struct NumberWords {
    /// Use the search's numbers in this file: lines `name = value`, as `params` prints them
    #[arg(long, value_name = "FILE", value_parser = read_params)]
    params: Option<Box<Params>>,
    /// Evaluate by hand-crafted terms with the weights in this file: lines
    /// `name = middle-game end-game`, as `weights` prints them
    #[arg(long, value_name = "FILE", value_parser = read_weights)]
    weights: Option<Box<Weights>>,
    /// Evaluate by the network in this file, in the format of `cargo xtask tune train`
    #[arg(long, value_name = "FILE", value_parser = read_network)]
    network: Option<Arc<Network>>,
}

impl NumberWords {
    /// Returns the first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let Self { params, weights, network } = self;
        let given = [params.is_some(), weights.is_some(), network.is_some()];
        ["--params", "--weights", "--network"]
            .into_iter()
            .zip(given)
            .find_map(|(name, is)| is.then_some(name))
    }

    /// Returns the numbers, those of the verb's own words before those of the words before it.
    pub(crate) fn numbers(self, before: Self) -> Numbers {
        let weights = self.weights.or(before.weights);
        // Weights are those of the hand-crafted evaluation, so they choose it.
        let network = self.network.or(before.network);
        let network = network.or_else(|| weights.is_none().then(engine::default_network));
        let params = self.params.or(before.params).unwrap_or_default();
        Numbers { params: *params, weights: *weights.unwrap_or_default(), network }
    }
}

fn read_params(path: &str) -> Result<Box<Params>, String> {
    let text = regular_file::read_text(path).map_err(|error| error.to_string())?;
    let mut params = Params::default();
    params.read(&text).map_err(|error| error.to_string())?;
    Ok(params.into())
}

fn read_weights(path: &str) -> Result<Box<Weights>, String> {
    let text = regular_file::read_text(path).map_err(|error| error.to_string())?;
    let mut weights = Weights::default();
    weights.read(&text).map_err(|error| error.to_string())?;
    Ok(weights.into())
}

fn read_network(path: &str) -> Result<Arc<Network>, String> {
    uci::read_network(path).map(Arc::new)
}
