//! One line for each step of a verb: its result, its name, how long it took.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::output;

/// The result of a step that did not fail.
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

/// Runs one step and prints its line.
pub(crate) fn step(name: &str, work: impl FnOnce() -> Result<Outcome>) -> Result<()> {
    output::status(format_args!("        {name}"));
    let start = Instant::now();
    let result = work();
    let seconds = start.elapsed().as_secs_f64();
    match &result {
        Ok(Outcome::Passed(note)) => {
            output::line(format!("ok      {name:<50}{seconds:>7.1} s  {note}").trim_end());
        }
        Ok(Outcome::Skipped(why)) => output::line(format_args!("SKIPPED {name}: {why}")),
        Err(_) => output::line(format_args!("FAILED  {name:<50}{seconds:>7.1} s")),
    }
    result.map(|_| ()).with_context(|| format!("step `{name}` failed"))
}
