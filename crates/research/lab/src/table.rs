//! The transposition table by itself: its speed, its file, its size, its picture.

mod bench;
mod file_speed;
mod picture;
mod size;

use anyhow::Result;
use clap::Subcommand;

use bench::BenchTtArguments;
use file_speed::FileArguments;
use picture::PictureArguments;
use size::SizeArguments;

#[derive(Subcommand)]
pub(crate) enum TableVerb {
    /// Measure the transposition table beside the limit of this machine
    BenchTt(BenchTtArguments),
    /// Measure how long a table takes to its file and back, beside a plain copy
    BenchTtFile(FileArguments),
    /// Draw how a table's records spread over slots, drafts, bounds and ages, as SVG
    TtPlot(PictureArguments),
    /// Print how many entries a table of some size and layout holds
    TableSize(SizeArguments),
}

impl TableVerb {
    pub(crate) fn run(&self) -> Result<()> {
        match self {
            Self::BenchTt(arguments) => bench::run(arguments, |line| println!("{line}"))?,
            Self::BenchTtFile(arguments) => file_speed::run(arguments, |line| println!("{line}"))?,
            Self::TtPlot(arguments) => println!("{}", picture::run(arguments)?),
            Self::TableSize(arguments) => println!("{}", size::run(arguments)?),
        }
        Ok(())
    }
}
