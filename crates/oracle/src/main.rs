//! The oracle: movegen against two independent move generators, cozy-chess and shakmaty.
//!
//! The program derives the perft files of movegen's tests; the tests compare lists of moves, FEN
//! and SAN. shakmaty is under the GPL, so nothing imports this crate and it is not published.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod corpus;
mod derive;
mod trio;

#[cfg(test)]
mod fens;
#[cfg(test)]
mod sans;
#[cfg(test)]
mod trees;

use anyhow::Result;
use clap::Parser;

/// Derive movegen's perft files by cozy-chess and shakmaty, and compare them with those stored.
#[derive(Parser)]
#[command(name = "oracle", version)]
struct Cli {
    /// Write the files instead
    #[arg(long)]
    write: bool,
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    derive::run(cli.write, |line| println!("{line}"))
}
