//! The crate as its users see it, on simulated networks.

mod alpha_beta;
#[cfg(unix)]
mod conformance;
mod deaths;
mod members;
mod perft;
mod termination;
