//! The verbs of the workspace: `cargo xtask VERB`.
//!
//! This program imports none of the workspace's crates. It spawns cargo, git and the engine, reads
//! what they print, and says in one line a step what it found.

mod bench;
mod check;
mod ci;
mod cli;
mod dist;
mod engine;
mod faults;
mod flags;
mod forward;
mod layers;
mod movegen;
mod output;
mod package;
mod perft;
mod process;
mod snapshot;
mod source;
mod step;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&error);
            ExitCode::FAILURE
        }
    }
}
