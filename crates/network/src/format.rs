//! The file of a network, byte by byte, so that other programs can read and write it. All numbers
//! are little-endian.
//!
//! | offset | bytes | content |
//! |---:|---:|---|
//! | 0 | 8 | [`MAGIC`] |
//! | 8 | 2 | [`VERSION`] |
//! | 10 | 1 | 1 if views are mirrored, else 0 |
//! | 11 | 1 | number of outputs, O |
//! | 12 | 4 | number of hidden neurons of a view, N |
//! | 16 | 2 | activation unit |
//! | 18 | 2 | weight unit |
//! | 20 | 2 | scale, in centipawns |
//! | 22 | 2 | 0 |
//! | 24 | 64 | king buckets, K of them in all, from a1, b1 to h8 |
//! | 88 | 2 · 768 · K · N | weights of the inputs, 16 bits each: N for each input |
//! | | 2 · N | biases of the hidden neurons, 16 bits each |
//! | | 2 · 2 · N · O | weights of each output: N of the side to move, N of the other side |
//! | | 4 · O | biases of the outputs, 32 bits each, in activation units times weight units |
//! | | 4 | CRC-32 (ISO-HDLC, as in zip) of all bytes before |
//!
//! The number of an input is 768 · king bucket + 384 · (the piece is the opponent's) + 64 · kind +
//! square, kinds from pawn, knight, bishop, rook, queen to king, squares from a1 as the view sees
//! them: ranks reversed for Black, files reversed if views are mirrored and the own king is on the
//! files e to h.
//!
//! A test vector: the network with N = 32, one bucket, one output, units 255 and 64, scale 400,
//! mirrored, the weight of input i to neuron n being i mod 7 − 3 + n, biases n, output weights
//! n − 9 and 9 − n, bias −1000, has 49,440 bytes and the checksum `2a014563`. It is worth
//! -26 in the start position after 1. e4.

use crate::architecture::Architecture;
use crate::block::{LANES, blocks};
use crate::error::NetworkError;
use crate::network::{Network, Parts};

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"PALIMNET";

/// The version that this crate writes and reads.
pub const VERSION: u16 = 1;

/// Bytes before the weights.
pub const HEADER_BYTES: usize = 88;

const CHECKSUM_BYTES: usize = 4;

impl Network {
    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If the bytes are not those of a whole, undamaged file of this [`format`](self).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Magic);
        }
        let too_short = NetworkError::Length { expected: HEADER_BYTES, found: bytes.len() };
        let (header, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or(too_short)?;
        let architecture = read_header(header)?;
        let sizes = Sizes::of(&architecture);
        let (expected, found) = (sizes.file(), bytes.len());
        if expected != found {
            return Err(NetworkError::Length { expected, found });
        }
        let (checked, stated) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
        let expected = u32::from_le_bytes(word(stated, 0));
        let found = crc32fast::hash(checked);
        if expected != found {
            return Err(NetworkError::Checksum { expected, found });
        }
        let mut halves = rest.as_chunks::<2>().0.iter().map(|&half| i16::from_le_bytes(half));
        let mut take = |count: usize| blocks(halves.by_ref().take(count));
        let [features, biases, outputs] = sizes.weights.map(&mut take);
        let words = &rest[2 * sizes.weights.iter().sum::<usize>()..][..4 * sizes.output_biases];
        let words = words.as_chunks::<4>().0;
        let output_biases = words.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect();
        Self::new(architecture, Parts { features, biases, outputs, output_biases })
    }

    /// Returns the bytes of the file of this network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let architecture = self.architecture();
        let mut bytes = Vec::with_capacity(Sizes::of(architecture).file());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(architecture.mirrored.into());
        bytes.push(architecture.outputs as u8);
        bytes.extend((architecture.hidden as u32).to_le_bytes());
        let Architecture { activation_unit, weight_unit, scale, .. } = *architecture;
        for half in [activation_unit, weight_unit, scale, 0] {
            bytes.extend(half.to_le_bytes());
        }
        bytes.extend(architecture.king_buckets);
        let (weights, output_biases) = self.parts();
        for half in weights.into_iter().flatten().flat_map(|block| block.0) {
            bytes.extend(half.to_le_bytes());
        }
        bytes.extend(output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

pub(crate) struct Sizes {
    /// Inputs, hidden biases, outputs.
    pub(crate) weights: [usize; 3],
    pub(crate) output_biases: usize,
}

impl Sizes {
    pub(crate) fn of(architecture: &Architecture) -> Self {
        let hidden = architecture.hidden;
        debug_assert!(hidden.is_multiple_of(LANES));
        let (inputs, outputs) = (architecture.inputs_in_all(), architecture.outputs);
        let weights = [inputs * hidden, hidden, 2 * hidden * outputs];
        Self { weights, output_biases: outputs }
    }

    fn file(&self) -> usize {
        let weights: usize = self.weights.iter().sum();
        HEADER_BYTES + 2 * weights + 4 * self.output_biases + CHECKSUM_BYTES
    }
}

fn word<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("the caller has looked at the length")
}

fn read_header(header: &[u8; HEADER_BYTES]) -> Result<Architecture, NetworkError> {
    let half = |at: usize| i16::from_le_bytes(word(header, at));
    let version = u16::from_le_bytes(word(header, 8));
    if version != VERSION {
        return Err(NetworkError::Version { found: version });
    }
    let fixed = |name: &'static str, found: usize, most: usize| {
        if found <= most {
            Ok(())
        } else {
            Err(NetworkError::Fixed { name, expected: most, found })
        }
    };
    fixed("the mark of mirrored views", header[10].into(), 1)?;
    fixed("bytes 22 and 23", u16::from_le_bytes(word(header, 22)).into(), 0)?;
    let architecture = Architecture {
        hidden: u32::from_le_bytes(word(header, 12)) as usize,
        mirrored: header[10] == 1,
        king_buckets: word(header, 24),
        outputs: header[11].into(),
        activation_unit: half(16),
        weight_unit: half(18),
        scale: half(20),
    };
    architecture.check()?;
    Ok(architecture)
}
