//! The only place of this program that prints.
//!
//! A step of a verb has a line with its result, its name, and how long it took. A terminal shows
//! one status line while a step runs; a pipe gets results only.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command line speaks here")]

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

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

    /// Returns that a gate passes with this note, or fails with its faults, each on a line.
    pub(crate) fn unless(faults: &[String], note: String) -> Result<Self> {
        ensure!(faults.is_empty(), "{}", faults.join("\n"));
        Ok(Self::Passed(note))
    }
}

pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<Outcome>) -> Result<()> {
    status(format_args!("        {name}"));
    let start = Instant::now();
    let result = work();
    line(ending(name, start.elapsed().as_secs_f64(), &result));
    result.map(|_| ()).with_context(|| format!("step `{name}` failed"))
}

/// Returns the line of a step that has ended.
fn ending(name: &str, seconds: f64, result: &Result<Outcome>) -> String {
    match result {
        Ok(Outcome::Passed(note)) => {
            format!("ok      {name:<50}{seconds:>7.1} s  {note}").trim_end().to_owned()
        }
        Ok(Outcome::Skipped(why)) => format!("SKIPPED {name}: {why}"),
        Err(_) => format!("FAILED  {name:<50}{seconds:>7.1} s"),
    }
}

/// Runs a step, or skips it if something is missing that it needs.
pub(crate) fn step_unless(
    missing: Option<String>,
    name: &str,
    work: impl FnOnce() -> Result<Outcome>,
) -> Result<()> {
    step(name, || missing.map_or_else(work, |why| Ok(Outcome::Skipped(why))))
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_step_says_how_it_ended_and_passes_its_failure_on() {
        for (result, start) in [
            (Ok(Outcome::Passed("note".into())), "ok      a "),
            (Ok(Outcome::Skipped("no tool".into())), "SKIPPED a: no tool"),
            (Err(anyhow!("planted")), "FAILED  a "),
        ] {
            assert!(ending("a", 1.0, &result).starts_with(start), "{start}");
            assert_eq!(step("a", || result).is_err(), start.starts_with("FAILED"), "{start}");
        }
        step_unless(Some("no tool".into()), "a", || unreachable!("it lacks a tool")).unwrap();
        assert!(step_unless(None, "a", || Err(anyhow!("planted"))).is_err());
        assert!(Outcome::unless(&["a fault".into()], String::new()).is_err());
        assert!(Outcome::unless(&[], String::new()).is_ok());
    }
}
