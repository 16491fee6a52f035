//! The crate as its users see it, on simulated networks.

mod perft;
mod puzzle;
mod termination;
