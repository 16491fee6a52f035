//! Efficiently updatable neural networks (NNUE: Yu Nasu, 2018) of one hidden layer, as chess
//! engines use them: read from a file, evaluated from scratch or move by move.
//!
//! ```
//! use network::movegen::Position;
//! use network::{Architecture, FloatNetwork};
//!
//! // A network whose hidden neurons are all 0.2 is worth the same everywhere.
//! let architecture = Architecture::new(32);
//! let mut weights = FloatNetwork::zero(architecture)?;
//! weights.hidden_biases_mut().fill(0.2);
//! weights.output_weights_mut().fill(0.25);
//! let network = weights.quantise()?;
//! // 64 activations of 0.2², each times 0.25, times 400 centipawns,
//! // rounded down.
//! assert_eq!(network.evaluate(&Position::startpos()), 255);
//! # Ok::<(), network::NetworkError>(())
//! ```
//!
//! | to do | take |
//! |---|---|
//! | read a network, write it | [`Network::from_bytes`], [`Network::to_bytes`] |
//! | read a network that the trainer bullet wrote | [`Network::from_bullet`] |
//! | evaluate one position | [`Network::evaluate`] |
//! | follow a search move by move | [`Evaluator`] |
//! | turn trained weights into a network | [`FloatNetwork::quantise`] |
//! | name the inputs of a position, for a trainer | [`Architecture::inputs`], [`View::input`] |
//! | say how many neurons, king buckets and outputs | [`Architecture`] |
//! | read a file without this crate | module [`format`](mod@format) |
//!
//! [`movegen`], whose positions it takes, is re-exported whole.
#![deny(unsafe_code)]

mod activation;
mod architecture;
mod block;
mod bullet;
mod error;
mod evaluator;
mod float;
pub mod format;
mod network;
mod view;

pub use architecture::{Architecture, KING_BUCKETS, MAX_HIDDEN, MAX_OUTPUTS};
pub use error::NetworkError;
pub use evaluator::Evaluator;
pub use float::FloatNetwork;
pub use movegen;
pub use network::Network;
pub use view::{PIECE_INPUTS, View};

/// The README's code, compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
