//! The pawn tables over what our own search asks them.

mod bench;

use anyhow::Result;
use clap::Subcommand;

use bench::BenchPawnArguments;

#[derive(Subcommand)]
pub(crate) enum PawnsVerb {
    /// Measure the hit rates of the pawn tables, and what a hit saves
    BenchPawn(BenchPawnArguments),
}

impl PawnsVerb {
    /// Runs the verb and prints what it finds.
    ///
    /// # Errors
    /// Those of the verb.
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::BenchPawn(arguments) => bench::run(arguments, |line| println!("{line}")),
        }
    }
}
