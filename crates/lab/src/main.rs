//! The lab: experiments and measurements over the crates of the workspace, a verb for each.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod bench_tt;
mod cardinality;
mod datagen;
mod dataset;
mod gillogly;
mod player;
mod random;
mod texel;

use std::io;

use anyhow::Result;
use clap::{Parser, Subcommand};

use bench_tt::BenchTtArguments;
use datagen::DatagenArguments;
use dataset::RowsArguments;
use texel::TexelArguments;

/// Experiments and measurements over the crates of the workspace.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Print how many positions, keys and entries there are
    Cardinality,
    /// Print the bits that a key needs against collisions among stored positions
    Gillogly,
    /// Measure the transposition table beside the limit of this machine
    BenchTt(BenchTtArguments),
    /// Play games against itself and keep their quiet positions for tuning
    Datagen(DatagenArguments),
    /// Print such positions, one a line: FEN | White's points | score from White's view
    Rows(RowsArguments),
    /// Fit the weights of the evaluation to such positions
    Texel(TexelArguments),
}

fn main() -> Result<()> {
    match Cli::parse().verb {
        Verb::Cardinality => print!("{}", cardinality::report()),
        Verb::Gillogly => print!("{}", gillogly::report()),
        Verb::BenchTt(arguments) => bench_tt::run(&arguments, |line| println!("{line}"))?,
        Verb::Datagen(arguments) => println!("{}", datagen::run(&arguments)?),
        Verb::Rows(arguments) => dataset::print_rows(&arguments, &mut io::stdout().lock())?,
        Verb::Texel(arguments) => texel::run(&arguments)?,
    }
    Ok(())
}
