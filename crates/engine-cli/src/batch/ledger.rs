//! What becomes of the records of a file: each is written or reported, all are added up.

use std::fmt::Display;
use std::time::{Duration, Instant};

use search::Control;
use serde::Serialize;

use super::place::Results;
use super::progress::Progress;
use super::{Batch, End, Summary, json};

/// What the records of a file add up to.
pub(super) trait Sums: Default + Serialize {
    /// How many could not be read.
    fn faults(&mut self) -> &mut usize;

    /// All of it in words, for standard error.
    fn text(&self, elapsed: Duration) -> String;
}

/// The records of one file on their way out.
pub(super) struct Ledger<'a, T> {
    batch: &'a Batch,
    /// What messages call the file.
    name: String,
    sink: &'a mut Results,
    progress: &'a Progress,
    pub(super) tally: T,
    started: Instant,
}

impl<'a, T: Sums> Ledger<'a, T> {
    /// Nothing has come out yet; the clock of the summary starts.
    pub(super) fn new(
        batch: &'a Batch,
        name: &str,
        sink: &'a mut Results,
        progress: &'a Progress,
    ) -> Self {
        let (name, tally) = (name.to_owned(), T::default());
        Self { batch, name, sink, progress, tally, started: Instant::now() }
    }

    /// Writes a record.
    ///
    /// # Errors
    /// If the file takes no more.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        self.progress.aside(|| self.sink.write(text))
    }

    /// Reports a remark on a record.
    pub(super) fn note(&self, remark: impl Display) {
        self.progress.note(format_args!("{}, {remark}", self.name));
    }

    /// Reports and counts a record that could not be read.
    pub(super) fn fault(&mut self, fault: impl Display) {
        *self.tally.faults() += 1;
        self.progress.note(format_args!("error: {}, {fault}", self.name));
    }

    /// Ends the progress, passes on what went wrong with the work, and tells the summary: in JSON
    /// as the last object, too.
    ///
    /// # Errors
    /// That of the work, or if the file takes no more.
    pub(super) fn end(
        mut self,
        done: Result<(), String>,
        control: &Control,
    ) -> Result<End, String> {
        self.progress.finish();
        done?;
        if self.batch.json {
            self.sink.write(&(json(&Summary { summary: &self.tally }) + "\n"))?;
        }
        self.progress.note(self.tally.text(self.started.elapsed()));
        Ok(End { faults: *self.tally.faults(), interrupted: control.is_stopped() })
    }
}
