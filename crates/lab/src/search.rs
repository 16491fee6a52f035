//! Searches over tables: what a table is worth to them.

mod adapter;
mod designs;
mod mtdf;

use anyhow::Result;
use clap::Subcommand;

use designs::DesignsArguments;
use mtdf::MtdfArguments;

#[derive(Subcommand)]
pub(crate) enum SearchVerb {
    /// Count the nodes of searches to a fixed depth over each design of a table
    Designs(DesignsArguments),
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
            Self::Designs(arguments) => print!("{}", designs::run(arguments)?),
            Self::Mtdf(arguments) => println!("{}", mtdf::run(arguments)?),
        }
        Ok(())
    }
}
