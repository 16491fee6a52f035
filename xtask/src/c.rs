//! `c`: the tables for C and C++, built, tested, measured, and put under a foreign engine.

mod clients;
mod foreign;
mod header;
mod library;
mod speed;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use self::library::Library;
use crate::flags::NATIVE;
use crate::output;
use crate::process::is_installed;
use crate::step::{Outcome, step};

/// The crate's folder, from that of the workspace.
const FOLDER: &str = "crates/bindings/c";

/// The processor of the library that the clients test: valgrind knows no AVX-512.
const TESTED: &str = if cfg!(target_arch = "x86_64") { "x86-64-v3" } else { NATIVE };

/// The work to be done beside the build.
#[derive(Args)]
pub(crate) struct Work {
    /// Compare the header with the sources, and run clients in C and C++, with the address
    /// sanitizer and under valgrind too
    #[arg(long)]
    check: bool,
    /// Write the header anew
    #[arg(long, conflicts_with = "check")]
    header: bool,
    /// Compare a probe in C with one in Rust; a part of the check
    #[arg(long)]
    speed: bool,
    /// Put the table under Stockfish 11, whose sources are in this folder, and write the page
    #[arg(long, value_name = "FOLDER")]
    engine: Option<PathBuf>,
    /// The processor that the library is for
    #[arg(long, default_value = NATIVE)]
    cpu: String,
}

/// Builds the library into `target/c`, and does the work that is asked for.
pub(crate) fn run(work: &Work) -> Result<()> {
    if work.header {
        return step("header", || header::write().map(|()| Outcome::passed()));
    }
    if work.check && !is_installed("gcc") {
        output::line("SKIPPED c: there is no gcc (apt-get install gcc g++)");
        return Ok(());
    }
    let mut library = None;
    step("library for C", || {
        let built = library.insert(Library::build(&work.cpu)?);
        Ok(Outcome::Passed(built.folder().display().to_string()))
    })?;
    let Some(library) = library else { return Ok(()) };
    if work.check {
        step("header", header::check)?;
        clients::run(&library)?;
    }
    if work.check || work.speed {
        step("a probe in C and in Rust", || speed::run(&library))?;
    }
    if let Some(folder) = &work.engine {
        foreign::run(folder, &library)?;
    }
    Ok(())
}
