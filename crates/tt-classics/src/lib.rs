#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod breuker;
mod greenblatt;
mod hinted;
mod modulo;
mod plaat;
mod rival;
mod thompson;
mod wiki;

pub use breuker::{ByEffort, Never, StrictlyDeeper};
pub use greenblatt::Divide;
pub use hinted::HintedEntry;
pub use modulo::Modulo;
pub use plaat::{Proof, TwoBounds};
pub use rival::{Packed, RivalDrawn, RivalEntry, RivalFold, Staleness};
pub use thompson::TwoLevel;
pub use wiki::{ByOrder, OldestFirst};
