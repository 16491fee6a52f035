//! [`Network`]: the integer weights, and the value of a position from scratch.

use movegen::{Bitboard, Color, Position, Square};

use crate::activation::activate;
use crate::architecture::Architecture;
use crate::block::{Block, LANES, add};
use crate::error::NetworkError;

/// A network that is ready to evaluate: integer weights in the order in which they are read.
///
/// It does not change, so the threads of a search share it, in an [`Arc`](std::sync::Arc).
///
/// ```
/// use network::{Architecture, FloatNetwork, Network, NetworkError};
///
/// let bytes = FloatNetwork::zero(Architecture::new(32))?.quantise()?.to_bytes();
/// let network = Network::from_bytes(&bytes)?;
/// assert_eq!(network.architecture().hidden, 32);
/// let cut = Network::from_bytes(&bytes[..bytes.len() - 1]);
/// assert!(matches!(cut, Err(NetworkError::Length { .. })));
/// # Ok::<(), NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    architecture: Architecture,
    features: Vec<Block>,
    biases: Vec<Block>,
    /// Two rows for each output: the side to move, the other side.
    outputs: Vec<Block>,
    /// In units of an activation times a weight.
    output_biases: Vec<i32>,
}

/// The weights of a network, in the order of the file.
pub(crate) struct Parts {
    pub(crate) features: Vec<Block>,
    pub(crate) biases: Vec<Block>,
    pub(crate) outputs: Vec<Block>,
    pub(crate) output_biases: Vec<i32>,
}

impl Network {
    /// Creates a network of these weights, as many as the architecture has.
    ///
    /// # Errors
    /// If a number of the architecture is out of range, or an output weight is too great.
    pub(crate) fn new(architecture: Architecture, parts: Parts) -> Result<Self, NetworkError> {
        architecture.check()?;
        let rows = |blocks: &[Block]| blocks.len() * LANES / architecture.hidden;
        debug_assert_eq!(rows(&parts.features), architecture.inputs_in_all());
        debug_assert_eq!(rows(&parts.outputs), 2 * architecture.outputs);
        let most = i32::from(i16::MAX) / i32::from(architecture.activation_unit);
        let weights = parts.outputs.iter().flat_map(|block| block.0).map(i32::from);
        if let Some((number, value)) = weights.enumerate().find(|(_, value)| value.abs() > most) {
            return Err(NetworkError::OutputWeight { number, value, most });
        }
        let Parts { features, biases, outputs, output_biases } = parts;
        Ok(Self { architecture, features, biases, outputs, output_biases })
    }

    /// Returns the shape and the units.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Returns the value of a position in centipawns, for the side to move, computed from all its
    /// pieces. An [`Evaluator`](crate::Evaluator) is several times as quick in a search.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_of(position, position.occupied())
    }

    /// Returns the value that [`evaluate`](Self::evaluate) would return if the piece on `square`
    /// were not there: the difference is what the piece is worth to the network. A king's place
    /// chooses the inputs of the others, also without the king.
    #[must_use]
    pub fn evaluate_without(&self, position: &Position, square: Square) -> i32 {
        self.evaluate_of(position, position.occupied() & !Bitboard::from(square))
    }

    /// Returns the value of the pieces on `squares`, of which `position` has all.
    fn evaluate_of(&self, position: &Position, squares: Bitboard) -> i32 {
        let [white, black] = self.architecture.views(position).map(|view| {
            let mut values = self.biases.clone();
            for square in squares {
                let piece = position.piece_at(square).expect("the square is occupied");
                add(&mut values, self.feature(view.input(piece, square)));
            }
            values
        });
        self.output(position.side_to_move(), squares.count(), [&white, &black])
    }

    /// Returns the value for the side to move of a position with `pieces` pieces, whose hidden
    /// neurons, for White and for Black, are these.
    #[inline]
    pub(crate) fn output(&self, us: Color, pieces: u32, values: [&[Block]; 2]) -> i32 {
        let us = us.index();
        let output = self.architecture.output(pieces);
        let row = self.row();
        let weights = &self.outputs[2 * row * output..][..2 * row];
        let (ours, theirs) = weights.split_at(row);
        let one = self.architecture.activation_unit;
        let sum =
            activate(values[us], ours, one).wrapping_add(activate(values[1 - us], theirs, one));
        let units = i64::from(one) * i64::from(self.architecture.weight_unit);
        let sum = i64::from(sum / i32::from(one)) + i64::from(self.output_biases[output]);
        // At most 2^31 · 2^15 in the product: it fits, and so does the quotient, being clamped.
        let value = sum * i64::from(self.architecture.scale) / units;
        value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }

    #[inline]
    pub(crate) fn row(&self) -> usize {
        self.biases.len()
    }

    #[inline]
    pub(crate) fn feature(&self, input: usize) -> &[Block] {
        let row = self.row();
        &self.features[input * row..][..row]
    }

    #[inline]
    pub(crate) fn biases(&self) -> &[Block] {
        &self.biases
    }

    /// Returns the 16-bit weights in the order of the file, and the biases of the outputs.
    pub(crate) fn parts(&self) -> ([&[Block]; 3], &[i32]) {
        ([&self.features, &self.biases, &self.outputs], &self.output_biases)
    }
}
