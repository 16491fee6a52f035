//! The verbs of the workspace: `cargo xtask VERB`.
//!
//! This program imports none of the workspace's crates. It spawns cargo, git and the engine, reads
//! what they print, and says in one line a step what it found.

mod bench;
mod book;
mod c;
mod check;
mod ci;
mod dist;
mod engine;
mod forward;
mod inventory;
mod layers;
mod movegen;
mod notices;
mod output;
mod outside;
mod package;
mod perft;
mod process;
mod python;
mod snapshot;
mod source;
mod tidy;
mod verbs;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::forward::Forwarded;
use crate::output::step;
use crate::perft::Effort;
use crate::verbs::{Cli, Verb};

fn main() -> ExitCode {
    match run(Cli::parse().verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&error);
            ExitCode::FAILURE
        }
    }
}

fn run(verb: Verb) -> Result<()> {
    match verb {
        Verb::Ci { package: None, .. } => ci::workspace(),
        Verb::Ci { package: Some(name), every_feature } => ci::one_crate(&name, every_feature),
        Verb::Layers => step("layers", layers::run),
        Verb::Tidy => step("tidy", tidy::run),
        Verb::Inventory => step("inventory", inventory::run),
        Verb::Perft { quick } => {
            let effort = if quick { Effort::Quick } else { Effort::Full };
            step("perft", || perft::run(effort))
        }
        Verb::Oracle(Forwarded { arguments }) => forward::run("oracle", &arguments, None),
        Verb::Bench { of: None, check, .. } => bench::verb(check),
        Verb::Bench { of: Some(name), forwarded, .. } => {
            forward::measurement(&name, &forwarded.arguments)
        }
        Verb::Check { what } => check::run(what),
        Verb::Lab(Forwarded { arguments }) => forward::run("lab", &arguments, None),
        Verb::Tune(Forwarded { arguments }) => forward::run("tuner", &arguments, None),
        Verb::Snapshot { action } => snapshot::run(action),
        Verb::Package { folders: true, only } => outside::verb(&only),
        Verb::Package { .. } => package::run(),
        Verb::Book => step("book", book::build),
        Verb::Web(work) => web::run(&work),
        Verb::C(work) => c::run(&work),
        Verb::Python(work) => python::run(&work),
        Verb::Dist { notices: true } => step("notices", notices::write),
        Verb::Dist { notices: false } => dist::run(),
    }
}
