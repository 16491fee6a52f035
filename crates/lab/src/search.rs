//! Searches over tables: what a table is worth to them.

mod mtdf;

use anyhow::Result;
use clap::Subcommand;

use mtdf::MtdfArguments;

#[derive(Subcommand)]
pub(crate) enum SearchVerb {
    /// Compare MTD(f) over a table of two bounds with principal variation search
    Mtdf(MtdfArguments),
}

impl SearchVerb {
    /// Runs the verb and prints what it finds.
    ///
    /// # Errors
    /// Those of the verb.
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::Mtdf(arguments) => println!("{}", mtdf::run(arguments)?),
        }
        Ok(())
    }
}
