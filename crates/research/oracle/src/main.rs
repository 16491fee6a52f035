//! The oracle: movegen against two independent generators, cozy-chess and shakmaty, and against
//! python-chess.
//!
//! The program derives the perft files of movegen's tests by the first two, compares games and
//! positions with the third, or measures movegen's speed; the tests compare lists, FEN and SAN.
//! shakmaty is under the GPL and eschac under the AGPL, so nothing imports this crate and it is not
//! published.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program reports on its outputs")]

mod corpus;
mod derive;
mod pages;
mod peers;
mod python;
mod trees;
mod trio;

#[cfg(test)]
mod fens;
#[cfg(test)]
mod sans;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Derive movegen's perft files by cozy-chess and shakmaty, and compare them with those stored.
#[derive(Parser)]
#[command(name = "oracle", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    instead: Option<Instead>,
    /// Write the files instead
    #[arg(long)]
    write: bool,
    /// Compare games and positions with python-chess instead: games.pgn in this folder, which is
    /// left with what either side has written
    #[arg(long, value_name = "FOLDER", conflicts_with = "write")]
    python_chess: Option<PathBuf>,
}

/// The work that derives no files.
#[derive(Subcommand)]
enum Instead {
    /// Count absolute leaves a second beside other generators
    Peers(peers::Options),
    /// Measure movegen beside cozy-chess, on each back end
    Movegen(pages::Options),
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    let report = |line| println!("{line}");
    match cli.instead {
        Some(Instead::Peers(options)) => {
            return peers::run(&options, report, |what| eprintln!("SKIPPED {what}"));
        }
        Some(Instead::Movegen(options)) => return pages::movegen(&options, report),
        None => {}
    }
    match cli.python_chess {
        Some(folder) => python::run(&folder, report),
        None => {
            derive::run(cli.write, report)?;
            report(format!("lists and FENs agree at {} nodes", trees::compare_all()));
            Ok(())
        }
    }
}
