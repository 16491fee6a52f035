//! Our search as a player without a clock, and random openings for its games.
//!
//! A [`Player`] searches a fixed number of nodes for each move, so that a game depends on its
//! opening alone. [`Openings`] draws positions by a [`Random`] stream, which is the same on every
//! machine.
#![forbid(unsafe_code)]

mod openings;
mod player;
mod random;

pub use openings::Openings;
pub use player::{HandCrafted, Player, Thought};
pub use random::Random;
