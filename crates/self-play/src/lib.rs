//! Our search as a player without a clock, random openings for its games, and other engines.
//!
//! A [`Player`] searches a fixed number of nodes for each move, so that a game depends on its
//! opening alone. [`Openings`] draws positions by a [`Random`] stream, which is the same on every
//! machine. A [`UciEngine`] is any program that speaks UCI.
#![forbid(unsafe_code)]

mod openings;
mod player;
mod random;
mod uci_engine;
mod uci_line;

pub use openings::Openings;
pub use player::{HandCrafted, Player, Thought};
pub use random::Random;
pub use uci_engine::UciEngine;
pub use uci_line::{UciAnswer, UciLine, UciScore};
