//! The only place of this program that prints.
//!
//! A step of a verb has a line with its result, its name, and how long it took. A terminal shows
//! one status line while a step runs; a pipe gets results only.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks here")]

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::{Context, Result};

/// Carriage return and "erase to the end of the line" (ECMA-48, EL).
const ERASE: &str = "\r\x1b[K";

pub(crate) fn line(text: impl Display) {
    erase_status();
    println!("{text}");
}

/// Shows what is running now, until the next line replaces it. Nothing is written to a pipe.
pub(crate) fn status(text: impl Display) {
    let mut out = io::stdout();
    if out.is_terminal() {
        print!("{ERASE}{text}");
        flush(&mut out);
    }
}

/// Prints an error and below it what led to it.
pub(crate) fn error(error: &anyhow::Error) {
    erase_status();
    let chain: Vec<String> = error.chain().map(ToString::to_string).collect();
    eprintln!("error: {}", chain.join("\n"));
}

fn erase_status() {
    let mut out = io::stdout();
    if out.is_terminal() {
        print!("{ERASE}");
        flush(&mut out);
    }
}

/// A reader that went away (`cargo xtask ci | head`) is no reason to stop.
fn flush(out: &mut impl Write) {
    drop(out.flush());
}

pub(crate) enum Outcome {
    /// It holds; the text adds a figure or is empty.
    Passed(String),
    /// It could not be looked at, because of this.
    Skipped(String),
}

impl Outcome {
    /// Returns the result of a step that passed and has nothing to add.
    pub(crate) fn passed() -> Self {
        Self::Passed(String::new())
    }
}

pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<Outcome>) -> Result<()> {
    status(format_args!("        {name}"));
    let start = Instant::now();
    let result = work();
    let seconds = start.elapsed().as_secs_f64();
    match &result {
        Ok(Outcome::Passed(note)) => {
            line(format!("ok      {name:<50}{seconds:>7.1} s  {note}").trim_end());
        }
        Ok(Outcome::Skipped(why)) => line(format_args!("SKIPPED {name}: {why}")),
        Err(_) => line(format_args!("FAILED  {name:<50}{seconds:>7.1} s")),
    }
    result.map(|_| ()).with_context(|| format!("step `{name}` failed"))
}

/// Runs a step, or skips it if something is missing that it needs.
pub(crate) fn step_unless(
    missing: Option<String>,
    name: &str,
    work: impl FnOnce() -> Result<Outcome>,
) -> Result<()> {
    step(name, || missing.map_or_else(work, |why| Ok(Outcome::Skipped(why))))
}
