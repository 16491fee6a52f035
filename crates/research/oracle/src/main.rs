//! The oracle: movegen against two independent generators, cozy-chess and shakmaty, and against
//! python-chess.
//!
//! The program derives the perft files of movegen's tests by the first two, or compares games and
//! positions with the third; the tests compare lists of moves, FEN and SAN. shakmaty is under the
//! GPL, so nothing imports this crate and it is not published.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod corpus;
mod derive;
mod python;
mod trees;
mod trio;

#[cfg(test)]
mod fens;
#[cfg(test)]
mod sans;

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;

/// Derive movegen's perft files by cozy-chess and shakmaty, and compare them with those stored.
#[derive(Parser)]
#[command(name = "oracle", version)]
struct Cli {
    /// Write the files instead
    #[arg(long)]
    write: bool,
    /// Compare games and positions with python-chess instead: games.pgn in this folder, which is
    /// left with what either side has written
    #[arg(long, value_name = "FOLDER", conflicts_with = "write")]
    python_chess: Option<PathBuf>,
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    let report = |line| println!("{line}");
    match cli.python_chess {
        Some(folder) => python::run(&folder, report),
        None => {
            derive::run(cli.write, report)?;
            report(format!("lists and FENs agree at {} nodes", trees::compare_all()));
            Ok(())
        }
    }
}
