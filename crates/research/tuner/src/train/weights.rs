//! [`Weights`]: all weights of a network in one piece, and what has their shape.

use anyhow::Result;
use network::{Architecture, FloatNetwork, Network};
use zobrist_keys::SplitMix64;

/// The greatest output weight: times 64 it fits the 16 bits of a product.
const MOST: f32 = 1.98;

/// The spread of the noise in the weights of neurons that begin as copies.
const NOISE: f32 = 0.02;

/// Returns a random number from 0 to 1.
fn unit(random: &mut SplitMix64) -> f32 {
    (random.next() >> 40) as f32 / (1_u64 << 24) as f32
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) inputs: usize,
    pub(super) hidden: usize,
    pub(super) outputs: usize,
}

impl Shape {
    pub(super) fn of(architecture: &Architecture) -> Self {
        let Architecture { hidden, outputs, .. } = *architecture;
        Self { inputs: architecture.inputs_in_all(), hidden, outputs }
    }

    pub(super) fn biases(self) -> usize {
        self.inputs * self.hidden
    }

    pub(super) fn output(self, output: usize) -> usize {
        self.biases() + self.hidden + 2 * self.hidden * output
    }

    pub(super) fn output_bias(self, output: usize) -> usize {
        self.output(self.outputs) + output
    }

    pub(super) fn count(self) -> usize {
        self.output_bias(self.outputs)
    }
}

/// The weights, or a gradient, or moments: inputs, hidden biases, outputs, their biases.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weights {
    pub(super) shape: Shape,
    pub(super) all: Vec<f32>,
}

impl Weights {
    pub(super) fn zero(shape: Shape) -> Self {
        Self { shape, all: vec![0.0; shape.count()] }
    }

    /// Returns small random weights, the outputs alike.
    pub(super) fn random(shape: Shape, random: &mut SplitMix64) -> Self {
        let mut new = Self::zero(shape);
        let mut unit = || unit(random);
        let biases = shape.biases();
        let first = shape.output(0);
        let second = shape.output(1);
        new.all[..biases].fill_with(|| 0.2 * (unit() - 0.5));
        new.all[biases..first].fill_with(|| 0.2 * unit());
        let spread = 1.0 / (shape.hidden as f32).sqrt();
        new.all[first..second].fill_with(|| spread * (unit() - 0.5));
        for output in 1..shape.outputs {
            new.all.copy_within(first..second, shape.output(output));
        }
        new
    }

    pub(super) fn of(network: &Network) -> Self {
        let network = FloatNetwork::from(network);
        let layers = [
            network.input_weights(),
            network.hidden_biases(),
            network.output_weights(),
            network.output_biases(),
        ];
        Self { shape: Shape::of(network.architecture()), all: layers.concat() }
    }

    /// Returns the weights of a network of more hidden neurons that evaluates almost alike: the new
    /// neurons are copies of the old ones, which share their output weights, with a little noise
    /// so that they learn different things (Net2Net: Chen, Goodfellow and Shlens, 2016).
    pub(super) fn widened(&self, hidden: usize, random: &mut SplitMix64) -> Self {
        let old = self.shape;
        let mut new = Self::zero(Shape { hidden, ..old });
        // The rows of inputs, and the hidden biases as one more.
        for row in 0..=old.inputs {
            for neuron in 0..hidden {
                let noise = if neuron < old.hidden { 0.0 } else { NOISE * (unit(random) - 0.5) };
                new.all[row * hidden + neuron] =
                    self.all[row * old.hidden + neuron % old.hidden] + noise;
            }
        }
        // Each output has the neurons of the side to move, then those of the other side.
        for view in 0..2 * old.outputs {
            for neuron in 0..hidden {
                let original = neuron % old.hidden;
                let copies = (hidden - original).div_ceil(old.hidden);
                let weight = self.all[old.output(0) + view * old.hidden + original];
                new.all[new.shape.output(0) + view * hidden + neuron] = weight / copies as f32;
            }
        }
        let biases = new.shape.output_bias(0);
        new.all[biases..].copy_from_slice(&self.all[old.output_bias(0)..]);
        new
    }

    /// Returns the weights of a network of more king buckets that evaluates alike: each bucket
    /// begins as a copy.
    pub(super) fn bucketed(&self, copies: usize) -> Self {
        let (inputs, rest) = self.all.split_at(self.shape.biases());
        let shape = Shape { inputs: copies * self.shape.inputs, ..self.shape };
        Self { shape, all: [&inputs.repeat(copies), rest].concat() }
    }

    pub(super) fn input(&self, input: usize) -> &[f32] {
        let hidden = self.shape.hidden;
        &self.all[input * hidden..][..hidden]
    }

    /// Keeps the weights in the range of their integers.
    pub(super) fn clip(&mut self) {
        let end = self.shape.output(self.shape.outputs);
        self.all[..end].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST, MOST));
    }

    /// Rounds them to a network.
    pub(super) fn quantise(&self, architecture: &Architecture) -> Result<Network> {
        let mut network = FloatNetwork::zero(architecture.clone())?;
        let (inputs, rest) = self.all.split_at(self.shape.biases());
        let (biases, rest) = rest.split_at(self.shape.hidden);
        let (outputs, output_biases) = rest.split_at(2 * self.shape.hidden * self.shape.outputs);
        network.input_weights_mut().copy_from_slice(inputs);
        network.hidden_biases_mut().copy_from_slice(biases);
        network.output_weights_mut().copy_from_slice(outputs);
        network.output_biases_mut().copy_from_slice(output_biases);
        Ok(network.quantise()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wider_network_is_worth_the_same_without_noise_and_its_neurons_differ() {
        let architecture = Architecture { outputs: 2, ..Architecture::new(32) };
        let weights = Weights::random(Shape::of(&architecture), &mut SplitMix64::new(3));
        let [one, other] = [0, 1].map(|output| &weights.all[weights.shape.output(output)..][..64]);
        assert!(one == other && one[0] != one[1], "the outputs begin alike");
        for hidden in [32, 64, 80] {
            let wide = weights.widened(hidden, &mut SplitMix64::new(4));
            assert_eq!(wide.shape, Shape { hidden, ..weights.shape });
            for view in 0..4 {
                let row = |of: &Weights| {
                    let neurons = of.shape.hidden;
                    of.all[of.shape.output(0) + view * neurons..][..neurons].to_vec()
                };
                let (old, new) = (row(&weights), row(&wide));
                for (neuron, weight) in old.iter().enumerate() {
                    let shares: f32 = new.iter().skip(neuron).step_by(32).sum();
                    assert!((shares - weight).abs() < 1e-6, "{hidden} {view} {neuron}");
                }
            }
            let first = wide.input(5);
            assert_eq!(&first[..32], weights.input(5));
            let pairs = first[..32].iter().zip(&first[32..]);
            assert!(pairs.into_iter().all(|(a, b)| a != b && (a - b).abs() <= 0.011));
            assert!(
                wide.all[wide.shape.output_bias(0)..]
                    == weights.all[weights.shape.output_bias(0)..]
            );
        }
    }
}
