//! The players of a run, two for each thread.

use std::sync::Mutex;

use anyhow::Result;
use engine::Numbers;

use super::descent::Iteration;
use super::duel::{Duel, Starts};
use super::numbers::with;
use super::parameter::Parameter;

/// The players and openings that the threads of a run share.
pub(super) struct Players {
    nodes: u64,
    table_bytes: usize,
    starts: Starts,
    /// Players that no thread plays with at the moment.
    idle: Mutex<Vec<Duel>>,
}

impl Players {
    /// Creates players of `nodes` nodes a move, each with a table of `table_bytes`.
    pub(super) fn new(nodes: u64, table_bytes: usize, starts: Starts) -> Self {
        Self { nodes, table_bytes, starts, idle: Mutex::default() }
    }

    /// Plays the games of an iteration; returns the half points of its first side.
    pub(super) fn play(&self, parameters: &[Parameter], iteration: &Iteration) -> Result<usize> {
        let idle = || self.idle.lock().expect("no worker panics");
        let taken = idle().pop();
        let mut duel = match taken {
            Some(duel) => duel,
            None => Duel::new(self.nodes, self.table_bytes)?,
        };
        let middle = numbers_of(parameters, &iteration.middle)?;
        let [first, second] = &iteration.sides;
        let sides = [numbers_of(parameters, first)?, numbers_of(parameters, second)?];
        let half_points = duel.play(&middle, &sides, &self.starts, iteration.seed)?;
        idle().push(duel);
        Ok(half_points)
    }
}

/// Returns the build's numbers, those that are tuned with these values.
pub(super) fn numbers_of(parameters: &[Parameter], values: &[i32]) -> Result<Numbers> {
    let names = parameters.iter().map(|parameter| parameter.name.as_str());
    with(Numbers::default(), names.zip(values.iter().copied()))
}
