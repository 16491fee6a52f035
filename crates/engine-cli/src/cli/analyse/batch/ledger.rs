//! The ledger of a file's records: each is written or reported, all are added up.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::time::{Duration, Instant};

use search::Control;
use serde::Serialize;

use super::{Batch, End, Summary, json, number_of};
use crate::io::out_file::OutFile;
use crate::io::progress::Progress;
use uci::fewer_threads;

pub(super) trait Sums: Default + Serialize {
    /// Returns the number of records that could not be read, for changing.
    fn faults(&mut self) -> &mut usize;

    /// Returns the sums in words, for standard error.
    fn text(&self, elapsed: Duration) -> String;
}

/// The numbers of the departures from a standard that a reader tolerated, by their kind.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub(super) struct Kinds(BTreeMap<&'static str, usize>);

impl Kinds {
    pub(super) fn add(&mut self, kinds: impl IntoIterator<Item = &'static str>) {
        kinds.into_iter().for_each(|kind| *self.0.entry(kind).or_default() += 1);
    }

    /// Returns a line break and what was read around, in words; nothing if there was nothing.
    pub(super) fn text(&self) -> String {
        let counts = self.0.iter().map(|(kind, count)| {
            let (noun, rest) = in_words(kind);
            format!("{}{rest}", number_of(*count, noun))
        });
        let counts: Vec<String> = counts.collect();
        match counts.is_empty() {
            true => String::new(),
            false => format!("\nskipped or mended: {} (--verbose names each)", counts.join(", ")),
        }
    }
}

/// Returns a departure of this kind in words: a noun whose plural ends in s, and the rest.
fn in_words(kind: &'static str) -> (&'static str, &'static str) {
    match kind {
        "annotation" => ("annotation", " in another notation"),
        "comment" | "variation" | "tag" => (kind, " out of order"),
        "encoding" => ("unreadable character", ""),
        "FEN" | "position" => ("start position", " with faults"),
        "mark" => ("stray character", ""),
        "mate distance" => ("mate distance", " in place of a move"),
        "move" => ("move", " that is illegal or unclear"),
        "null move" | "variant" => (kind, ""),
        "operation" => ("unreadable operation", ""),
        "quotation mark" | "semicolon" => (kind, " missing"),
        "result" | "score" | "spelling" => (kind, " that the standard does not have"),
        _ => ("other fault", ""),
    }
}

pub(super) struct Ledger<'a, T> {
    batch: &'a Batch,
    name: String,
    sink: Option<OutFile>,
    progress: &'a Progress,
    pub(super) tally: T,
    started: Instant,
}

impl<'a, T: Sums> Ledger<'a, T> {
    /// Creates an empty ledger and starts the clock of the summary.
    pub(super) fn new(
        batch: &'a Batch,
        name: &str,
        sink: Option<OutFile>,
        progress: &'a Progress,
    ) -> Self {
        let (name, tally) = (name.to_owned(), T::default());
        Self { batch, name, sink, progress, tally, started: Instant::now() }
    }

    /// Writes a record, if records are wanted.
    pub(super) fn write(&mut self, text: &str) -> Result<(), String> {
        let Some(sink) = &mut self.sink else { return Ok(()) };
        self.progress.aside(|| sink.write(text.as_bytes()))
    }

    pub(super) fn note(&self, remark: impl Display) {
        self.progress.note(format_args!("{}, {remark}", self.name));
    }

    /// Reports and counts a record that could not be read.
    pub(super) fn fault(&mut self, fault: impl Display) {
        *self.tally.faults() += 1;
        self.progress.note(format_args!("error: {}, {fault}", self.name));
    }

    /// Ends the progress, passes on an error of the work or reports that fewer threads did it, puts
    /// the file in its place, and writes the summary to standard error when `write_others` has
    /// written other files; in JSON the summary is also the last object.
    pub(super) fn end(
        mut self,
        done: Result<usize, String>,
        control: &Control,
        write_others: impl FnOnce(&T) -> Result<(), String>,
    ) -> Result<End, String> {
        self.progress.finish();
        let threads = done?;
        if let Some(remark) = fewer_threads(self.batch.threads as usize, threads) {
            self.progress.note(remark);
        }
        if self.batch.json {
            self.write(&(json(&Summary { summary: &self.tally }) + "\n"))?;
        }
        self.sink.take().map_or(Ok(()), OutFile::finish)?;
        write_others(&self.tally)?;
        self.progress.note(self.tally.text(self.started.elapsed()));
        Ok(End { faults: *self.tally.faults(), interrupted: control.is_stopped() })
    }
}
