//! [`NetworkError`]: the reasons why bytes or weights are no network.

use std::error::Error;
use std::fmt;

/// The reason why bytes or weights do not make a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes do not begin as a file of this crate does.
    Magic,
    /// The file has a version that this crate does not read.
    Version {
        /// The file's.
        found: u16,
    },
    /// There are too few or too many bytes.
    Length {
        /// The length of a file of this architecture.
        expected: usize,
        /// The length of this file.
        found: usize,
    },
    /// The checksum at the end is not that of the bytes before it.
    Checksum {
        /// The checksum that the file states.
        expected: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// A number of the architecture is out of its range.
    Range {
        /// The name of the number.
        name: &'static str,
        /// The number.
        value: usize,
        /// The least number that is allowed.
        least: usize,
        /// The greatest number that is allowed.
        most: usize,
    },
    /// The number of hidden neurons is not a multiple of 32.
    Hidden {
        /// The number.
        value: usize,
    },
    /// A byte or number that the format fixes is something else.
    Fixed {
        /// The name of the number.
        name: &'static str,
        /// The greatest number that is allowed.
        expected: usize,
        /// The number in the file.
        found: usize,
    },
    /// An output weight times a full activation does not fit 16 bits.
    OutputWeight {
        /// Its place among the weights of the outputs, from 0.
        number: usize,
        /// The weight.
        value: i32,
        /// The greatest weight that is allowed.
        most: i32,
    },
    /// A trained weight is not a number, or does not fit its integer.
    Weight {
        /// The name of the layer.
        layer: &'static str,
        /// Its place among the weights of the layer, from 0.
        number: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("expected a network file, found other bytes at its start"),
            Self::Version { found } => write!(f, "expected version 1 of the format, found {found}"),
            Self::Length { expected, found } => {
                write!(f, "expected {expected} bytes for this architecture, found {found}")
            }
            Self::Checksum { expected, found } => write!(
                f,
                "expected the checksum {expected:08x} that the file states, found {found:08x}: its \
                 bytes are damaged"
            ),
            Self::Range { name, value, least, most } => {
                write!(f, "expected {name} from {least} to {most}, found {value}")
            }
            Self::Hidden { value } => {
                write!(
                    f,
                    "expected a number of hidden neurons that is a multiple of 32, found {value}"
                )
            }
            Self::Fixed { name, expected, found } => {
                write!(f, "expected {expected} for {name}, found {found}")
            }
            Self::OutputWeight { number, value, most } => write!(
                f,
                "expected output weights from -{most} to {most}, found {value} as number {number}"
            ),
            Self::Weight { layer, number } => write!(
                f,
                "expected weights of the {layer} that fit 16 bits when quantised, found another one \
                 as number {number}"
            ),
        }
    }
}

impl Error for NetworkError {}
