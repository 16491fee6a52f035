//! The lab: experiments and measurements over the crates of the workspace, a verb for each.

#![expect(clippy::print_stdout, reason = "a command-line program reports on its standard output")]

mod keys;
mod page;
mod pawns;
mod search;
mod table;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::keys::KeysVerb;
use crate::pawns::PawnsVerb;
use crate::search::SearchVerb;
use crate::table::TableVerb;

/// Experiments and measurements over the crates of the workspace.
#[derive(Parser)]
#[command(name = "lab", version)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

/// The verbs of all subjects.
#[derive(Subcommand)]
enum Verb {
    #[command(flatten)]
    Keys(KeysVerb),
    #[command(flatten)]
    Table(TableVerb),
    #[command(flatten)]
    Pawns(PawnsVerb),
    #[command(flatten)]
    Search(SearchVerb),
}

fn main() -> Result<()> {
    match Cli::parse().verb {
        Verb::Keys(verb) => verb.run(),
        Verb::Table(verb) => verb.run(),
        Verb::Pawns(verb) => verb.run(),
        Verb::Search(verb) => verb.run(),
    }
}
