//! The pawn tables over what our own search asks them.

pub(crate) mod bench;
pub(crate) mod evaluations;
mod indexes;
pub(crate) mod rates;

use crate::experiment::Experiment;

pub(crate) const EXPERIMENTS: [&Experiment; 2] = [&rates::EXPERIMENT, &evaluations::EXPERIMENT];
