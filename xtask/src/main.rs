//! The verbs of the workspace: `cargo xtask VERB`.
//!
//! This program imports none of the workspace's crates. It spawns cargo, git and the engine, reads
//! what they print, and says in one line a step what it found.

mod bench;
mod book;
mod check;
mod ci;
mod dist;
mod engine;
mod flags;
mod forward;
mod inventory;
mod latency;
mod layers;
mod movegen;
mod notices;
mod output;
mod outside;
mod package;
mod peers;
mod perft;
mod process;
mod snapshot;
mod source;
mod step;
mod tally;
mod tidy;
mod uci_program;
mod verbs;
mod web;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::flags::{LEVELS, NATIVE, rustflags};
use crate::perft::Effort;
use crate::step::step;
use crate::verbs::{Cli, Forwarded, Measured, Verb};

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
        Verb::Bench { of: None, check } => bench::verb(check),
        Verb::Bench { of: Some(measured), .. } => measure(measured),
        Verb::Check { what } => check::run(what),
        Verb::Lab(Forwarded { arguments }) => forward::run("lab", &arguments, None),
        Verb::Tune(Forwarded { arguments }) => forward::run("tuner", &arguments, None),
        Verb::Snapshot { action } => snapshot::run(action),
        Verb::Package { folders: true, only } => outside::verb(&only),
        Verb::Package { .. } => package::run(),
        Verb::Book => step("book", book::build),
        Verb::Web(work) => web::run(&work),
        Verb::Dist { profiled: true, .. } => dist::profiled::run(),
        Verb::Dist { notices: true, .. } => step("notices", notices::write),
        Verb::Dist { .. } => dist::run(),
    }
}

fn measure(measured: Measured) -> Result<()> {
    match measured {
        Measured::Movegen { levels, write, arguments } => {
            movegen::bench(&levels, write.as_deref(), &arguments)
        }
        Measured::Peers { write, arguments } => peers::bench(write, &arguments),
        Measured::Latency { rounds } => latency::run(rounds),
        Measured::Pawn(forwarded) => forward::lab(forward::PAWN_BENCH, &forwarded.arguments, None),
        Measured::Tt { line, forwarded } => {
            let flags = line.map(|line| rustflags(NATIVE, &[("tt_core_line", &line)]));
            forward::lab(forward::TT_BENCH, &forwarded.arguments, flags.as_deref())
        }
        Measured::TtFile(forwarded) => {
            forward::lab(forward::TT_FILE_BENCH, &forwarded.arguments, None)
        }
        Measured::Mates(forwarded) => forward::engines(forward::MATES_BENCH, &forwarded.arguments),
        Measured::Tactics(forwarded) => {
            forward::engines(forward::TACTICS_BENCH, &forwarded.arguments)
        }
        Measured::Speed(forwarded) => forward::engines(forward::SPEED_BENCH, &forwarded.arguments),
        Measured::Network(forwarded) => LEVELS.iter().try_for_each(|level| {
            let flags = rustflags(level, &[]);
            forward::lab(forward::NETWORK_BENCH, &forwarded.arguments, Some(&flags))
        }),
        Measured::Fine70(forwarded) => {
            forward::lab(forward::FINE70_BENCH, &forwarded.arguments, None)
        }
        Measured::Threads(forwarded) => {
            forward::lab(forward::THREADS_BENCH, &forwarded.arguments, None)
        }
    }
}
