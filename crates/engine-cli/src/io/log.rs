//! The file that the option `Debug Log File` names: lines in and lines out, with their times.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::time::Instant;

use engine::regular_file;

/// The first line of every log: no other file is appended to.
const FIRST_LINE: &str = "palimpsest log: milliseconds, > to the engine, < from the engine";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To the engine: `>`.
    In,
    /// From the engine: `<`.
    Out,
}

/// A log: rows `milliseconds > line` and `milliseconds < line`, counted since it was opened.
pub(crate) struct Log {
    file: File,
    opened: Instant,
}

impl Log {
    /// Creates the file, or opens a log for appending: engines that share it lose nothing.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or is neither a log nor empty.
    pub(crate) fn open(path: &str) -> io::Result<Self> {
        let file = regular_file::append(path, FIRST_LINE)?;
        Ok(Self { file, opened: Instant::now() })
    }

    /// Adds a row for each line of `text`, written at once.
    pub(crate) fn add(&mut self, direction: Direction, text: &str) -> io::Result<()> {
        let milliseconds = self.opened.elapsed().as_millis();
        let mark = match direction {
            Direction::In => '>',
            Direction::Out => '<',
        };
        let mut rows = String::new();
        for line in text.lines() {
            writeln!(rows, "{milliseconds:>8} {mark} {line}").expect("a text takes all");
        }
        self.file.write_all(rows.as_bytes())
    }
}
