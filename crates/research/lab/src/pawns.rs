//! The pawn tables over what our own search asks them.

mod bench;
mod evaluations;
mod indexes;
mod rates;

use anyhow::Result;
use clap::Subcommand;

use crate::experiment::{Experiment, ExperimentArguments};
use bench::BenchPawnArguments;

#[derive(Subcommand)]
pub(crate) enum PawnsVerb {
    /// Measure the hit rates of the pawn tables, and what a hit saves
    BenchPawn(BenchPawnArguments),
}

impl PawnsVerb {
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::BenchPawn(arguments) => bench::run(arguments, |line| println!("{line}")),
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum PawnsExperiment {
    /// Hit rates of the pawn table by size, against a table that never forgets
    Pawn(ExperimentArguments),
    /// Count what a cache of evaluations would know that the transposition table does not
    Evaluations(ExperimentArguments),
}

impl PawnsExperiment {
    pub(crate) const ALL: [&'static Experiment; 2] = [&rates::EXPERIMENT, &evaluations::EXPERIMENT];

    pub(crate) fn parts(&self) -> (&'static Experiment, &ExperimentArguments) {
        match self {
            Self::Pawn(arguments) => (&rates::EXPERIMENT, arguments),
            Self::Evaluations(arguments) => (&evaluations::EXPERIMENT, arguments),
        }
    }
}
