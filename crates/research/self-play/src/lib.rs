//! Our search as a player without a clock, random openings for its games, and other engines.
//!
//! A [`Player`] searches a fixed number of nodes for each move, so that a game depends on its
//! opening alone. [`Openings`] draws positions by a [`Random`] stream, which is the same on every
//! machine. A [`UciEngine`] is any program that speaks UCI. [`Pairs`] holds the results of a match,
//! and [`Sprt`] tests them. [`play_out`] plays a game, and [`Agreement`] ends one that both sides
//! hold decided.
#![forbid(unsafe_code)]

mod agreement;
mod game;
mod openings;
mod pairs;
mod player;
mod random;
mod sprt;
mod uci_engine;
mod uci_line;

pub use agreement::{Agreed, Agreement, EARLIEST_DRAW, LEVEL, LEVEL_MOVES, WINNING, WINNING_MOVES};
pub use game::{MateScores, half_points, play_out};
pub use openings::{Openings, random_move};
pub use pairs::Pairs;
pub use player::{Player, Thought};
pub use random::Random;
pub use sprt::{Sprt, Verdict};
pub use uci_engine::UciEngine;
pub use uci_line::{UciAnswer, UciLine, UciScore};
