//! Networks of the trainer bullet (Jamie Whiting, MIT), which many engine authors use.

use crate::architecture::Architecture;
use crate::block::blocks;
use crate::error::NetworkError;
use crate::format::Sizes;
use crate::network::{Network, Parts};

/// A file of bullet is filled up to a multiple of this many bytes.
const PADDING: usize = 64;

impl Network {
    /// Reads the quantised file that bullet writes for an architecture of this family: 16-bit
    /// numbers without a header, the weights of the inputs, the hidden biases, the weights of the
    /// outputs, the biases of the outputs, then padding.
    ///
    /// The file does not say what it holds, so `architecture` must be the trainer's: inputs
    /// `Chess768` (not mirrored) or `ChessBucketsMirrored`, SCReLU, outputs by `MaterialCount`,
    /// the weights of several outputs saved transposed, the quantisation of inputs as the
    /// activation unit and that of outputs as the weight unit.
    ///
    /// # Errors
    /// If the architecture is out of range, the file has too few or too many bytes for it, or an
    /// output weight does not fit.
    pub fn from_bullet(bytes: &[u8], architecture: Architecture) -> Result<Self, NetworkError> {
        architecture.check()?;
        let sizes = Sizes::of(&architecture);
        let least = 2 * (sizes.weights.iter().sum::<usize>() + sizes.output_biases);
        if bytes.len() != least && bytes.len() != least.next_multiple_of(PADDING) {
            let expected = least.next_multiple_of(PADDING);
            return Err(NetworkError::Length { expected, found: bytes.len() });
        }
        let mut halves = bytes.as_chunks::<2>().0.iter().map(|&half| i16::from_le_bytes(half));
        let [features, biases, outputs] =
            sizes.weights.map(|count| blocks(halves.by_ref().take(count)));
        let output_biases = halves.take(sizes.output_biases).map(i32::from).collect();
        Self::new(architecture, Parts { features, biases, outputs, output_biases })
    }
}
