//! The lab: experiments and measurements over the crates of the workspace, a verb for each.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod bench_tt;
mod cardinality;
mod datagen;
mod dataset;
mod file_speed;
mod gillogly;
mod keys_cert;
mod keys_chi2;
mod keys_cost;
mod keys_plot;
mod keys_walk;
mod mtdf;
mod pawn;
mod player;
mod random;
mod table_size;
mod texel;
mod tt_plot;

use std::io;

use anyhow::Result;
use clap::{Parser, Subcommand};

use bench_tt::BenchTtArguments;
use datagen::DatagenArguments;
use dataset::RowsArguments;
use file_speed::FileArguments;
use keys_cert::CertArguments;
use keys_chi2::Chi2Arguments;
use keys_cost::CostArguments;
use keys_walk::WalkArguments;
use mtdf::MtdfArguments;
use pawn::PawnArguments;
use table_size::SizeArguments;
use texel::TexelArguments;
use tt_plot::PlotArguments;

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
    /// Certify a table of keys: the smallest dependent set, or that there is none
    KeysCert(CertArguments),
    /// Measure how evenly the keys of a search's positions fill every field of 16 bits
    KeysChi2(Chi2Arguments),
    /// Measure what all keys cost in perft, against a position that keeps none
    KeysCost(CostArguments),
    /// Compare incremental keys with keys from scratch at every node of six trees
    KeysWalk(WalkArguments),
    /// Draw the distance of the chess keys by compared bits, as SVG
    KeysPlot,
    /// Measure how often the pawn tables know, and what a hit saves
    BenchPawn(PawnArguments),
    /// Measure the transposition table beside the limit of this machine
    BenchTt(BenchTtArguments),
    /// Measure how long a table takes to its file and back, beside a plain copy
    BenchTtFile(FileArguments),
    /// Compare MTD(f) over a table of two bounds with principal variation search
    Mtdf(MtdfArguments),
    /// Draw how a table's records spread over slots, drafts, bounds and ages, as SVG
    TtPlot(PlotArguments),
    /// Print how many entries a table of some size and layout holds
    TableSize(SizeArguments),
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
        Verb::KeysCert(arguments) => println!("{}", keys_cert::run(&arguments)?),
        Verb::KeysChi2(arguments) => println!("{}", keys_chi2::run(&arguments)?),
        Verb::KeysCost(arguments) => println!("{}", keys_cost::run(&arguments)?),
        Verb::KeysWalk(arguments) => println!("{}", keys_walk::run(&arguments)?),
        Verb::KeysPlot => print!("{}", keys_plot::svg()),
        Verb::BenchPawn(arguments) => pawn::run(&arguments, |line| println!("{line}"))?,
        Verb::BenchTt(arguments) => bench_tt::run(&arguments, |line| println!("{line}"))?,
        Verb::BenchTtFile(arguments) => file_speed::run(&arguments, |line| println!("{line}"))?,
        Verb::Mtdf(arguments) => println!("{}", mtdf::run(&arguments)?),
        Verb::TtPlot(arguments) => println!("{}", tt_plot::run(&arguments)?),
        Verb::TableSize(arguments) => println!("{}", table_size::run(&arguments)?),
        Verb::Datagen(arguments) => println!("{}", datagen::run(&arguments)?),
        Verb::Rows(arguments) => dataset::print_rows(&arguments, &mut io::stdout().lock())?,
        Verb::Texel(arguments) => texel::run(&arguments)?,
    }
    Ok(())
}
