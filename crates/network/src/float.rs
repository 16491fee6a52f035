//! [`FloatNetwork`]: the weights as a trainer has them, and their rounding.

use crate::architecture::Architecture;
use crate::block::{Block, blocks};
use crate::error::NetworkError;
use crate::format::Sizes;
use crate::network::{Network, Parts};

/// The weights of a network as real numbers, as a trainer changes them.
///
/// ```
/// use network::{Architecture, FloatNetwork};
///
/// let mut weights = FloatNetwork::zero(Architecture::new(32))?;
/// assert_eq!(weights.input_weights().len(), 768 * 32);
/// assert_eq!(weights.output_weights().len(), 2 * 32);
/// weights.output_biases_mut()[0] = 0.25;
/// let start = network::movegen::Position::startpos();
/// assert_eq!(weights.quantise()?.evaluate(&start), 100);
/// # Ok::<(), network::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FloatNetwork {
    architecture: Architecture,
    input_weights: Vec<f32>,
    hidden_biases: Vec<f32>,
    output_weights: Vec<f32>,
    output_biases: Vec<f32>,
}

/// Creates the accessors of a layer.
macro_rules! layer {
    ($(#[$shape:meta])* $name:ident, $name_mut:ident) => {
        #[doc = "Returns "]
        $(#[$shape])*
        #[must_use]
        pub fn $name(&self) -> &[f32] {
            &self.$name
        }

        #[doc = "Returns, to be changed, "]
        $(#[$shape])*
        pub fn $name_mut(&mut self) -> &mut [f32] {
            &mut self.$name
        }
    };
}

impl FloatNetwork {
    /// Creates a network whose weights are all 0.
    ///
    /// # Errors
    /// If a number of the architecture is out of range.
    pub fn zero(architecture: Architecture) -> Result<Self, NetworkError> {
        architecture.check()?;
        let sizes = Sizes::of(&architecture);
        let [input_weights, hidden_biases, output_weights] =
            sizes.weights.map(|count| vec![0.0; count]);
        let output_biases = vec![0.0; sizes.output_biases];
        Ok(Self { architecture, input_weights, hidden_biases, output_weights, output_biases })
    }

    /// Returns the shape and the units.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    layer! {
        /// the weights of the inputs: those of an input to all hidden neurons together, input by
        /// input.
        input_weights, input_weights_mut
    }

    layer! {
        /// the biases of the hidden neurons.
        hidden_biases, hidden_biases_mut
    }

    layer! {
        /// the weights of the outputs: for each output those of the side to move, then those of the
        /// other side.
        output_weights, output_weights_mut
    }

    layer! {
        /// the biases of the outputs.
        output_biases, output_biases_mut
    }

    /// Rounds the weights to the integers of a [`Network`].
    ///
    /// # Errors
    /// If a weight is not a number, or too great for its integer.
    pub fn quantise(&self) -> Result<Network, NetworkError> {
        let one = f32::from(self.architecture.activation_unit);
        let weight = f32::from(self.architecture.weight_unit);
        let halves = |layer: &'static str, weights: &[f32], unit: f32| {
            let whole = |(number, &weight): (usize, &f32)| {
                let value = (weight * unit).round();
                let range = f32::from(i16::MIN)..=f32::from(i16::MAX);
                let fits = range.contains(&value);
                if fits { Ok(value as i16) } else { Err(NetworkError::Weight { layer, number }) }
            };
            let all: Result<Vec<i16>, NetworkError> =
                weights.iter().enumerate().map(whole).collect();
            all.map(blocks)
        };
        let bias = |(number, &weight_of_one): (usize, &f32)| {
            let value = (weight_of_one * one * weight).round();
            // Exactly the numbers below 2^31 in size convert.
            let fits = value.abs() < 2_147_483_648.0;
            let error = NetworkError::Weight { layer: "output biases", number };
            if fits { Ok(value as i32) } else { Err(error) }
        };
        let parts = Parts {
            features: halves("inputs", &self.input_weights, one)?,
            biases: halves("hidden biases", &self.hidden_biases, one)?,
            outputs: halves("outputs", &self.output_weights, weight)?,
            output_biases: self
                .output_biases
                .iter()
                .enumerate()
                .map(bias)
                .collect::<Result<_, _>>()?,
        };
        Network::new(self.architecture.clone(), parts)
    }
}

impl From<&Network> for FloatNetwork {
    /// Returns the weights of a network, so that a training can go on from its file. They round
    /// to that network again.
    fn from(network: &Network) -> Self {
        let architecture = network.architecture().clone();
        let one = f32::from(architecture.activation_unit);
        let weight = f32::from(architecture.weight_unit);
        let ([inputs, biases, outputs], output_biases) = network.parts();
        let floats = |blocks: &[Block], unit: f32| -> Vec<f32> {
            blocks.iter().flat_map(|block| block.0).map(|whole| f32::from(whole) / unit).collect()
        };
        Self {
            input_weights: floats(inputs, one),
            hidden_biases: floats(biases, one),
            output_weights: floats(outputs, weight),
            output_biases: output_biases.iter().map(|&bias| bias as f32 / (one * weight)).collect(),
            architecture,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_a_network_round_to_it_again() {
        let mut weights = FloatNetwork::zero(Architecture::new(32)).expect("in range");
        for (number, weight) in weights.input_weights_mut().iter_mut().enumerate() {
            *weight = (number as f32).sin();
        }
        for (number, weight) in weights.output_weights_mut().iter_mut().enumerate() {
            *weight = 1.9 * (number as f32).cos();
        }
        weights.hidden_biases_mut().fill(-0.3);
        weights.output_biases_mut().fill(2.7);
        let network = weights.quantise().expect("in range");
        let again = FloatNetwork::from(&network);
        assert_eq!(again.quantise().expect("in range"), network);
        let pairs = weights.output_weights().iter().zip(again.output_weights());
        assert!(pairs.into_iter().all(|(exact, rounded)| (exact - rounded).abs() < 0.008));
    }

    #[test]
    fn weights_that_do_not_fit_are_refused() {
        let refused = |change: fn(&mut FloatNetwork)| {
            let mut weights = FloatNetwork::zero(Architecture::new(32)).expect("in range");
            change(&mut weights);
            weights.quantise().expect_err("too great").to_string()
        };
        let inputs = refused(|weights| weights.input_weights_mut()[5] = f32::NAN);
        assert!(inputs.contains("inputs") && inputs.ends_with("number 5"), "{inputs}");
        let hidden = refused(|weights| weights.hidden_biases_mut()[3] = 129.0);
        assert!(hidden.contains("hidden biases"), "{hidden}");
        let output = refused(|weights| weights.output_weights_mut()[40] = -2.1);
        assert_eq!(output, "expected output weights from -128 to 128, found -134 as number 40");
        let mut greatest = FloatNetwork::zero(Architecture::new(32)).expect("in range");
        greatest.output_weights_mut()[40] = -2.0;
        assert!(greatest.quantise().is_ok());
        let bias = refused(|weights| weights.output_biases_mut()[0] = f32::INFINITY);
        assert!(bias.contains("output biases"), "{bias}");
    }

    /// The units are such that the bias is multiplied by the scale alone.
    #[test]
    fn a_value_that_does_not_fit_is_the_extreme_one() {
        let architecture = Architecture {
            activation_unit: 1,
            weight_unit: 1,
            scale: i16::MAX,
            ..Architecture::new(32)
        };
        let mut weights = FloatNetwork::zero(architecture).expect("in range");
        let limit = 2_f32.powi(31);
        for (bias, value) in [(limit.next_down(), i32::MAX), (-limit.next_down(), i32::MIN)] {
            weights.output_biases_mut()[0] = bias;
            let network = weights.quantise().expect("in range");
            assert_eq!(network.evaluate(&movegen::Position::startpos()), value);
        }
        weights.output_biases_mut()[0] = limit;
        assert!(weights.quantise().is_err());
    }
}
